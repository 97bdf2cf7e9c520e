/** The clock of the service. Domain code takes the time from here only, so that tests control it. */
export abstract class Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  abstract microseconds(): number;

  /** Whole seconds since 1970-01-01T00:00:00Z: the unit of every time inside the service. */
  now(): number {
    return Math.floor(this.microseconds() / 1_000_000);
  }
}

/** The system time, exact to the millisecond. Follows changes of the system time. */
export class SystemClock extends Clock {
  override microseconds(): number {
    return Date.now() * 1000;
  }
}

/** A clock for tests: it stands still until `advance`. */
export class FakeClock extends Clock {
  constructor(private seconds = 1_700_000_000) {
    super();
  }

  override microseconds(): number {
    return this.seconds * 1_000_000;
  }

  advance(seconds: number): void {
    this.seconds += seconds;
  }
}

/** Date, `T`, time and offset, whose colon and minutes may be left out (ISO 8601 §4.2.5.1). */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(Z|([+-]\d\d)(?::?(\d\d))?)$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** 9999-12-31T23:59:59Z: documents show years with four digits. */
const LATEST = 253_402_300_799;
/** 0001-01-01T00:00:00Z. */
const EARLIEST = -62_135_596_800;

/**
 * UNIX seconds of a date-time with an offset, or `undefined`: RFC 3339 §5.6, and ISO 8601 as Python, Java and PHP write it
 * (`2024-01-31T12:00:00+0200`). Fractions of a second are cut off.
 */
export function parseDateTime(text: string): number | undefined {
  const [, day, time, , hours, minutes = '00'] = DATE_TIME.exec(text) ?? [];
  if (day === undefined || time === undefined || parseDate(day) === undefined) return undefined;
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  return withinSupportedRange(Math.floor(Date.parse(`${day}T${time}${offset}`) / 1000));
}

/** UNIX seconds of the start (UTC) of a day such as `2024-01-31`, or `undefined` when there is no such day. */
export function parseDate(text: string): number | undefined {
  if (!DAY.test(text)) return undefined;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  // Some engines parse 2023-02-30 as 2023-03-02.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== text)
    return undefined;
  return withinSupportedRange(milliseconds / 1000);
}

/** The UNIX seconds, or `undefined` outside of the years 1 to 9999, which documents can show. */
export function withinSupportedRange(seconds: number): number | undefined {
  return seconds >= EARLIEST && seconds <= LATEST ? seconds : undefined;
}

/** RFC 3339 as documents show it: `2023-11-21T10:00:00+00:00`. */
export function formatDateTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
}
