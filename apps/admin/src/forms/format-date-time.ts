import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';

const FORMAT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
};

/**
 * A date and time of the browser's time zone with the name of the zone, such as «Nov 23, 2026, 02:05:31 PM GMT+1».
 *
 * @param at RFC 3339
 */
export function formatDateTime(at: string): string {
  return i18n.date(at, FORMAT);
}

/** RFC 3339 in UTC and whole seconds, as the APIs take times. */
export function formatRfc3339(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A duration, such as «350 ms», «2.5 s» or «3 min». */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return t`${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return t`${formatNumber(seconds)} s`;
  if (seconds < 3600) return t`${formatNumber(seconds / 60)} min`;
  return seconds < 86_400 ? t`${formatNumber(seconds / 3600)} h` : t`${formatNumber(seconds / 86_400)} d`;
}

function formatNumber(value: number): string {
  return i18n.number(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
}
