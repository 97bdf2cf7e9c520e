import { randomBytes } from 'node:crypto';

/** Thirty-two characters that nobody takes for one another. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A password to be read from a terminal and typed once: 100 random bits, such as `k7dmw-9xqra-3hgtz-pv2cs`. */
export function newPassword(): string {
  const letters = Array.from(randomBytes(20), (byte) => LETTERS.charAt(byte % LETTERS.length));
  return letters.join('').replace(/.{5}(?=.)/g, '$&-');
}
