import type { Json, JsonObject } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import type { Field } from '../field.js';
import { property } from '../property.js';
import type { FieldType, ValueContext } from './field-type.js';
import { show } from './input.js';
import { checkLength, members, toText } from './text.js';

/** The formats that text can have; none means plain text. */
export const TEXT_FORMATS: readonly string[] = ['basic_html', 'full_html', 'plain_text'];

export const textLong: FieldType = {
  name: 'text_long',
  label: 'Formatted text',
  description: 'Formatted text of any length.',
  settings: [],
  compound: true,
  properties: () => [property('text', 'value'), property('string', 'format', { caseSensitive: true })],
  parse: (input, field, context) => parseFormatted(input, field, context, false),
  schema: () => formattedSchema({}),
};

export const textWithSummary: FieldType = {
  name: 'text_with_summary',
  label: 'Formatted text with summary',
  description: 'Formatted text of any length with a summary.',
  settings: [],
  compound: true,
  properties: (field) => [...textLong.properties(field), property('text', 'summary')],
  parse: (input, field, context) => parseFormatted(input, field, context, true),
  schema: () => formattedSchema({ summary: { type: ['string', 'null'] } }),
};

/** `processed` is made here and nowhere else: whatever a body says of it is ignored. */
function parseFormatted(input: Json, field: Field, context: ValueContext, withSummary: boolean): Json {
  const known = ['value', 'format', 'processed', ...(withSummary ? ['summary'] : [])];
  const written = toText(input);
  const given = written === undefined ? members(input, field, known) : { value: written };
  const summary = optionalText(given['summary'], field, 'summary');
  const value = optionalText(given['value'], field, 'value');
  if (value === null) throw new InvalidValue(`${field.name} needs a text under 'value'.`, ['value']);
  if (value === '' && (summary ?? '') === '') return null;
  const format = parseFormat(given['format'], field);
  const processed = context.formatter.toHtml(value, format);
  return withSummary ? { value, format, processed, summary } : { value, format, processed };
}

function optionalText(input: Json | undefined, field: Field, member: string): string | null {
  if (input === undefined || input === null) return null;
  const text = toText(input);
  if (text === undefined)
    throw new InvalidValue(`${field.name}.${member} must be text, got ${show(input)}.`, [member]);
  checkLength(text, `${field.name}.${member}`, undefined, [member]);
  return text;
}

function parseFormat(input: Json | undefined, field: Field): string | null {
  if (input === undefined || input === null) return null;
  if (typeof input === 'string' && TEXT_FORMATS.includes(input)) return input;
  const known = TEXT_FORMATS.join(', ');
  throw new InvalidValue(
    `The format of ${field.name} must be one of ${known}, or null, got ${show(input)}.`,
    ['format'],
  );
}

function formattedSchema(more: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: {
      value: { type: 'string' },
      format: { type: ['string', 'null'], enum: [...TEXT_FORMATS, null] },
      processed: { type: 'string', readOnly: true, description: 'Safe HTML, made by the service.' },
      ...more,
    },
    required: ['value'],
  };
}
