import { plural, t } from '@lingui/core/macro';
import type { Filter } from '../../jsonapi/query.js';
import { getOwn } from '../../own-members.js';
import type { Condition } from './condition.js';

/** Operators of dates in conditions; the service has none of these names. */
export const DATE_OPERATORS = ['on', 'period', 'before', 'after', 'between', 'last'] as const;

/** Ranges that move with the present day, with their labels. Weeks begin on Monday (ISO 8601). */
export const PERIODS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'today', label: t`today` },
  { value: 'yesterday', label: t`yesterday` },
  { value: 'tomorrow', label: t`tomorrow` },
  { value: 'this-week', label: t`this week` },
  { value: 'last-week', label: t`last week` },
  { value: 'next-week', label: t`next week` },
  { value: 'this-month', label: t`this month` },
  { value: 'last-month', label: t`last month` },
  { value: 'next-month', label: t`next month` },
  { value: 'this-year', label: t`this year` },
  { value: 'last-year', label: t`last year` },
];

/** Days as `2026-01-31`; `end` is not among them. Without `start` or `end` the range is open. */
interface DayRange {
  readonly start?: string;
  readonly end?: string;
}

const RANGES: Readonly<Record<string, (value: string, today: string) => DayRange>> = {
  on: (day) => ({ start: day, end: addDays(day, 1) }),
  before: (day) => ({ end: day }),
  after: (day) => ({ start: addDays(day, 1) }),
  between: (days) => {
    const [first = '', last = ''] = days.split('/');
    return { start: first, end: addDays(last, 1) };
  },
  period: (name, today) => {
    const [which = '', unit = ''] = name.split('-');
    if (unit === '') return toRange('day', getOwn(DAYS, which) ?? 0, today);
    return toRange(unit as Unit, getOwn(OFFSETS, which) ?? 0, today);
  },
  last: (count, today) => ({ start: addDays(today, -Number(count)), end: addDays(today, 1) }),
};

/**
 * The filters of the service for a condition on a date: the days begin and end at midnight of the time zone of the reader.
 *
 * @param condition its value is a day (`2026-01-31`), two days (`2026-01-01/2026-01-31`), a number of days (`7`) or a
 *   period (`this-month`)
 * @param hasTime whether the field has a time besides the day
 * @param now the present time
 * @returns `undefined` for an operator of the service or an invalid value
 */
export function toDateFilters(
  { path, operator, value }: Condition,
  hasTime: boolean,
  now = new Date(),
): readonly Filter[] | undefined {
  if (!isDateOperand(operator, value)) return undefined;
  const { start, end } = getOwn(RANGES, operator)?.(value, formatDay(now)) ?? {};
  const toOperand = (day: string): string => (hasTime ? toMidnight(day).toISOString() : day);
  return [
    ...(start === undefined ? [] : [{ path, operator: '>=', value: toOperand(start) }]),
    ...(end === undefined ? [] : [{ path, operator: '<', value: toOperand(end) }]),
  ];
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function isDateOperand(operator: string, value: string): boolean {
  if (operator === 'last') return /^[1-9]\d{0,3}$/.test(value);
  if (operator === 'period') return PERIODS.some((period) => period.value === value);
  const days = value.split('/');
  return operator in RANGES && days.length === (operator === 'between' ? 2 : 1) && days.every(isDay);
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text));
}

/** The value of a condition as text: `2026-01-01 and 2026-01-31`, `7 days`, `this month`; unchanged for other operators. */
export function formatDateOperand(operator: string, value: string): string {
  if (operator === 'period') return PERIODS.find((period) => period.value === value)?.label ?? value;
  if (operator === 'between') {
    const [first = '', last = ''] = value.split('/');
    return t`${first} and ${last}`;
  }
  if (operator !== 'last') return value;
  return plural(Number(value), { one: '# day', other: '# days' });
}

const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const OFFSETS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };

type Unit = 'day' | 'week' | 'month' | 'year';

/** The unit that is `offset` units after the current one. */
function toRange(unit: Unit, offset: number, today: string): DayRange {
  return { start: startOf(unit, offset, today), end: startOf(unit, offset + 1, today) };
}

function startOf(unit: Unit, offset: number, today: string): string {
  const date = toMidnight(today);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (unit === 'year') return formatDay(new Date(year + offset, 0, 1));
  if (unit === 'month') return formatDay(new Date(year, month + offset, 1));
  const daysSinceMonday = (date.getDay() + 6) % 7;
  const first = unit === 'week' ? day - daysSinceMonday + 7 * offset : day + offset;
  return formatDay(new Date(year, month, first));
}

/** The beginning of a day in the time zone of the reader. */
function toMidnight(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function formatDay(date: Date): string {
  const pad = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function addDays(day: string, count: number): string {
  const date = toMidnight(day);
  date.setDate(date.getDate() + count);
  return formatDay(date);
}
