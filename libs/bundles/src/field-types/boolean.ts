import type { Json } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { property } from '../property.js';
import type { FieldType } from './field-type.js';
import { show, unwrap } from './input.js';

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
  properties: () => [property('boolean')],
  parse: (input, field) => {
    const value = WORDS.get(unwrap(input));
    if (value === undefined)
      throw new InvalidValue(`${field.name} must be true or false, got ${show(input)}.`);
    return value;
  },
  schema: () => ({ type: 'boolean' }),
};
