/** The days of a month in whole weeks from Monday on, as midnights of the browser's time zone. @param month such as `2026-12` */
export function listWeeks(month: string): readonly (readonly Date[])[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = new Date(year, number - 1, 1);
  // Sunday is 0.
  const before = (first.getDay() + 6) % 7;
  const length = new Date(year, number, 0).getDate();
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => new Date(year, number - 1, 1 - before + 7 * week + day)),
  );
}

/** Such as `2026-12`. */
export function toMonth(date: Date): string {
  return toDay(date).slice(0, 7);
}

/** Such as `2026-12-31`, in the browser's time zone. */
export function toDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The month that is as many months later. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toMonth(new Date(year, number - 1 + count, 1));
}

/** Whether a text is a month such as `2026-12`. */
export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}
