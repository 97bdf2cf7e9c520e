import type { Json } from '@content-service/kernel';
import type { FieldSettings, FormDisplay } from './field-settings.js';

/** The names of the field types, in the order of lists. `FIELD_TYPES` holds the rules of each. */
export type FieldTypeName =
  | 'string'
  | 'string_long'
  | 'text_long'
  | 'text_with_summary'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'timestamp'
  | 'datetime'
  | 'daterange'
  | 'list_string'
  | 'email'
  | 'link'
  | 'json'
  | 'entity_reference'
  | 'file'
  | 'image'
  | 'path'
  | 'menu_link_parent'
  | 'file_uri'
  | 'focal_point';

/** Cardinality without a bound. */
export const UNLIMITED = -1;

/** The initial value of times: the moment of creation. */
export const NOW = 'now';

export interface Field {
  /** The machine name: the key in `attributes` or `relationships`. */
  readonly name: string;
  readonly type: FieldTypeName;
  readonly label: string;
  /** The maximum number of values, or `UNLIMITED`. */
  readonly cardinality: number;
  readonly required: boolean;
  readonly settings: FieldSettings;
  /** The help text for editors, shown beside the input and as `description` of the JSON Schema. */
  readonly description?: string;
  /** The example that forms show in an empty input. */
  readonly placeholder?: string;
  /**
   * The value with which forms begin a new entry, in the form of request bodies; of a field with several values their list.
   * The API does not apply it: an entry that is created without the field has no value.
   */
  readonly defaultValue?: Json;
  /** Where forms show the field; absent for the main column without a group. */
  readonly formDisplay?: FormDisplay;
  /** The value that the service gives to new entries. A field with an initial value always has a value. */
  readonly initial?: Json;
  /** Set by the service: a body may repeat its value but not change it. */
  readonly readOnly?: true;
  /** The form of the values of a base field of type `string`: paths of the site (`parseSitePath`), or names of its menus. */
  readonly format?: 'path' | 'menu';
  /** The only values of a base field of type `integer`. */
  readonly onlyValues?: readonly number[];
  /** Never shown; filters and sorts use it with `content:administer` only (the login name of a user). */
  readonly hidden?: true;
}

/**
 * Creates a field. The defaults: one optional value, no settings, the name as label.
 *
 * @example defineField('field_tags', 'entity_reference', { cardinality: UNLIMITED })
 */
export function defineField(
  name: string,
  type: FieldTypeName,
  rest: Partial<Omit<Field, 'name' | 'type'>> = {},
): Field {
  return { name, type, label: name, cardinality: 1, required: false, settings: {}, ...rest };
}

export function isMultiple(field: Field): boolean {
  return field.cardinality !== 1;
}

/**
 * How a property compares. The kind determines the meaning of the filter operators, the column type of the index tables
 * and the text that STARTS_WITH, CONTAINS and ENDS_WITH search.
 */
export type ValueKind =
  | 'string' // at most 255 characters, indexed whole
  | 'text' // any length
  | 'uuid'
  | 'integer'
  | 'decimal' // exact, with a fixed number of digits after the point
  | 'float'
  | 'boolean'
  | 'timestamp' // UNIX seconds, RFC 3339 in documents
  | 'datetime' // UNIX seconds, RFC 3339 in documents
  | 'date'; // UNIX seconds of the day's start, YYYY-MM-DD in documents

/** One comparable part of a field: the whole value of a plain field, or one member of a compound one. */
export interface Property {
  /** The member's name (`uri` in `field_links.uri`); empty for the value of a plain field. */
  readonly name: string;
  readonly kind: ValueKind;
  /** Only for strings: compare as written, not folded. */
  readonly caseSensitive: boolean;
  /** Only for decimals: digits after the point. */
  readonly scale: number;
}

export function defineProperty(kind: ValueKind, name = '', options: Partial<Property> = {}): Property {
  return { name, kind, caseSensitive: false, scale: 0, ...options };
}

/** The value of a property in one stored item of its field, or `null`. */
export function getPropertyValue(item: Json, property: Property): Json {
  // A file whose address has no members yet was written by an earlier version of the service.
  if (property.name === '' || typeof item === 'string') return item;
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return null;
  return (item as Readonly<Record<string, Json>>)[property.name] ?? null;
}
