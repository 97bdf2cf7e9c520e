import {
  type Field,
  type FieldTypeName,
  FIELD_TYPES,
  getTargetTypes,
  isMultiple,
  type ResourceType,
} from '@content-service/bundles';
import { type ApiRoot, buildEntryHref } from '@content-service/jsonapi';
import { getOwn, isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { EXAMPLE_ID } from './document-schemas.js';
import { getVisibleAttributes, mapByName } from './field-schema.js';

const TARGET_ID = '0192f0c8-9b3d-7f40-8a55-2c6d1e7f9b02';

/** Example of an entry in a response, with a value in every field. */
export function buildResponseExample(type: ResourceType, apiRoot: ApiRoot): JsonObject {
  const self = buildEntryHref({ type: type.name, id: EXAMPLE_ID }, apiRoot);
  return {
    type: type.name,
    id: EXAMPLE_ID,
    attributes: mapByName(getVisibleAttributes(type), readExample),
    relationships: mapByName(type.relationships, (field) => ({
      data: linkageExample(field, type),
      links: {
        self: { href: `${self}/relationships/${field.name}` },
        related: { href: `${self}/${field.name}` },
      },
    })),
    links: { self: { href: self } },
  };
}

/**
 * Example of a new entry with the required fields and the custom attributes. It is a valid request unless it
 * references an entry.
 */
export function createResourceExample(type: ResourceType): JsonObject {
  const { baseFields } = type.entityType;
  const attributes = type.attributes.filter((field) => field.required || !baseFields.includes(field));
  const relationships = type.relationships.filter(({ required }) => required);
  return {
    type: type.name,
    attributes: mapByName(attributes, writeExample),
    ...(relationships.length === 0
      ? {}
      : { relationships: mapByName(relationships, (field) => ({ data: linkageExample(field, type) })) }),
  };
}

/** Example of an update of the attribute that every entry of the type has. */
export function updateResourceExample(type: ResourceType): JsonObject {
  const label = type.attributes.filter(({ name }) => name === type.entityType.labelField);
  return { type: type.name, id: EXAMPLE_ID, attributes: mapByName(label, writeExample) };
}

function linkageExample(field: Field, { name }: ResourceType): Json {
  const [type = name] = getTargetTypes(field, name);
  const target = { type, id: TARGET_ID };
  return isMultiple(field) ? [target] : target;
}

/** Example value of a field in a response. */
function readExample(field: Field): Json {
  const one = EXAMPLES[field.type](field);
  return isMultiple(field) ? [one] : one;
}

/** Example value of a field in a request, without the members that the service computes. */
function writeExample(field: Field): Json {
  const one = withoutReadOnly(EXAMPLES[field.type](field), FIELD_TYPES[field.type].buildSchema(field));
  return isMultiple(field) ? [one] : one;
}

const DAY = '2024-03-01';
const MOMENT = '2024-03-01T09:30:00+00:00';
const FORMATTED = {
  value: '<p>It leaves at midnight.</p>',
  format: 'basic_html',
  processed: '<p>It leaves at midnight.</p>',
};

/** Example values of base fields whose text has a form. */
const BASE_EXAMPLES: Readonly<Record<string, string>> = {
  langcode: 'en',
  menu_name: 'main',
  display_name: 'Ada Lovelace',
  filename: 'last-tram.jpg',
  uri: 'public://last-tram.jpg',
  filemime: 'image/jpeg',
};

/** The longest of some texts that a field may hold, none of them cut. */
function textExample(maxLength = Infinity): string {
  return ['The last tram', 'Tram', 'T'].find(({ length }) => length <= maxLength) ?? '';
}

/** Example values by field type; the compiler requires one for each. */
const EXAMPLES: Readonly<Record<FieldTypeName, (field: Field) => Json>> = {
  string: ({ name, settings, format }) =>
    format === 'path' ? '/old-timetable' : (getOwn(BASE_EXAMPLES, name) ?? textExample(settings.maxLength)),
  string_long: () => 'It leaves at midnight.',
  text_long: () => FORMATTED,
  text_with_summary: () => ({ ...FORMATTED, summary: 'A timetable.' }),
  integer: (field) => field.onlyValues?.[0] ?? Math.ceil(clampToBounds(3, field)),
  decimal: (field) => clampToBounds(7.5, field).toFixed(field.settings.scale ?? 2),
  float: (field) => clampToBounds(1.5, field),
  boolean: () => true,
  timestamp: () => MOMENT,
  datetime: dateExample,
  daterange: (field) => ({ value: dateExample(field), end_value: dateExample(field) }),
  list_string: ({ settings }) => settings.allowedValues?.[0]?.value ?? '',
  email: () => 'reader@example.com',
  link: () => ({ uri: 'https://www.example.com/', title: 'Timetable', options: [] }),
  json: () => ({ any: 'value' }),
  entity_reference: () => null,
  file: () => null,
  image: () => null,
  path: () => ({ alias: '/last-tram', langcode: 'en' }),
  menu_link_parent: () => '',
  file_uri: () => ({
    value: 'public://tram.jpg',
    url: '/files/0190c2a4-7f3e-7cc1-9d6e-5a3b1c0d2e4f/tram.jpg',
  }),
  focal_point: () => ({ x: 50, y: 33 }),
};

function clampToBounds(value: number, { settings: { min = -Infinity, max = Infinity } }: Field): number {
  return Math.max(min, Math.min(max, value));
}

function dateExample({ settings }: Field): string {
  return settings.datetimeType === 'date' ? DAY : MOMENT;
}

function withoutReadOnly(example: Json, { properties }: JsonObject): Json {
  if (!isJsonObject(example) || !isJsonObject(properties)) return example;
  const isReadOnly = (schema: Json | undefined): boolean =>
    isJsonObject(schema) && schema['readOnly'] === true;
  return Object.fromEntries(Object.entries(example).filter(([name]) => !isReadOnly(properties[name])));
}
