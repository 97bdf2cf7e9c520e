import {
  type Field,
  fieldType,
  isMultiple,
  NOW,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { nullable, type Schema } from './schema.js';

/** Hidden fields are no part of any document. */
export function visibleAttributes({ attributes }: ResourceType): readonly Field[] {
  return attributes.filter(({ hidden }) => hidden !== true);
}

/**
 * The values of an attribute in answers. A field that became required later is still `null` in the entries written
 * before, so only base fields are never `null`.
 */
export function shownAttributeSchema(field: Field, { entityType }: ResourceType): Schema {
  const isBase = entityType.baseFields.includes(field);
  return attributeSchema(field, isBase && isAlwaysSet(field));
}

/** The values of an attribute in the body of a write, and the one it has when a new entry says nothing. */
export function writtenAttributeSchema(field: Field): Schema {
  const { initial } = field;
  const isConstant = initial !== undefined && initial !== NOW;
  return { ...attributeSchema(field, isAlwaysSet(field)), ...(isConstant ? { default: initial } : {}) };
}

function attributeSchema(field: Field, always: boolean): Schema {
  return {
    ...valueSchema(field, always),
    ...titleOf(field),
    ...(field.readOnly === true ? { readOnly: true } : {}),
  };
}

function valueSchema(field: Field, always: boolean): Schema {
  const type = fieldType(field.type);
  const one = type.schema(field);
  const isNeverNull = always || (type.absent ?? null) !== null;
  if (!isMultiple(field)) return isNeverNull ? one : nullable(one);
  return { type: 'array', items: one, ...listBounds(field, always) };
}

/** The label, unless it is only the name once more. */
export function titleOf({ name, label }: Field): Schema {
  return label === name ? {} : { title: label };
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
