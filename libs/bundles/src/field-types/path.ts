import type { Json } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field } from '../field.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { assertLength, parseMembers } from './text.js';

/** The language of an entry, and of an alias, without a langcode. */
export const DEFAULT_LANGCODE = 'en';

/**
 * The beginnings of the paths of this service, without the first slash. An alias below one of them would lead to the service
 * instead of the entry where a site and the service share a host, and could look like its login page.
 */
export const SERVICE_PATHS: readonly string[] = [
  ...['.well-known', 'admin', 'api', 'demo', 'docs', 'files', 'jsonapi', 'manage', 'oauth', 'openapi.json'],
  ...['router', 'session', 'subrequests', 'user'],
  // Other paths below /health and /next are those of the site.
  ...['health/live', 'health/ready', 'health/startup', 'next/draft-url'],
];

/**
 * `/`, the front page, or a URL path that begins with one slash, does not end with one, and is safe in a link of any front end: browsers take `//` and
 * `/\` for another host (WHATWG URL, «relative slash state»), and drop tabs and line breaks.
 */
const ALIAS = /^\/$|^\/(?!\/)[^\s\p{Cc}\\?#<>"]*[^\s\p{Cc}\\?#<>"/]$/u;

/** Segments that URL parsers remove, with the one before them (WHATWG URL, «double-dot URL path segment»). */
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/;

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
  if (typeof input !== 'string' || !ALIAS.test(input) || DOT_SEGMENT.test(decodeAscii(input)))
    throw new InvalidValue(
      `${field.name}.alias must be a path such as /about/us, without // at its beginning, the segments . and .., white space, control characters and \\ ? # < > ", got ${formatForError(input)}.`,
      ['alias'],
      { format: 'path' },
    );
  const servicePath = findServicePath(input);
  if (servicePath !== undefined)
    throw new InvalidValue(
      `${field.name}.alias must not begin with /${servicePath}, a path of this service, got ${formatForError(input)}.`,
      ['alias'],
      { format: 'path' },
    );
  assertLength(input, `${field.name}.alias`, 255, ['alias']);
  return input;
}

/** The path of this service that an alias begins with, compared as routers and proxies do: decoded, without case. */
function findServicePath(alias: string): string | undefined {
  const path = `${decodeAscii(alias).toLowerCase()}/`;
  return SERVICE_PATHS.find((servicePath) => path.startsWith(`/${servicePath}/`));
}

/** Decodes `%61` to `a`; bytes above `%7F` stay, as no path of the service has them, and so does a `%` of its own. */
function decodeAscii(path: string): string {
  return path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
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
