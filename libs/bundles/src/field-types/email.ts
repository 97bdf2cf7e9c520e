import { domainToASCII } from 'node:url';
import { InvalidValue } from '../bundle.errors.js';
import { defineProperty } from '../field.js';
import type { FieldType } from './field-type.js';
import { formatForError } from './error-text.js';
import { unwrap } from './text.js';

/** Characters of a local part: those of RFC 5322 §3.2.3, and all others that can be seen (RFC 6531 §3.3). */
const ATOM = "(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|[^\\u0000-\\u007f\\p{Z}\\p{C}])+";

/** A local part without quotation marks, and a domain of letters, digits, hyphens and full stops. */
const ADDRESS = new RegExp(String.raw`^(${ATOM}(?:\.${ATOM})*)@([\p{L}\p{M}\p{N}.-]+)$`, 'u');

/** RFC 5321 §4.1.2 without address literals: at least two labels. */
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** In octets of UTF-8, RFC 5321 §4.5.3.1. */
const LOCAL_PART_MAXIMUM = 64;
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
    if (typeof text === 'string' && isAddress(text)) return text;
    throw new InvalidValue(
      `${field.name} must be an e-mail address such as name@example.com, got ${formatForError(input)}.`,
      [],
      { format: 'email' },
    );
  },
  // The format `email` is of ASCII only, and many validators do not know `idn-email`.
  buildSchema: () => ({ type: 'string', pattern: String.raw`^[^\s@]+@[^\s@]+$`, maxLength: LENGTH_MAXIMUM }),
};

/** Whether a text is an address, with characters beyond ASCII as of RFC 6531. Its domain must be one of DNS in its ASCII form. */
function isAddress(text: string): boolean {
  if (text.length > LENGTH_MAXIMUM || Buffer.byteLength(text) > LENGTH_MAXIMUM) return false;
  const [, local, domain] = ADDRESS.exec(text) ?? [];
  if (local === undefined || domain === undefined || Buffer.byteLength(local) > LOCAL_PART_MAXIMUM)
    return false;
  return DOMAIN.test(domainToASCII(domain));
}
