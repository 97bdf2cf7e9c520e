import { buildAuditQuery, parseAuditSearch } from './audit-search.js';

describe('buildAuditQuery', () => {
  it('omits issued tokens until they are chosen', () => {
    expect(buildAuditQuery({})).toBe('?exceptAction=token.issued');
    expect(buildAuditQuery({ tokens: 'shown' })).toBe('');
  });

  it('covers whole days, the last day included', () => {
    const query = new URLSearchParams(buildAuditQuery({ since: '2026-03-01', until: '2026-03-01' }));

    const [since, until] = [query.get('since') ?? '', query.get('until') ?? ''];
    expect(Date.parse(until) - Date.parse(since)).toBe(24 * 3600 * 1000);
    expect(new Date(since).getHours()).toBe(0);
  });

  it('has the filters by action, actor and subject, without unknown and empty members', () => {
    const search = parseAuditSearch({
      action: 'a.b',
      actor: 'x',
      subjectKind: 'k',
      subjectId: 'i',
      other: 1,
      since: '',
    });

    expect(buildAuditQuery(search)).toBe('?action=a.b&actor=x&subjectKind=k&subjectId=i');
  });

  it('omits a value that is not a day', () => {
    expect(buildAuditQuery({ since: 'soon', tokens: 'shown' })).toBe('');
  });
});
