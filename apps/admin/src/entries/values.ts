import type { Field } from '../manage/shapes.js';
import type { Json, Linkage, Resource } from '../jsonapi/document.js';
import type { Members } from '../jsonapi/json-api.js';

/** What the fields of an entry hold, by name; of a reference its linkage. */
export type Values = Readonly<Record<string, Json>>;

/** The values of an entry as they are edited: without what the service makes of them. */
export function valuesOf({ attributes, relationships = {} }: Resource, fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isReference(field)
        ? ((relationships[field.name]?.data ?? absent(field)) as Json)
        : withoutProcessed(attributes[field.name] ?? absent(field)),
    ]),
  );
}

/** What a new entry begins with. */
export function initialValues(fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.name === 'status' ? true : absent(field)]),
  );
}

/** The members of a body that writes these values. */
export function membersOf(values: Values, fields: readonly Field[]): Members {
  const named = fields.filter(({ name }) => name in values);
  const value = ({ name }: Field): Json => values[name] ?? null;
  return {
    attributes: Object.fromEntries(
      named.filter((field) => !isReference(field)).map((field) => [field.name, withoutGaps(value(field))]),
    ),
    relationships: Object.fromEntries(
      named.filter(isReference).map((field) => [field.name, { data: value(field) as Linkage }]),
    ),
  };
}

/** Where a field stands in such a body. */
export function pointerTo(field: Field): string {
  return `/data/${isReference(field) ? 'relationships' : 'attributes'}/${field.name}`;
}

export function isReference({ type }: Field): boolean {
  return type === 'entity_reference';
}

function absent({ cardinality }: Field): Json {
  return cardinality === 1 ? null : [];
}

/** Lines of a list that were added and left empty. */
function withoutGaps(value: Json): Json {
  return Array.isArray(value) ? value.filter((one) => one !== null) : value;
}

function withoutProcessed(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutProcessed);
  if (!isObject(value) || !('processed' in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'processed'));
}

export function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
