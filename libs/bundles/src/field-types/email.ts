import { InvalidValue } from '../bundle.errors.js';
import { defineProperty } from '../field.js';
import type { FieldType } from './field-type.js';
import { formatForError, unwrap } from './text.js';

/** RFC 5321 §4.1.2 without quoted local parts and address literals. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** RFC 5321 §4.5.3.1.3: a path has at most 256 octets, its brackets included. */
const LENGTH_MAXIMUM = 254;

export const email: FieldType = {
  name: 'email',
  label: 'E-mail address',
  description: 'An e-mail address.',
  settings: [],
  compound: false,
  getProperties: () => [defineProperty('string')],
  parse: (input, field) => {
    const text = unwrap(input);
    if (text === '') return null;
    if (typeof text === 'string' && text.length <= LENGTH_MAXIMUM && ADDRESS.test(text)) return text;
    throw new InvalidValue(`${field.name} must be an e-mail address, got ${formatForError(input)}.`, [], {
      format: 'email',
    });
  },
  buildSchema: () => ({ type: 'string', format: 'email', maxLength: LENGTH_MAXIMUM }),
};
