import type { Json } from '@content-service/kernel';
import type { FieldTypeName } from './field-type-name.js';

/** Cardinality without a bound. */
export const UNLIMITED = -1;

/** What a field type can be told; each type uses its own part. */
export interface FieldSettings {
  /** Characters (code points). */
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** All digits of a decimal. */
  readonly precision?: number;
  /** Digits of a decimal behind the point. */
  readonly scale?: number;
  readonly allowedValues?: readonly { readonly value: string; readonly label: string }[];
  readonly datetimeType?: 'date' | 'datetime';
  /** Resource types an entity_reference may point at. */
  readonly targetTypes?: readonly string[];
  /** Strings compare as written, not folded. */
  readonly caseSensitive?: boolean;
}

/** The initial value of times: the moment of creation. */
export const NOW = 'now';

export interface Field {
  /** The machine name: the key in `attributes` or `relationships`. */
  readonly name: string;
  readonly type: FieldTypeName;
  readonly label: string;
  /** 1, the greatest number of values, or `UNLIMITED`. */
  readonly cardinality: number;
  readonly required: boolean;
  readonly settings: FieldSettings;
  /** What a new entry has when nothing is said. A field with an initial value has a value at all times. */
  readonly initial?: Json;
  /** Kept by the service: a body may repeat its value, not change it. */
  readonly readOnly?: true;
  /** Never shown; filters and sorts reach it with `content:administer` only (the login name of a user). */
  readonly hidden?: true;
}

/**
 * A field as most are, one value that may be missing and a label like its name, but for what is said:
 * `defineField('field_tags', 'entity_reference', { cardinality: UNLIMITED })`.
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

export function isReference(field: Field): boolean {
  return field.type === 'entity_reference';
}
