import {
  type Field,
  FIELD_TYPES,
  isMultiple,
  NOW,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { requiresValue } from '@content-service/entries';
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
  return attributeSchema(field, isBase && (field.required || field.initial !== undefined));
}

/**
 * Schema of an attribute in request bodies, which are those of drafts, too, with its default for new entries: the initial value, or the one that forms
 * suggest (JSON Schema 2020-12, «default» is an annotation).
 */
export function writeAttributeSchema(field: Field, type: ResourceType): Schema {
  const { initial, defaultValue } = field;
  const constant = initial === NOW ? undefined : (initial ?? defaultValue);
  return {
    ...attributeSchema(field, initial !== undefined || requiresValue(field, type, false)),
    ...(constant === undefined ? {} : { default: constant }),
  };
}

function attributeSchema(field: Field, always: boolean): Schema {
  return {
    ...valueSchema(field, always),
    ...describeField(field),
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
export function describeField({ name, label, description }: Field): Schema {
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

/** Converts fields to an object with their names as keys. */
export function mapByName<T>(
  fields: readonly Field[],
  convert: (field: Field) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(fields.map((field) => [field.name, convert(field)]));
}
