import type { Json } from '../jsonapi/document.js';
import type { Field } from '../manage/shapes.js';
import { isObject } from './values.js';

/** Which member of a compound value stands for it in a table. */
const MEMBERS = ['title', 'value', 'uri', 'alias'] as const;

/** A value in a few words, for a table; empty when there is none. */
export function cellText(field: Field, value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one: Json) => cellText(field, one)).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return textOf(field, value);
  if (typeof value === 'number') return String(value);
  if (field.type === 'json' || !isObject(value)) return JSON.stringify(value);
  if (field.type === 'daterange')
    return [value['value'], value['end_value']].map((end) => cellText(field, end)).join(' – ');
  const member = MEMBERS.find((name) => typeof value[name] === 'string' && value[name] !== '');
  return member === undefined ? '' : cellText(field, value[member]);
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const FORMATTED = ['text_long', 'text_with_summary'];

function textOf({ type, settings }: Field, text: string): string {
  if (DATE_TIME.test(text))
    return new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  if (FORMATTED.includes(type))
    return text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return settings.allowedValues?.find(({ value }) => value === text)?.label ?? text;
}
