import { formatDateOperand, toDateFilters } from './date-filters.js';

const NOW = new Date(2026, 9, 12, 15, 30);
const midnight = (month: number, day: number): string => new Date(2026, month - 1, day).toISOString();

describe('toDateFilters', () => {
  it.each<[string, string, { start?: string; end?: string }]>([
    ['on', '2026-10-12', { start: midnight(10, 12), end: midnight(10, 13) }],
    ['before', '2026-10-12', { end: midnight(10, 12) }],
    ['after', '2026-10-31', { start: midnight(11, 1) }],
    ['between', '2026-10-01/2026-10-31', { start: midnight(10, 1), end: midnight(11, 1) }],
    ['last', '7', { start: midnight(10, 5), end: midnight(10, 13) }],
    ['period', 'today', { start: midnight(10, 12), end: midnight(10, 13) }],
    ['period', 'yesterday', { start: midnight(10, 11), end: midnight(10, 12) }],
    ['period', 'tomorrow', { start: midnight(10, 13), end: midnight(10, 14) }],
    ['period', 'this-week', { start: midnight(10, 12), end: midnight(10, 19) }],
    ['period', 'last-week', { start: midnight(10, 5), end: midnight(10, 12) }],
    ['period', 'this-month', { start: midnight(10, 1), end: midnight(11, 1) }],
    ['period', 'last-month', { start: midnight(9, 1), end: midnight(10, 1) }],
    ['period', 'this-year', { start: midnight(1, 1), end: midnight(13, 1) }],
  ])('compares a moment %s %s with midnights of the local time zone', (operator, value, { start, end }) => {
    expect(toDateFilters({ path: 'created', operator, value }, true, NOW)).toEqual([
      ...(start === undefined ? [] : [{ path: 'created', operator: '>=', value: start }]),
      ...(end === undefined ? [] : [{ path: 'created', operator: '<', value: end }]),
    ]);
  });

  it('ends the week of a Sunday with that day, in the next month and year', () => {
    const sunday = new Date(2027, 0, 3, 23, 59);

    expect(toDateFilters({ path: 'created', operator: 'period', value: 'this-week' }, false, sunday)).toEqual(
      [
        { path: 'created', operator: '>=', value: '2026-12-28' },
        { path: 'created', operator: '<', value: '2027-01-04' },
      ],
    );
  });

  it('compares days without a time as days', () => {
    const condition = { path: 'field_day', operator: 'on', value: '2026-12-31' };

    expect(toDateFilters(condition, false, NOW)).toEqual([
      { path: 'field_day', operator: '>=', value: '2026-12-31' },
      { path: 'field_day', operator: '<', value: '2027-01-01' },
    ]);
  });

  it.each([
    ['>', '2026-10-12'],
    ['on', 'soon'],
    ['on', '2026-13-01'],
    ['between', '2026-10-12'],
    ['last', '0'],
    ['last', '1e9'],
    ['period', 'someday'],
  ])('has no filters for %s %s', (operator, value) => {
    expect(toDateFilters({ path: 'created', operator, value }, true, NOW)).toBeUndefined();
  });
});

describe('formatDateOperand', () => {
  it.each([
    ['between', '2026-10-01/2026-10-31', '2026-10-01 and 2026-10-31'],
    ['last', '1', '1 day'],
    ['last', '7', '7 days'],
    ['period', 'this-month', 'this month'],
    ['on', '2026-10-12', '2026-10-12'],
    ['CONTAINS', 'a/b', 'a/b'],
  ])('writes %s %s as %s', (operator, value, text) => {
    expect(formatDateOperand(operator, value)).toBe(text);
  });
});
