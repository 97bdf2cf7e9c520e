import { randomBytes } from 'node:crypto';

/** 32 characters without look-alikes. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Generates a password that is read from a terminal and typed once: 100 random bits, such as
 * `k7dmw-9xqra-3hgtz-pv2cs`.
 */
export function generatePassword(): string {
  const letters = Array.from(randomBytes(20), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return letters.join('').replace(/.{5}(?=.)/g, '$&-');
}
