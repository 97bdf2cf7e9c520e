import { isJsonObject, isStorable, type Json, STORABLE_TEXT_RULE } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import { defineProperty, type Field } from '../field.js';
import { FIELD_SETTINGS } from '../field-settings.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { parseSitePath } from './site-path.js';

/** The maximum length of a `string` in characters: index keys must fit into the limit of every database. */
export const STRING_MAXIMUM = FIELD_SETTINGS.maxLength.maximum;

export const string: FieldType = {
  name: 'string',
  label: 'Plain text',
  description: 'A line of plain text, at most 255 characters.',
  settings: ['maxLength', 'caseSensitive'],
  searchedProperties: [''],
  compound: false,
  getProperties: (field) => [
    defineProperty('string', '', { caseSensitive: field.settings.caseSensitive === true }),
  ],
  validateSettings: ({ name, settings: { maxLength = STRING_MAXIMUM } }) => {
    if (!Number.isInteger(maxLength) || maxLength < 1 || maxLength > STRING_MAXIMUM)
      throw new InvalidDefinition(
        `maxLength of ${name} must be a whole number from 1 to ${STRING_MAXIMUM}.`,
        { pointer: '/maxLength' },
        { minimum: 1, maximum: STRING_MAXIMUM },
      );
  },
  parse: (input, field, { menus }) => {
    const text = parseText(input, field, field.settings.maxLength ?? STRING_MAXIMUM);
    if (typeof text !== 'string') return text;
    if (field.format === 'menu') assertMenu(text, field, menus);
    return field.format === 'path' ? parseSitePath(text, field) : text;
  },
  buildSchema: (field) => ({
    type: 'string',
    maxLength: field.settings.maxLength ?? STRING_MAXIMUM,
    ...(field.format === 'path' ? { pattern: '^/' } : {}),
  }),
};

export const stringLong: FieldType = {
  name: 'string_long',
  label: 'Plain text, long',
  description: 'Plain text of any length.',
  settings: ['maxLength', 'caseSensitive'],
  searchedProperties: [''],
  compound: false,
  getProperties: (field) => [
    defineProperty('text', '', { caseSensitive: field.settings.caseSensitive === true }),
  ],
  parse: (input, field) => parseText(input, field, field.settings.maxLength),
  buildSchema: () => ({ type: 'string' }),
};

/** @throws InvalidValue with the names of the menus */
function assertMenu(text: string, { name }: Field, menus: readonly string[] | undefined): void {
  if (menus?.includes(text) ?? true) return;
  throw new InvalidValue(
    `${name} must be a menu of the site (${menus?.join(', ')}), got ${formatForError(text)}.`,
    [],
    { enum: menus },
  );
}

/** Text unchanged; numbers and booleans become text as in the reference implementation. Empty text is no value. */
function parseText(input: Json, field: Field, maxLength?: number): Json {
  const text = toText(unwrap(input));
  if (text === undefined)
    throw new InvalidValue(`${field.name} must be text, got ${formatForError(input)}.`, [], {
      type: 'string',
    });
  assertLength(text, field.name, maxLength);
  return text === '' ? null : text;
}

/** The text of a string, number or boolean (`1`, `0`); `undefined` for other values. */
export function toText(input: Json): string | undefined {
  if (typeof input === 'string') return input;
  if (typeof input === 'number') return String(input);
  if (typeof input === 'boolean') return input ? '1' : '0';
  return undefined;
}

/**
 * Checks the characters and the length of a text.
 *
 * @param name the field or member, the beginning of the message
 * @param path the path of the text in the item
 * @throws InvalidValue also for NUL and lone surrogates, which not every database stores
 */
export function assertLength(
  text: string,
  name: string,
  maxLength?: number,
  path: readonly string[] = [],
): void {
  if (!isStorable(text))
    throw new InvalidValue(`${name} must not contain NUL or broken characters.`, path, STORABLE_TEXT_RULE);
  if (maxLength === undefined || text.length <= maxLength) return;
  const length = Array.from(text).length;
  if (length > maxLength)
    throw new InvalidValue(`${name} can have at most ${maxLength} characters, got ${length}.`, path, {
      maxLength,
    });
}

/** The members of a compound value. @throws InvalidValue for another value, or naming the first unknown member */
export function parseMembers(
  input: Json,
  field: Field,
  known: readonly string[],
): Readonly<Record<string, Json | undefined>> {
  if (!isJsonObject(input))
    throw new InvalidValue(
      `${field.name} must be an object with ${known.join(', ')}, got ${formatForError(input)}.`,
      [],
      { type: 'object' },
    );
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidValue(
      `${field.name} has no member '${unknown}'; it has ${known.join(', ')}.`,
      [unknown],
      { properties: known },
    );
  return input;
}

/** `{"value": x}` becomes `x`: clients of the reference implementation also write plain fields in this form. */
export function unwrap(input: Json): Json {
  if (!isJsonObject(input)) return input;
  const names = Object.keys(input);
  return names.length === 1 && names[0] === 'value' ? (input['value'] ?? null) : input;
}
