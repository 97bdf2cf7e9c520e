import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import type { Json } from '../jsonapi/document.js';
import type { Field } from '../management-api/resources.js';
import { isObject } from './values.js';

/** The members of an object value that represent it in a table, in order of preference. */
const MEMBERS = ['title', 'value', 'uri', 'alias'] as const;

/** A field value as one line of text for a table; empty without a value. */
export function formatCell(field: Field, value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item: Json) => formatCell(field, item)).join(', ');
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'string') return formatText(field, value);
  if (typeof value === 'number') return String(value);
  if (field.type === 'json' || !isObject(value)) return JSON.stringify(value);
  if (field.type === 'daterange')
    return [value['value'], value['end_value']].map((end) => formatCell(field, end)).join(' – ');
  if (field.type === 'file_uri') return formatCell(field, value['url']);
  if (field.type === 'focal_point') return formatPoint(value);
  const member = MEMBERS.find((name) => typeof value[name] === 'string' && value[name] !== '');
  return member === undefined ? '' : formatCell(field, value[member]);
}

/** Such as `50% from the left, 30% from the top`. */
function formatPoint({ x, y }: Readonly<Record<string, Json>>): string {
  return t`${i18n.number(Number(x))}% from the left, ${i18n.number(Number(y))}% from the top`;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const FORMATTED = ['text_long', 'text_with_summary'];

function formatText({ type, settings }: Field, text: string): string {
  if (DATE_TIME.test(text)) return i18n.date(text, { dateStyle: 'medium', timeStyle: 'short' });
  if (FORMATTED.includes(type))
    return text
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return settings.allowedValues?.find(({ value }) => value === text)?.label ?? text;
}
