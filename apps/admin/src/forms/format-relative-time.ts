import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

// As numbers: `auto` has «tomorrow» for a time in 47 hours, which is the day after.
const WORDS = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'always' });

/**
 * A time relative to now, such as «3 hours ago» or «in 2 days».
 *
 * @param at RFC 3339
 * @param now epoch milliseconds
 */
export function formatRelativeTime(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return WORDS.format(Math.trunc(seconds / size), unit);
  return seconds > 0 ? t`in a moment` : t`just now`;
}
