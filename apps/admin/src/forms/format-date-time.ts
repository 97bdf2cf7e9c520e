const FORMAT = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/**
 * A date and time of the browser's time zone with the name of the zone, such as «Nov 23, 2026, 02:05:31 PM GMT+1».
 *
 * @param at RFC 3339
 */
export function formatDateTime(at: string): string {
  return FORMAT.format(new Date(at));
}

/** A duration, such as «350 ms», «2.5 s» or «3 min». */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${formatNumber(seconds)} s`;
  if (seconds < 3600) return `${formatNumber(seconds / 60)} min`;
  return seconds < 86_400 ? `${formatNumber(seconds / 3600)} h` : `${formatNumber(seconds / 86_400)} d`;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}
