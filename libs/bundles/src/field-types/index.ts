import type { Json } from '@content-service/kernel';
import { type Field, isMultiple } from '../field.js';
import type { FieldTypeName } from '../field-type-name.js';
import { boolean } from './boolean.js';
import { dateRange } from './date-range.js';
import { datetime } from './date.js';
import { email } from './email.js';
import type { FieldType } from './field-type.js';
import { textLong, textWithSummary } from './formatted-text.js';
import { json } from './json.js';
import { link } from './link.js';
import { listString } from './list.js';
import { decimal, float, integer } from './number.js';
import { path } from './path.js';
import { entityReference } from './reference.js';
import { string, stringLong } from './text.js';
import { timestamp } from './timestamp.js';

/** All field types. A new one is a file of this folder, a line here, and its name in `field-type-name.ts`. */
export const FIELD_TYPES = {
  string,
  string_long: stringLong,
  text_long: textLong,
  text_with_summary: textWithSummary,
  integer,
  decimal,
  float,
  boolean,
  timestamp,
  datetime,
  daterange: dateRange,
  list_string: listString,
  email,
  link,
  json,
  entity_reference: entityReference,
  path,
} satisfies Record<FieldTypeName, FieldType>;

export function fieldType(name: FieldTypeName): FieldType {
  return FIELD_TYPES[name];
}

/** What a field without a value shows. */
export function absentValue(field: Field): Json {
  return isMultiple(field) ? [] : (fieldType(field.type).absent ?? null);
}
