import type { Json } from '@content-service/kernel';

/**
 * How a property compares. The kind decides the meaning of the filter operators, the column of the derived index and
 * the text that STARTS_WITH, CONTAINS and ENDS_WITH look at.
 */
export type ValueKind =
  | 'string' // at most 255 characters, indexed whole
  | 'text' // any length
  | 'uuid'
  | 'integer'
  | 'decimal' // exact, with a fixed number of digits behind the point
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
  /** Only for decimals: digits behind the point. */
  readonly scale: number;
}

/** The value a property has in one stored item of its field; `null` when it has none. */
export function propertyValue(item: Json, property: Property): Json {
  if (property.name === '') return item;
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return null;
  return (item as Readonly<Record<string, Json>>)[property.name] ?? null;
}

export function property(kind: ValueKind, name = '', options: Partial<Property> = {}): Property {
  return { name, kind, caseSensitive: false, scale: 0, ...options };
}
