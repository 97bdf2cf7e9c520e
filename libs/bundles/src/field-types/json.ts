import type { FieldType } from './field-type.js';

/** Any JSON value, kept as it came. Nothing in it can be filtered or sorted by. */
export const json: FieldType = {
  name: 'json',
  label: 'JSON',
  description: 'Any JSON value; it cannot be filtered by.',
  settings: [],
  compound: false,
  takesLists: true,
  properties: () => [],
  parse: (input) => input,
  schema: () => ({}),
};
