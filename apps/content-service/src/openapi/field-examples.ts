import { type Field, fieldType, type FieldTypeName, isMultiple } from '@content-service/bundles';
import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';

/** A value of the field as answers show it. */
export function shownExample(field: Field): Json {
  const one = EXAMPLES[field.type](field);
  return isMultiple(field) ? [one] : one;
}

/** A value of the field as a body brings it: without the members that the service makes. */
export function writtenExample(field: Field): Json {
  const one = withoutReadOnly(EXAMPLES[field.type](field), fieldType(field.type).schema(field));
  return isMultiple(field) ? [one] : one;
}

const DAY = '2024-03-01';
const MOMENT = '2024-03-01T09:30:00+00:00';
const FORMATTED = {
  value: '<p>It leaves at midnight.</p>',
  format: 'basic_html',
  processed: '<p>It leaves at midnight.</p>',
};

/** One row a field type; a type without an example does not compile. */
const EXAMPLES: Readonly<Record<FieldTypeName, (field: Field) => Json>> = {
  string: ({ settings }) => 'The last tram'.slice(0, settings.maxLength),
  string_long: () => 'It leaves at midnight.',
  text_long: () => FORMATTED,
  text_with_summary: () => ({ ...FORMATTED, summary: 'A timetable.' }),
  integer: (field) => Math.ceil(withinBounds(3, field)),
  decimal: (field) => withinBounds(7.5, field).toFixed(field.settings.scale ?? 2),
  float: (field) => withinBounds(1.5, field),
  boolean: () => true,
  timestamp: () => MOMENT,
  datetime: dateExample,
  daterange: (field) => ({ value: dateExample(field), end_value: dateExample(field) }),
  list_string: ({ settings }) => settings.allowedValues?.[0]?.value ?? '',
  email: () => 'reader@example.com',
  link: () => ({ uri: 'https://www.example.com/', title: 'Timetable', options: [] }),
  json: () => ({ any: 'value' }),
  entity_reference: () => null,
  path: () => ({ alias: '/last-tram', langcode: 'en' }),
};

function withinBounds(value: number, { settings: { min = -Infinity, max = Infinity } }: Field): number {
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
