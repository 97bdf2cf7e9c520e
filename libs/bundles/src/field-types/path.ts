import type { Json } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import type { Field } from '../field.js';
import { property } from '../property.js';
import type { FieldType } from './field-type.js';
import { show } from './input.js';
import { checkLength, members } from './text.js';

const DEFAULT_LANGCODE = 'en';

/** A path as it stands in an address: begins with a slash, ends without one, has no query and no spaces. */
const ALIAS = /^\/[^\s?#]*[^\s?#/]$/;

/** The address under which a site shows the entry; `alias` is unique per language. A base field, not for bundles. */
export const path: FieldType = {
  name: 'path',
  label: 'Path alias',
  description: 'The address of an entry on the site.',
  settings: [],
  compound: true,
  absent: { alias: null, langcode: DEFAULT_LANGCODE },
  properties: () => [
    property('string', 'alias', { caseSensitive: true }),
    property('string', 'langcode', { caseSensitive: true }),
  ],
  parse: (input, field) => {
    const given =
      typeof input === 'string' ? { alias: input } : members(input, field, ['alias', 'langcode', 'pid']);
    return {
      alias: parseAlias(given['alias'] ?? null, field),
      langcode: parseLangcode(given['langcode'] ?? null, field),
    };
  },
  schema: () => ({
    type: 'object',
    properties: { alias: { type: ['string', 'null'], maxLength: 255 }, langcode: { type: 'string' } },
  }),
};

function parseAlias(input: Json, field: Field): string | null {
  if (input === null || input === '') return null;
  if (typeof input !== 'string' || !ALIAS.test(input))
    throw new InvalidValue(`${field.name}.alias must be a path such as /about/us, got ${show(input)}.`, [
      'alias',
    ]);
  checkLength(input, `${field.name}.alias`, 255, ['alias']);
  return input;
}

function parseLangcode(input: Json, field: Field): string {
  if (input === null) return DEFAULT_LANGCODE;
  if (typeof input === 'string' && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(input)) return input;
  throw new InvalidValue(`${field.name}.langcode must be a language code such as en, got ${show(input)}.`, [
    'langcode',
  ]);
}
