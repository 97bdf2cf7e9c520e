import { sha256 } from '@content-service/kernel';

const BYTES_MAXIMUM = 1000;
const CHARACTERS_KEPT = 200;

/**
 * The key of a record. What is stored has short keys, but requests look up texts of any length, such as client ids: a key
 * above 1,000 bytes is replaced by its beginning and its hash.
 */
export function toBoundedKey(key: string): string {
  if (Buffer.byteLength(key) <= BYTES_MAXIMUM) return key;
  return `${key.slice(0, CHARACTERS_KEPT).toWellFormed()} ${sha256(key)}`;
}
