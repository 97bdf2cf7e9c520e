import type { Json } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { defineProperty } from '../field.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { unwrap } from './text.js';

const WORDS = new Map<Json, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  [false, false],
  [0, false],
  ['0', false],
]);

export const boolean: FieldType = {
  name: 'boolean',
  label: 'Yes or no',
  description: 'Yes or no.',
  settings: [],
  compound: false,
  getProperties: () => [defineProperty('boolean')],
  parse: (input, field) => {
    const value = WORDS.get(unwrap(input));
    if (value === undefined)
      throw new InvalidValue(`${field.name} must be true or false, got ${formatForError(input)}.`, [], {
        type: 'boolean',
      });
    return value;
  },
  buildSchema: () => ({ type: 'boolean' }),
};
