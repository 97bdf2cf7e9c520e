import {
  type Field,
  FIELD_TYPES,
  isMultiple,
  isReference,
  type ResourceType,
} from '@content-service/bundles';
import { Entry, type Identifier } from '@content-service/entries';
import { formatDateTime, type Json, type Uuid } from '@content-service/kernel';
import { EXAMPLE_MODEL } from './example-model.js';

/** The values of an entry of the example model; fields that are not named are empty. */
export interface Values {
  /** Default: true. */
  readonly published?: boolean;
  readonly attributes?: Readonly<Record<string, Json>>;
  readonly relationships?: Readonly<Record<string, readonly Identifier[]>>;
}

/** An entry as it is stored: with every field its type has, and head and attributes in agreement. */
export function exampleEntry(id: Uuid, typeName: string, position: number, values: Values): Entry {
  const type = resourceType(typeName);
  const published = values.published ?? true;
  // Old entries late and new ones early: nothing but `position` may decide the order of creation.
  const created = 1_700_000_000 - (position % 7) * 86_400;
  const changed = created + 60;
  const given: Readonly<Record<string, Json>> = {
    status: published,
    created: formatDateTime(created),
    changed: formatDateTime(changed),
    langcode: 'en',
    ...values.attributes,
  };
  const fields = [...type.fields.values()];
  const attributes = fields
    .filter((field) => !isReference(field))
    .map((field): [string, Json] => [field.name, given[field.name] ?? absent(field)]);
  const relationships = fields
    .filter(isReference)
    .map(({ name }): [string, readonly Identifier[]] => [name, values.relationships?.[name] ?? []]);
  const modelVersion = EXAMPLE_MODEL.version;
  return Entry.of(
    { id, type: typeName, published, created, changed, version: 1, position, modelVersion },
    Object.fromEntries(attributes),
    Object.fromEntries(relationships),
  );
}

export function resourceType(name: string): ResourceType {
  const type = EXAMPLE_MODEL.find(name);
  if (type === undefined) throw new Error(`The example has no type ${name}.`);
  return type;
}

function absent(field: Field): Json {
  return isMultiple(field) ? [] : (FIELD_TYPES[field.type].absentValue ?? null);
}
