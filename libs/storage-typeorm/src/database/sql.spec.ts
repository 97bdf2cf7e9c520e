import { all, any, FALSE, joined, not, raw, sql, TRUE } from './sql.js';

describe('sql', () => {
  it('binds what is not SQL itself, whatever it looks like', () => {
    const written = sql`SELECT id FROM ${raw('entry')} WHERE id = ${"' OR 1 = 1 --"} AND version IN (${joined([sql`${1}`, sql`${2}`])})`;

    expect(written.text).toBe('SELECT id FROM entry WHERE id = ? AND version IN (?, ?)');
    expect(written.values).toEqual(["' OR 1 = 1 --", 1, 2]);
  });

  it('leaves out conditions that change nothing', () => {
    const [a, b] = [raw('a'), raw('b')];

    expect(all([TRUE, a, b]).text).toBe('(a AND b)');
    expect(all([a, FALSE])).toBe(FALSE);
    expect(all([])).toBe(TRUE);
    expect(any([a, FALSE])).toBe(a);
    expect(any([a, TRUE])).toBe(TRUE);
    expect(any([])).toBe(FALSE);
    expect(not(TRUE)).toBe(FALSE);
    expect(not(a).text).toBe('NOT (a)');
  });
});
