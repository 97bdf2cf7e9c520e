import { isMonth } from './calendar-month.js';

/** The search parameters of the screen of schedules. */
export interface ScheduleSearch {
  /** The month of the calendar, such as `2026-12`; the publications are a list without it. */
  readonly month?: string | undefined;
}

export function parseScheduleSearch({ month }: Readonly<Record<string, unknown>>): ScheduleSearch {
  return isMonth(month) ? { month } : {};
}
