import { isJsonObject, isStorable, type Json } from '@content-service/kernel';
import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import type { Field } from '../field.js';
import { property } from '../property.js';
import type { FieldType } from './field-type.js';
import { show, unwrap } from './input.js';

/** The most characters a `string` can hold: its index keys must fit into every engine's limit. */
export const STRING_MAXIMUM = 255;

export const string: FieldType = {
  name: 'string',
  label: 'Plain text',
  description: 'A line of plain text, at most 255 characters.',
  settings: ['maxLength', 'caseSensitive'],
  compound: false,
  properties: (field) => [property('string', '', { caseSensitive: field.settings.caseSensitive === true })],
  checkSettings: ({ name, settings: { maxLength = STRING_MAXIMUM } }) => {
    if (!Number.isInteger(maxLength) || maxLength < 1 || maxLength > STRING_MAXIMUM)
      throw new InvalidDefinition(`maxLength of ${name} must be a whole number from 1 to ${STRING_MAXIMUM}.`);
  },
  parse: (input, field) => parseText(input, field, field.settings.maxLength ?? STRING_MAXIMUM),
  schema: (field) => ({ type: 'string', maxLength: field.settings.maxLength ?? STRING_MAXIMUM }),
};

export const stringLong: FieldType = {
  name: 'string_long',
  label: 'Plain text, long',
  description: 'Plain text of any length.',
  settings: ['maxLength', 'caseSensitive'],
  compound: false,
  properties: (field) => [property('text', '', { caseSensitive: field.settings.caseSensitive === true })],
  parse: (input, field) => parseText(input, field, field.settings.maxLength),
  schema: () => ({ type: 'string' }),
};

/** Text as it is; numbers and booleans become text as the reference writes them. Empty text is no value. */
function parseText(input: Json, field: Field, maxLength?: number): Json {
  const text = toText(unwrap(input));
  if (text === undefined) throw new InvalidValue(`${field.name} must be text, got ${show(input)}.`);
  checkLength(text, field.name, maxLength);
  return text === '' ? null : text;
}

export function toText(input: Json): string | undefined {
  if (typeof input === 'string') return input;
  if (typeof input === 'number') return String(input);
  if (typeof input === 'boolean') return input ? '1' : '0';
  return undefined;
}

/** @throws InvalidValue also for characters that no database stores: NUL and lone surrogates */
export function checkLength(
  text: string,
  what: string,
  maxLength?: number,
  at: readonly string[] = [],
): void {
  if (!isStorable(text)) throw new InvalidValue(`${what} must not contain NUL or broken characters.`, at);
  if (maxLength === undefined || text.length <= maxLength) return;
  const length = Array.from(text).length;
  if (length > maxLength)
    throw new InvalidValue(`${what} can have at most ${maxLength} characters, got ${length}.`, at);
}

/** The members of a compound value. @throws InvalidValue naming the first member that the type does not know */
export function members(
  input: Json,
  field: Field,
  known: readonly string[],
): Readonly<Record<string, Json | undefined>> {
  if (!isJsonObject(input))
    throw new InvalidValue(`${field.name} must be an object with ${known.join(', ')}, got ${show(input)}.`);
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidValue(`${field.name} has no member '${unknown}'; it has ${known.join(', ')}.`, [
      unknown,
    ]);
  return input;
}
