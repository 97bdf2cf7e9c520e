import { i18n } from '#i18n';
import { plural } from '@lingui/core/macro';

const LENGTH_MAXIMUM = 40;

/** The details of an audit event on one line: lists of more than two values are counted, texts are cut after 40 characters. */
export function formatDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
    .join(', ');
}

function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.length > 2)
    return plural(value.length, { one: '# value', other: '# values' });
  if (typeof value === 'number') return i18n.number(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LENGTH_MAXIMUM ? `${text.slice(0, LENGTH_MAXIMUM)}…` : text;
}
