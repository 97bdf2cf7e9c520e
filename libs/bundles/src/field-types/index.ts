import type { FieldTypeName } from '../field.js';
import { boolean } from './boolean.js';
import { dateRange, datetime, timestamp } from './date.js';
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

/**
 * All field types by name. A new one is a file of this folder, a row here and its name in `FieldTypeName`; in the
 * administration a label (`content-model/field-type-labels.ts`), an input (`entries/widgets/index.ts`) and, where it can be
 * filtered, its kind (`entries/list/filter-choices.ts`).
 */
export const FIELD_TYPES: Readonly<Record<FieldTypeName, FieldType>> = {
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
};
