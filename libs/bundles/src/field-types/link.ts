import { isJsonObject, type Json } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import type { Field } from '../field.js';
import { property } from '../property.js';
import type { FieldType } from './field-type.js';
import { show } from './input.js';
import { checkLength, members } from './text.js';

/** RFC 3986 §3: a scheme, then something. `internal:/path` and `entity:node/1` are schemes of the reference. */
const URI = /^[a-z][a-z0-9+.-]*:[^\s]+$/i;

/** Schemes that run code where somebody clicks. */
const SCRIPT = /^(javascript|data|vbscript):/i;

const LENGTH_MAXIMUM = 2048;

export const link: FieldType = {
  name: 'link',
  label: 'Link',
  description: 'An address with a title.',
  settings: [],
  compound: true,
  properties: () => [property('text', 'uri', { caseSensitive: true }), property('string', 'title')],
  parse: (input, field) => {
    const given =
      typeof input === 'string' ? { uri: input } : members(input, field, ['uri', 'title', 'options']);
    const uri = parseUri(given['uri'] ?? null, field);
    return uri === null
      ? null
      : {
          uri,
          title: parseTitle(given['title'] ?? null, field),
          options: parseOptions(given['options'] ?? null, field),
        };
  },
  schema: () => ({
    type: 'object',
    properties: {
      uri: { type: 'string', format: 'uri' },
      title: { type: ['string', 'null'], maxLength: 255 },
      options: { type: ['object', 'array'] },
    },
    required: ['uri'],
  }),
};

/** A link without an address is no link. */
function parseUri(input: Json, field: Field): string | null {
  if (input === null || input === '') return null;
  if (typeof input === 'string' && URI.test(input) && !SCRIPT.test(input)) {
    checkLength(input, `${field.name}.uri`, LENGTH_MAXIMUM, ['uri']);
    return input;
  }
  throw new InvalidValue(
    `${field.name}.uri must be an address such as https://example.com or internal:/about, got ${show(input)}.`,
    ['uri'],
  );
}

function parseTitle(input: Json, field: Field): string | null {
  if (input === null) return null;
  if (typeof input !== 'string')
    throw new InvalidValue(`${field.name}.title must be text, got ${show(input)}.`, ['title']);
  checkLength(input, `${field.name}.title`, 255, ['title']);
  return input;
}

/** Kept as given. None is an empty list, as the reference shows it. */
function parseOptions(input: Json, field: Field): Json {
  if (input === null || (Array.isArray(input) && input.length === 0)) return [];
  if (isJsonObject(input)) return input;
  throw new InvalidValue(`${field.name}.options must be an object, got ${show(input)}.`, ['options']);
}
