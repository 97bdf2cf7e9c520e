import { InvalidDefinition, InvalidValue } from '../bundle.errors.js';
import { defineProperty } from '../field.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { toText, unwrap } from './text.js';

export const listString: FieldType = {
  name: 'list_string',
  label: 'List',
  description: 'One of a list of values.',
  settings: ['allowedValues'],
  compound: false,
  getProperties: () => [defineProperty('string')],
  validateSettings: ({ name, settings: { allowedValues = [] } }) => {
    const values = allowedValues.map(({ value }) => value);
    const source = { pointer: '/allowedValues' };
    if (values.length === 0)
      throw new InvalidDefinition(`${name} needs at least one allowed value.`, source, { minItems: 1 });
    const invalid = values.findIndex((value) => value === '' || Array.from(value).length > 255);
    if (invalid !== -1)
      throw new InvalidDefinition(
        `An allowed value of ${name} must have 1 to 255 characters.`,
        {
          pointer: `/allowedValues/${invalid}/value`,
        },
        { minLength: 1, maxLength: 255 },
      );
    if (new Set(values).size < values.length)
      throw new InvalidDefinition(`The allowed values of ${name} must differ.`, source, {
        uniqueItems: true,
      });
  },
  parse: (input, field) => {
    const text = toText(unwrap(input));
    const values = (field.settings.allowedValues ?? []).map(({ value }) => value);
    if (text !== undefined && values.includes(text)) return text;
    if (text === '') return null;
    throw new InvalidValue(
      `${field.name} must be one of ${values.join(', ')}, got ${formatForError(input)}.`,
      [],
      { enum: values },
    );
  },
  buildSchema: (field) => ({
    type: 'string',
    enum: (field.settings.allowedValues ?? []).map(({ value }) => value),
  }),
};
