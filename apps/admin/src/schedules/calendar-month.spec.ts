import { addMonths, isMonth, listWeeks, toDay, toMonth } from './calendar-month.js';

describe('listWeeks', () => {
  it.each([
    ['2026-02', 5, '2026-01-26', '2026-03-01'],
    ['2027-02', 4, '2027-02-01', '2027-02-28'],
    ['2026-11', 6, '2026-10-26', '2026-12-06'],
  ])('%s has %i weeks, from %s to %s', (month, count, first, last) => {
    const weeks = listWeeks(month);

    expect(weeks).toHaveLength(count);
    expect(weeks.flat().map(toDay).at(0)).toBe(first);
    expect(weeks.flat().map(toDay).at(-1)).toBe(last);
    expect(weeks.every((week) => week.length === 7 && week[0]?.getDay() === 1)).toBe(true);
  });
});

describe('months', () => {
  it('are counted over the ends of years', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(toMonth(new Date(2026, 0, 31))).toBe('2026-01');
  });

  it.each([
    ['2026-12', true],
    ['2026-13', false],
    ['2026-1', false],
    [202_612, false],
  ])('%s: %s', (text, expected) => {
    expect(isMonth(text)).toBe(expected);
  });
});
