import { getPropertyValue, type Property, type ValueKind } from '@content-service/bundles';
import { isUuid, type Json, parseDate, parseDateTime } from '@content-service/kernel';
import type { Entry } from '../entry.js';
import { type IndexValue, type Operator, OPERATORS } from './entry-query.js';
import { fold } from './fold.js';
import { InvalidFilterValue } from './query.errors.js';

/** Numbers by size, texts by their UTF-8 bytes (`<` of JavaScript compares UTF-16 units, unlike every database). */
export function compareIndexValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'string' && typeof b === 'string' && REORDERED.test(a) && REORDERED.test(b))
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}

/** UTF-16 puts surrogates below the units behind them, UTF-8 above. All units before them are below both, in either form. */
const REORDERED = /[\ud800-\uffff]/;

/** A value of a property in an entry, with its index in the field. */
export interface ValueAtDelta {
  readonly delta: number;
  readonly value: IndexValue;
  /** The text that STARTS_WITH, CONTAINS and ENDS_WITH search. */
  readonly text: string;
}

/**
 * The comparable values of one property of an entry. Absent values are omitted. An entry that was written before a change
 * of the field may have a list for a single value or the reverse, and values that the present type cannot compare; the
 * latter are omitted.
 */
export function toIndexValues(
  entry: Entry,
  field: { readonly name: string; readonly multiple: boolean },
  property: Property,
): ValueAtDelta[] {
  const stored = entry.attributes[field.name] ?? null;
  const list: readonly Json[] = isList(stored) ? stored : [stored];
  const end = field.multiple ? list.length : 1;
  const values: ValueAtDelta[] = [];
  for (let delta = 0; delta < end; delta += 1) {
    const json = getPropertyValue(list[delta] ?? null, property);
    if (json === null || !IS_COMPARABLE[property.kind](json)) continue;
    const value = toIndexValue(json, property);
    values.push({ delta, value, text: typeof value === 'string' ? value : toComparableText(json, property) });
  }
  return values;
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
const isScalar = (json: Json): boolean => typeof json !== 'object';
const isDate = (json: Json): boolean =>
  typeof json === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(json) && !Number.isNaN(Date.parse(json));

const IS_COMPARABLE: Readonly<Record<ValueKind, (json: Json) => boolean>> = {
  string: isScalar,
  text: isScalar,
  uuid: isScalar,
  integer: Number.isSafeInteger,
  float: Number.isFinite,
  decimal: (json) => typeof json === 'string' && /^-?\d+(\.\d+)?$/.test(json),
  boolean: (json) => typeof json === 'boolean',
  timestamp: isDate,
  datetime: isDate,
  date: isDate,
};

/** The comparable form of a stored value, see `IndexValue`. */
export function toIndexValue(json: Json, property: Property): IndexValue {
  switch (property.kind) {
    case 'string':
    case 'text':
      return property.caseSensitive ? toText(json) : fold(toText(json));
    case 'uuid':
      return toText(json).toLowerCase();
    case 'integer':
    case 'float':
      return Number(json);
    case 'decimal':
      return toScaledDecimal(toText(json), property.scale);
    case 'boolean':
      return json === true ? 1 : 0;
    case 'timestamp':
    case 'datetime':
    case 'date':
      return Math.floor(Date.parse(toText(json)) / 1000);
  }
}

/** The text for text operators: UNIX seconds of timestamps, ISO text in UTC of dates, otherwise the text of documents. */
export function toComparableText(json: Json, property: Property): string {
  switch (property.kind) {
    case 'string':
    case 'text':
    case 'uuid':
      return toIndexValue(json, property) as string;
    case 'boolean':
    case 'timestamp':
      return String(toIndexValue(json, property));
    case 'datetime':
      return new Date(Date.parse(toText(json))).toISOString().slice(0, 19);
    case 'integer':
    case 'float':
    case 'decimal':
    case 'date':
      return toText(json);
  }
}

function toText(json: Json): string {
  return typeof json === 'object' ? JSON.stringify(json) : String(json);
}

/** `"12.50"` with scale 2 is `1250n`. Further digits are cut off. */
function toScaledDecimal(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return text.startsWith('-') ? -digits : digits;
}

/**
 * A valid filter value that no entry can have, such as an integer outside of the range or text that is no UUID, or one that
 * means nothing, such as a lone accent.
 */
export const UNMATCHABLE = Symbol('unmatchable');

type FilterValue = IndexValue | typeof UNMATCHABLE;

/**
 * Parses the values of a condition to the comparable form of the property.
 *
 * @param parameter the query parameter for errors
 * @throws InvalidFilterValue
 */
export function parseFilterValues(
  operator: Operator,
  texts: readonly string[],
  property: Property,
  parameter: string,
): FilterValue[] {
  if (OPERATORS[operator].comparesText) return texts.map((text) => parseTextOperand(text, property));
  return texts.map((text, index) => {
    const value = parseValue(text, property, getRounding(operator, index));
    if (value !== undefined) return value;
    const hint = isTime(property) && UNENCODED_OFFSET.test(text) ? ENCODING_HINT : '';
    const expected = `${EXPECTED_FORMS[property.kind]}.${hint}`;
    throw new InvalidFilterValue(`"${text}" cannot be read as ${expected}`, parameter);
  });
}

/** The end of a date-time whose `+` was not encoded in the URL and arrived as a space. */
const UNENCODED_OFFSET = / \d\d(:?\d\d)?$/;
const ENCODING_HINT = ' A + means a space in a URL: write it as %2B.';

function isTime({ kind }: Property): boolean {
  return kind === 'timestamp' || kind === 'datetime' || kind === 'date';
}

const EXPECTED_FORMS: Readonly<Record<Property['kind'], string>> = {
  string: 'text',
  text: 'text',
  uuid: 'an id',
  integer: 'a whole number',
  decimal: 'a number',
  float: 'a number',
  boolean: '1, 0, true or false',
  timestamp: 'UNIX seconds or a date',
  datetime: 'UNIX seconds or a date',
  date: 'UNIX seconds or a date',
};

function parseTextOperand(text: string, property: Property): string | typeof UNMATCHABLE {
  const isText = property.kind === 'string' || property.kind === 'text';
  if (!isText) return property.kind === 'uuid' ? text.toLowerCase() : text;
  if (property.caseSensitive) return text;
  const folded = fold(text);
  return folded === '' && text !== '' ? UNMATCHABLE : folded;
}

function parseValue(text: string, property: Property, rounding: Rounding): FilterValue | undefined {
  switch (property.kind) {
    case 'string':
    case 'text':
      return parseTextOperand(text, property);
    case 'uuid':
      return isUuid(text.toLowerCase()) ? text.toLowerCase() : UNMATCHABLE;
    case 'integer':
    case 'float':
      return parseNumber(text.trim(), property.kind);
    case 'decimal':
      return parseDecimal(text.trim(), property.scale, rounding);
    case 'boolean':
      return BOOLEANS.get(text);
    case 'timestamp':
    case 'datetime':
    case 'date':
      return parseTime(text.trim());
  }
}

const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ['1', 1],
  ['true', 1],
  ['0', 0],
  ['false', 0],
]);

const NUMBER = /^-?\d+(\.\d*)?$|^-?\.\d+$/;
const FLOAT = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const NUMBER_MAXIMUM = { integer: Number.MAX_SAFE_INTEGER, float: Number.MAX_VALUE } as const;

function parseNumber(text: string, kind: 'integer' | 'float'): FilterValue | undefined {
  if (!(kind === 'integer' ? NUMBER : FLOAT).test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= NUMBER_MAXIMUM[kind] ? value : UNMATCHABLE;
}

/** How an operand with more digits than the field has is rounded to a value that gives the same result. */
type Rounding = 'exact' | 'floor' | 'ceiling';

function getRounding(operator: Operator, index: number): Rounding {
  if (operator === '>' || operator === '<=') return 'floor';
  if (operator === '>=' || operator === '<') return 'ceiling';
  if (operator === 'BETWEEN' || operator === 'NOT BETWEEN') return index === 0 ? 'ceiling' : 'floor';
  return 'exact';
}

/** The greatest integer of every database. */
const INT64_MAXIMUM = 2n ** 63n - 1n;

function parseDecimal(text: string, scale: number, rounding: Rounding): FilterValue | undefined {
  if (!NUMBER.test(text)) return undefined;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const isExact = /^0*$/.test(fraction.slice(scale));
  const truncated = negative ? -digits : digits;
  const value = isExact ? truncated : round(truncated, negative, rounding);
  if (value === undefined || value > INT64_MAXIMUM || value < -INT64_MAXIMUM) return UNMATCHABLE;
  return value;
}

function round(truncated: bigint, negative: boolean, rounding: Rounding): bigint | undefined {
  if (rounding === 'exact') return undefined;
  if (rounding === 'floor') return negative ? truncated - 1n : truncated;
  return negative ? truncated : truncated + 1n;
}

const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** UNIX seconds of a number, a date-time as `parseDateTime` takes it, a date, or a date-time without an offset, which is UTC. */
function parseTime(text: string): FilterValue | undefined {
  if (/^-?\d+$/.test(text)) {
    const seconds = Number(text);
    return Number.isSafeInteger(seconds) ? seconds : UNMATCHABLE;
  }
  const [, minute, seconds = ':00', offset = 'Z'] = DATE_TIME.exec(text) ?? [];
  return minute === undefined ? parseDate(text) : parseDateTime(minute + seconds + offset);
}
