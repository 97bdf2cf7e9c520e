import { auditQuery } from './audit-query.js';
import { parseAuditSearch } from './audit-search.js';

describe('auditQuery', () => {
  it('is empty when nothing is asked for', () => {
    expect(auditQuery({})).toBe('');
  });

  it('takes whole days, the last one too', () => {
    const query = new URLSearchParams(auditQuery({ since: '2026-03-01', until: '2026-03-01' }));

    const [since, until] = [query.get('since') ?? '', query.get('until') ?? ''];
    expect(Date.parse(until) - Date.parse(since)).toBe(24 * 3600 * 1000);
    expect(new Date(since).getHours()).toBe(0);
  });

  it('passes on who, what and about what', () => {
    const search = parseAuditSearch({
      action: 'a.b',
      actor: 'x',
      subjectKind: 'k',
      subjectId: 'i',
      other: 1,
      since: '',
    });

    expect(auditQuery(search)).toBe('?action=a.b&actor=x&subjectKind=k&subjectId=i');
  });

  it('leaves out what is no day', () => {
    expect(auditQuery({ since: 'soon' })).toBe('');
  });
});
