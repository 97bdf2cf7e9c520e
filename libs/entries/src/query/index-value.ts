import { type Property, propertyValue, type ValueKind } from '@content-service/bundles';
import type { Json } from '@content-service/kernel';
import type { Entry } from '../entry.js';
import type { IndexValue } from './filter.js';
import { fold } from './fold.js';

/** One value a property has in an entry, with its place in the field. */
export interface PlacedValue {
  readonly delta: number;
  readonly value: IndexValue;
  /** What STARTS_WITH, CONTAINS and ENDS_WITH look at. */
  readonly text: string;
}

/**
 * The values of one property of an entry in the form they are compared in; absent values are left out. An entry that was
 * written before the field was changed may have a list where there is one value now, or one where there is a list, or
 * values that the present type cannot compare: the latter count as absent.
 */
export function indexValuesOf(
  entry: Entry,
  field: { readonly name: string; readonly multiple: boolean },
  property: Property,
): PlacedValue[] {
  const stored = entry.attributes[field.name] ?? null;
  const list: readonly Json[] = isList(stored) ? stored : [stored];
  const items = field.multiple ? list : list.slice(0, 1);
  return items.flatMap((item, delta) => {
    const json = propertyValue(item, property);
    if (json === null || !IS_COMPARABLE[property.kind](json)) return [];
    const value = indexValue(json, property);
    return [{ delta, value, text: typeof value === 'string' ? value : textForm(json, property) }];
  });
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
const isPlain = (json: Json): boolean => typeof json !== 'object';
const isMoment = (json: Json): boolean =>
  typeof json === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(json) && !Number.isNaN(Date.parse(json));

const IS_COMPARABLE: Readonly<Record<ValueKind, (json: Json) => boolean>> = {
  string: isPlain,
  text: isPlain,
  uuid: isPlain,
  integer: Number.isSafeInteger,
  float: Number.isFinite,
  decimal: (json) => typeof json === 'string' && /^-?\d+(\.\d+)?$/.test(json),
  boolean: (json) => typeof json === 'boolean',
  timestamp: isMoment,
  datetime: isMoment,
  date: isMoment,
};

/** The comparable form of a stored value: see `IndexValue`. */
export function indexValue(json: Json, property: Property): IndexValue {
  switch (property.kind) {
    case 'string':
    case 'text':
      return property.caseSensitive ? asText(json) : fold(asText(json));
    case 'uuid':
      return asText(json).toLowerCase();
    case 'integer':
    case 'float':
      return Number(json);
    case 'decimal':
      return scaledDecimal(asText(json), property.scale);
    case 'boolean':
      return json === true ? 1 : 0;
    case 'timestamp':
    case 'datetime':
    case 'date':
      return Math.floor(Date.parse(asText(json)) / 1000);
  }
}

/** The text that the text operators look at: seconds for timestamps, ISO text in UTC for dates, else what documents show. */
export function textForm(json: Json, property: Property): string {
  switch (property.kind) {
    case 'string':
    case 'text':
    case 'uuid':
      return indexValue(json, property) as string;
    case 'boolean':
    case 'timestamp':
      return String(indexValue(json, property));
    case 'datetime':
      return new Date(Date.parse(asText(json))).toISOString().slice(0, 19);
    case 'integer':
    case 'float':
    case 'decimal':
    case 'date':
      return asText(json);
  }
}

/** Comparable values are never objects. */
function asText(json: Json): string {
  return typeof json === 'object' ? JSON.stringify(json) : String(json);
}

/** `"12.50"` with scale 2 is `1250n`. Digits that the scale has no place for are cut off. */
function scaledDecimal(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return text.startsWith('-') ? -digits : digits;
}
