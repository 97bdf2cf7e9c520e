import type { FieldType } from './field-type.js';

/** Any JSON value, stored unchanged. It cannot be filtered or sorted by. */
export const json: FieldType = {
  name: 'json',
  label: 'JSON',
  description: 'Any JSON value; it cannot be filtered by.',
  settings: [],
  compound: false,
  acceptsLists: true,
  getProperties: () => [],
  parse: (input) => input,
  buildSchema: () => ({}),
};
