import {
  type Field,
  FIELD_TYPES,
  isMultiple,
  NOW,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { nullable, type Schema } from '../elements/schema.js';

/** Hidden fields do not appear in documents. */
export function getVisibleAttributes({ attributes }: ResourceType): readonly Field[] {
  return attributes.filter(({ hidden }) => hidden !== true);
}

/**
 * Schema of an attribute in responses. A field that became required later is `null` in older entries, so only
 * required base fields are never `null`.
 */
export function readAttributeSchema(field: Field, { entityType }: ResourceType): Schema {
  const isBase = entityType.baseFields.includes(field);
  return attributeSchema(field, isBase && isAlwaysSet(field));
}

/**
 * Schema of an attribute in request bodies, with its default for new entries: the initial value, or the one that forms
 * suggest (JSON Schema 2020-12, «default» is an annotation).
 */
export function writeAttributeSchema(field: Field): Schema {
  const { initial, defaultValue } = field;
  const constant = initial === NOW ? undefined : (initial ?? defaultValue);
  return {
    ...attributeSchema(field, isAlwaysSet(field)),
    ...(constant === undefined ? {} : { default: constant }),
  };
}

function attributeSchema(field: Field, always: boolean): Schema {
  return {
    ...valueSchema(field, always),
    ...formatTexts(field),
    ...(field.readOnly === true ? { readOnly: true } : {}),
  };
}

function valueSchema(field: Field, always: boolean): Schema {
  const type = FIELD_TYPES[field.type];
  const one = type.buildSchema(field);
  const isNeverNull = always || (type.absentValue ?? null) !== null;
  if (!isMultiple(field)) return isNeverNull ? one : nullable(one);
  return { type: 'array', items: one, ...listBounds(field, always) };
}

/** The label, unless it repeats the name, and the help text. */
export function formatTexts({ name, label, description }: Field): Schema {
  return {
    ...(label === name ? {} : { title: label }),
    ...(description === undefined ? {} : { description }),
  };
}

export function listBounds({ cardinality }: Field, always: boolean): Schema {
  return {
    ...(always ? { minItems: 1 } : {}),
    ...(cardinality === UNLIMITED ? {} : { maxItems: cardinality }),
  };
}

function isAlwaysSet({ required, initial }: Field): boolean {
  return required || initial !== undefined;
}

/** Converts fields to an object with their names as keys. */
export function mapByName<T>(
  fields: readonly Field[],
  convert: (field: Field) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(fields.map((field) => [field.name, convert(field)]));
}
