import type { Field } from '../management-api/resources.js';
import type { Json, Linkage, Resource } from '../jsonapi/document.js';
import type { Members } from '../jsonapi/json-api.js';
import { isFileField } from './file-fields.js';

/** The values of an entry by field name; of a reference field its linkage. */
export type Values = Readonly<Record<string, Json>>;

/** The editable values of an entry, without the members `processed` that the service adds to formatted text. */
export function toValues({ attributes, relationships = {} }: Resource, fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      isReference(field)
        ? ((relationships[field.name]?.data ?? getAbsentValue(field)) as Json)
        : withoutProcessed(attributes[field.name] ?? getAbsentValue(field)),
    ]),
  );
}

/** The empty values of a new entry. */
export function getInitialValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, getAbsentValue(field)]));
}

/** The default values of the fields that have one. */
export function getDefaultValues(fields: readonly Field[]): Values {
  const defaults = fields.map(({ name, defaultValue = null }) => [name, defaultValue] as const);
  return Object.fromEntries(defaults.filter(([, value]) => value !== null));
}

/** The members of a resource object that writes these values. */
export function toMembers(values: Values, fields: readonly Field[]): Members {
  const named = fields.filter(({ name }) => name in values);
  const value = ({ name }: Field): Json => values[name] ?? null;
  return {
    attributes: Object.fromEntries(
      named.filter((field) => !isReference(field)).map((field) => [field.name, withoutNulls(value(field))]),
    ),
    relationships: Object.fromEntries(
      named.filter(isReference).map((field) => [field.name, { data: value(field) as Linkage }]),
    ),
  };
}

/** The JSON pointer of a field in a request body, such as `/data/attributes/title`. */
export function formatPointer(field: Field): string {
  return `/data/${isReference(field) ? 'relationships' : 'attributes'}/${field.name}`;
}

/** Whether the values of a field are links to entries: a relationship of JSON:API. */
export function isReference({ type }: Field): boolean {
  return type === 'entity_reference' || isFileField(type);
}

function getAbsentValue({ cardinality }: Field): Json {
  return cardinality === 1 ? null : [];
}

/** A list without items that were added and left empty. */
function withoutNulls(value: Json): Json {
  return Array.isArray(value) ? value.filter((item) => item !== null) : value;
}

function withoutProcessed(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutProcessed);
  if (!isObject(value) || !('processed' in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'processed'));
}

export function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
