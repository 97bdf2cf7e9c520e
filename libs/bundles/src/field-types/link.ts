import { isJsonObject, type Json } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field } from '../field.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { assertLength, parseMembers } from './text.js';

/** RFC 3986 §3: a scheme and a rest. `internal:/path` and `entity:node/1` are schemes of the reference implementation. */
const URI = /^[a-z][a-z0-9+.-]*:[^\s]+$/i;

/** Schemes of links that execute code. */
const SCRIPT = /^(javascript|data|vbscript):/i;

/** Whether a browser that follows the address executes it as code; it ignores blanks and control characters in a scheme. */
export function isScriptUri(uri: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are ignored as well
  return SCRIPT.test(uri.replaceAll(/[\u0000-\u0020]/g, ''));
}

const LENGTH_MAXIMUM = 2048;

export const link: FieldType = {
  name: 'link',
  label: 'Link',
  description: 'An address with a title.',
  settings: [],
  compound: true,
  getProperties: () => [
    defineProperty('text', 'uri', { caseSensitive: true }),
    defineProperty('string', 'title'),
  ],
  parse: (input, field) => {
    const members =
      typeof input === 'string' ? { uri: input } : parseMembers(input, field, ['uri', 'title', 'options']);
    const uri = parseUri(members['uri'] ?? null, field);
    return uri === null
      ? null
      : {
          uri,
          title: parseTitle(members['title'] ?? null, field),
          options: parseOptions(members['options'] ?? null, field),
        };
  },
  buildSchema: () => ({
    type: 'object',
    properties: {
      uri: { type: 'string', format: 'uri' },
      title: { type: ['string', 'null'], maxLength: 255 },
      options: { type: ['object', 'array'] },
    },
    required: ['uri'],
  }),
};

/** The address, or `null`, which makes the whole link absent. */
function parseUri(input: Json, field: Field): string | null {
  if (input === null || input === '') return null;
  if (typeof input === 'string' && URI.test(input) && !isScriptUri(input)) {
    assertLength(input, `${field.name}.uri`, LENGTH_MAXIMUM, ['uri']);
    return input;
  }
  throw new InvalidValue(
    `${field.name}.uri must be an address such as https://example.com or internal:/about, got ${formatForError(input)}.`,
    ['uri'],
    { format: 'uri' },
  );
}

function parseTitle(input: Json, field: Field): string | null {
  if (input === null) return null;
  if (typeof input !== 'string')
    throw new InvalidValue(`${field.name}.title must be text, got ${formatForError(input)}.`, ['title'], {
      type: 'string',
    });
  assertLength(input, `${field.name}.title`, 255, ['title']);
  return input;
}

/** Options are stored unchanged. Absent ones are an empty list, as in the reference implementation. */
function parseOptions(input: Json, field: Field): Json {
  if (input === null || (Array.isArray(input) && input.length === 0)) return [];
  if (isJsonObject(input)) return input;
  throw new InvalidValue(
    `${field.name}.options must be an object, got ${formatForError(input)}.`,
    ['options'],
    { type: 'object' },
  );
}
