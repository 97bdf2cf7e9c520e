const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** 9999-12-31T23:59:59Z: documents show years with four digits. */
const LATEST = 253_402_300_799;
/** 0001-01-01T00:00:00Z. */
const EARLIEST = -62_135_596_800;

/** UNIX seconds of a date-time with an offset (RFC 3339 §5.6), or `undefined`. Fractions of a second are cut off. */
export function secondsOfDateTime(text: string): number | undefined {
  if (!RFC3339.test(text) || secondsOfDay(text.slice(0, 10)) === undefined) return undefined;
  return inDateRange(Math.floor(Date.parse(text.toUpperCase()) / 1000));
}

/** UNIX seconds of the start (UTC) of a day that exists, or `undefined`. */
export function secondsOfDay(text: string): number | undefined {
  if (!DAY.test(text)) return undefined;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  // Date.parse takes 2023-02-30 for the second of March in some engines.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== text)
    return undefined;
  return inDateRange(milliseconds / 1000);
}

/** The seconds, when they fall into the years that documents can show. */
export function inDateRange(seconds: number): number | undefined {
  return seconds >= EARLIEST && seconds <= LATEST ? seconds : undefined;
}

/** RFC 3339 as documents show it: `2023-11-21T10:00:00+00:00`. */
export function formatDateTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
}
