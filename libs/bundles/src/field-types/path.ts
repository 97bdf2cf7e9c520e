import type { Json } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field } from '../field.js';
import type { FieldType } from './field-type.js';
import { assertLength, formatForError, parseMembers } from './text.js';

const DEFAULT_LANGCODE = 'en';

/**
 * A URL path that begins with one slash, does not end with one, and is safe in a link of any front end: browsers take `//` and
 * `/\` for another host (WHATWG URL, «relative slash state»), and drop tabs and line breaks.
 *
 * Paths of this service, such as `/api/x`, are aliases like others: front ends have another host, and the service itself serves
 * no entry at its alias.
 */
const ALIAS = /^\/(?!\/)[^\s\p{Cc}\\?#<>"]*[^\s\p{Cc}\\?#<>"/]$/u;

/** Segments that URL parsers remove, with the one before them (WHATWG URL, «double-dot URL path segment»). */
const DOT_SEGMENT = /\/(\.|%2e){1,2}(\/|$)/i;

/** The address of an entry on a site; `alias` is unique per language. For base fields only, not for fields of bundles. */
export const path: FieldType = {
  name: 'path',
  label: 'Path alias',
  description: 'The address of an entry on the site.',
  settings: [],
  compound: true,
  absentValue: { alias: null, langcode: DEFAULT_LANGCODE },
  getProperties: () => [
    defineProperty('string', 'alias', { caseSensitive: true }),
    defineProperty('string', 'langcode', { caseSensitive: true }),
  ],
  parse: (input, field) => {
    const members =
      typeof input === 'string' ? { alias: input } : parseMembers(input, field, ['alias', 'langcode', 'pid']);
    return {
      alias: parseAlias(members['alias'] ?? null, field),
      langcode: parseLangcode(members['langcode'] ?? null, field),
    };
  },
  buildSchema: () => ({
    type: 'object',
    properties: { alias: { type: ['string', 'null'], maxLength: 255 }, langcode: { type: 'string' } },
  }),
};

function parseAlias(input: Json, field: Field): string | null {
  if (input === null || input === '') return null;
  if (typeof input !== 'string' || !ALIAS.test(input) || DOT_SEGMENT.test(input))
    throw new InvalidValue(
      `${field.name}.alias must be a path such as /about/us, without // at its beginning, the segments . and .., white space, control characters and \\ ? # < > ", got ${formatForError(input)}.`,
      ['alias'],
      { format: 'path' },
    );
  assertLength(input, `${field.name}.alias`, 255, ['alias']);
  return input;
}

function parseLangcode(input: Json, field: Field): string {
  if (input === null) return DEFAULT_LANGCODE;
  if (typeof input === 'string' && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(input)) return input;
  throw new InvalidValue(
    `${field.name}.langcode must be a language code such as en, got ${formatForError(input)}.`,
    ['langcode'],
    { format: 'language' },
  );
}
