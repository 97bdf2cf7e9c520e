import type { Field, FieldTypeName } from '../field.js';
import { boolean } from './boolean.js';
import { dateRange, datetime, timestamp } from './date.js';
import { email } from './email.js';
import type { FieldType } from './field-type.js';
import { file, fileUri, focalPoint, image } from './file.js';
import { textLong, textWithSummary } from './formatted-text.js';
import { json } from './json.js';
import { link } from './link.js';
import { listString } from './list.js';
import { menuLinkParent } from './menu-link-parent.js';
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
  file,
  image,
  path,
  menu_link_parent: menuLinkParent,
  file_uri: fileUri,
  focal_point: focalPoint,
};

/** The types of base fields alone, which no field of a bundle has. */
const BASE_FIELD_TYPES: readonly string[] = ['path', 'menu_link_parent', 'file_uri', 'focal_point'];

/** The types that fields of bundles can have. */
export const NEW_FIELD_TYPES = (Object.keys(FIELD_TYPES) as FieldTypeName[]).filter(
  (name) => !BASE_FIELD_TYPES.includes(name),
);

/** Whether the values of a field are linkage. */
export function isReference({ type }: Pick<Field, 'type'>): boolean {
  return FIELD_TYPES[type].reference === true;
}

/** Whether documents have a field under `relationships`: a reference that they do not show as an attribute. */
export function isRelationship({ type }: Pick<Field, 'type'>): boolean {
  return FIELD_TYPES[type].reference === true && FIELD_TYPES[type].formatTarget === undefined;
}
