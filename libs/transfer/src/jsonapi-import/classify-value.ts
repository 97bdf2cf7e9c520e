import { FIELD_TYPES, type FieldTypeName, InvalidValue } from '@content-service/bundles';
import { defineField, TextFormatter } from '@content-service/bundles';
import { isJsonObject, type Json, type JsonObject, parseDate, parseDateTime } from '@content-service/kernel';

/** The class of a value of a document. The classes are field types, `date` apart, and shapes of single base fields. */
export type ValueClass =
  | Exclude<FieldTypeName, 'timestamp' | 'list_string' | 'entity_reference'>
  | 'date'
  | 'day_range'
  /** A whole number beyond 2^53, as text. */
  | 'long_integer'
  /** `{value, url}` of a file. */
  | 'file_uri';

/** Databases index strings of up to 255 characters whole. */
const STRING_MAXIMUM = 255;
/** A number with a point, as Drupal writes decimals; without leading zeros, so that it stays as it is. */
const DECIMAL = /^-?(?:0|[1-9]\d{0,15})\.\d{1,9}$/;
/** All digits of a decimal that every database stores. */
const DECIMAL_DIGITS_MAXIMUM = 18;

/** Whole numbers with so many digits are no longer exact, so `parseLossless` reads them as text. */
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;

const EMAIL = defineField('email', 'email');

/** HTML is made when a value is stored; a check needs none. */
export class NoHtml extends TextFormatter {
  override toHtml(): string {
    return '';
  }
}

const CONTEXT = { formatter: new NoHtml() };

/** The class of one item of an attribute. @param item not `null` */
export function classifyValue(item: Json): ValueClass {
  if (typeof item === 'boolean') return 'boolean';
  if (typeof item === 'number') return Number.isSafeInteger(item) ? 'integer' : 'float';
  if (typeof item === 'string') return classifyText(item);
  if (isJsonObject(item)) return classifyObject(item);
  return 'json';
}

function classifyText(text: string): ValueClass {
  if (parseDateTime(text) !== undefined) return 'datetime';
  if (parseDate(text) !== undefined) return 'date';
  if (DECIMAL.test(text) && text.replace(/\D/g, '').length <= DECIMAL_DIGITS_MAXIMUM) return 'decimal';
  if (LONG_INTEGER.test(text) && text.length <= STRING_MAXIMUM) return 'long_integer';
  if (isEmail(text)) return 'email';
  return text.length <= STRING_MAXIMUM && !/[\r\n]/.test(text) ? 'string' : 'string_long';
}

function isEmail(text: string): boolean {
  if (!text.includes('@')) return false;
  try {
    return FIELD_TYPES.email.parse(text, EMAIL, CONTEXT) !== null;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return false;
  }
}

function classifyObject(object: JsonObject): ValueClass {
  const has = (...names: readonly string[]): boolean => names.every((name) => Object.hasOwn(object, name));
  // A table, for example, has a list under `value`.
  const isText = (name: string): boolean => object[name] === null || typeof object[name] === 'string';
  if (has('value', 'format') && isText('value')) return has('summary') ? 'text_with_summary' : 'text_long';
  if (has('uri') && isText('uri') && (has('title') || has('options'))) return 'link';
  if (has('alias') && has('langcode')) return 'path';
  if (has('value', 'end_value')) return classifyRange(object);
  if (has('value', 'url')) return 'file_uri';
  return 'json';
}

function classifyRange({ value, end_value: end }: JsonObject): ValueClass {
  const dates = [value, end ?? value];
  if (dates.every((date) => typeof date === 'string' && parseDate(date) !== undefined)) return 'day_range';
  return dates.every((date) => typeof date === 'string' && parseDateTime(date) !== undefined)
    ? 'daterange'
    : 'json';
}
