import type { Json, JsonObject } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field } from '../field.js';
import type { FieldType, ValueContext } from './field-type.js';
import { formatForError } from './error-text.js';
import { assertLength, parseMembers, toText } from './text.js';

/** The formats of a text; `null` in a value means plain text. */
export const TEXT_FORMATS: readonly string[] = ['basic_html', 'full_html', 'plain_text'];

export const textLong: FieldType = {
  name: 'text_long',
  label: 'Formatted text',
  description: 'Formatted text of any length.',
  settings: [],
  searchedProperties: ['value'],
  compound: true,
  getProperties: () => [
    defineProperty('text', 'value'),
    defineProperty('string', 'format', { caseSensitive: true }),
  ],
  parse: (input, field, context) => parseFormatted(input, field, context, false),
  buildSchema: () => buildFormattedSchema({}),
};

export const textWithSummary: FieldType = {
  name: 'text_with_summary',
  label: 'Formatted text with summary',
  description: 'Formatted text of any length with a summary.',
  settings: [],
  searchedProperties: ['value', 'summary'],
  compound: true,
  getProperties: (field) => [...textLong.getProperties(field), defineProperty('text', 'summary')],
  parse: (input, field, context) => parseFormatted(input, field, context, true),
  buildSchema: () => buildFormattedSchema({ summary: { type: ['string', 'null'] } }),
};

/** HTML of up to this many characters is accepted for every text. */
const PROCESSED_MINIMUM = 256 * 1024;

/**
 * The maximum ratio of longer HTML to its text. Prose grows by a few percent; an escaped character becomes up to 6
 * characters (`'` is `&#039;`, as in the reference implementation) and a line end 7 (`<br />` and the line end), so
 * without the limit a text of line ends would be stored, and sent with every page, at 7 times its length.
 */
const PROCESSED_FACTOR = 3;

/** Computes `processed` from the text; a `processed` member of the body is ignored. */
function parseFormatted(input: Json, field: Field, context: ValueContext, withSummary: boolean): Json {
  const known = ['value', 'format', 'processed', ...(withSummary ? ['summary'] : [])];
  const text = toText(input);
  const members = text === undefined ? parseMembers(input, field, known) : { value: text };
  const summary = parseOptionalText(members['summary'], field, 'summary');
  const value = parseOptionalText(members['value'], field, 'value');
  if (value === null)
    throw new InvalidValue(`${field.name} needs a text under 'value'.`, ['value'], { type: 'string' });
  if (value === '' && (summary ?? '') === '') return null;
  const format = parseFormat(members['format'], field);
  const processed = toHtml(value, format, field, context);
  assertProcessedLength(processed, value, field);
  return withSummary ? { value, format, processed, summary } : { value, format, processed };
}

/** @throws InvalidValue */
function toHtml(value: string, format: string | null, field: Field, { formatter }: ValueContext): string {
  try {
    return formatter.toHtml(value, format);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new InvalidValue(`${field.name}.value: ${error.message}`, ['value'], error.meta);
  }
}

/** @throws InvalidValue */
function assertProcessedLength({ length }: string, text: string, { name }: Field): void {
  const maximum = Math.max(PROCESSED_MINIMUM, PROCESSED_FACTOR * text.length);
  if (length <= maximum) return;
  throw new InvalidValue(
    `The HTML of ${name}.value would have ${length} characters; a text of ${text.length} characters can have at most ` +
      `${maximum}. Write fewer line ends and characters that HTML escapes, or use several fields.`,
    ['value'],
    { processedMaximum: maximum },
  );
}

function parseOptionalText(input: Json | undefined, field: Field, member: string): string | null {
  if (input === undefined || input === null) return null;
  const text = toText(input);
  if (text === undefined)
    throw new InvalidValue(`${field.name}.${member} must be text, got ${formatForError(input)}.`, [member], {
      type: 'string',
    });
  assertLength(text, `${field.name}.${member}`, undefined, [member]);
  return text;
}

function parseFormat(input: Json | undefined, field: Field): string | null {
  if (input === undefined || input === null) return null;
  if (typeof input === 'string' && TEXT_FORMATS.includes(input)) return input;
  const known = TEXT_FORMATS.join(', ');
  throw new InvalidValue(
    `The format of ${field.name} must be one of ${known}, or null, got ${formatForError(input)}.`,
    ['format'],
    { enum: [...TEXT_FORMATS, null] },
  );
}

function buildFormattedSchema(additional: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: {
      value: { type: 'string' },
      format: { type: ['string', 'null'], enum: [...TEXT_FORMATS, null] },
      processed: { type: 'string', readOnly: true, description: 'Safe HTML, made by the service.' },
      ...additional,
    },
    required: ['value'],
  };
}
