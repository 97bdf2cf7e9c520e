import { all, any, FALSE, join, not, raw, sql, TRUE } from './sql.js';

describe('sql', () => {
  it('binds every value that is not a piece of SQL', () => {
    const written = sql`SELECT id FROM ${raw('entry')} WHERE id = ${"' OR 1 = 1 --"} AND version IN (${join([sql`${1}`, sql`${2}`])})`;

    expect(written.text).toBe('SELECT id FROM entry WHERE id = ? AND version IN (?, ?)');
    expect(written.values).toEqual(["' OR 1 = 1 --", 1, 2]);
  });

  it('omits constant conditions', () => {
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
