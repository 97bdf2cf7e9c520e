import { createHash } from 'node:crypto';
import type { ValueKind } from '@content-service/bundles';
import { fold } from '@content-service/entries';

/** The storage class of values by kind: folded text as bytes, exact numbers and times as integers, floats as floats. */
export const STORED_AS: Readonly<Record<ValueKind, 'bytes' | 'integer' | 'float'>> = {
  string: 'bytes',
  text: 'bytes',
  uuid: 'bytes',
  integer: 'integer',
  decimal: 'integer',
  boolean: 'integer',
  timestamp: 'integer',
  datetime: 'integer',
  date: 'integer',
  float: 'float',
};

/** Kinds whose text is stored beside the number, because engines format numbers differently. */
export const KEEPS_TEXT: ReadonlySet<ValueKind> = new Set(['decimal', 'float', 'date', 'datetime']);

/** The most bytes that every engine can index. */
const KEY_MAXIMUM = 1020;

/** 128 bits, three to a byte. */
const DIGITS = 43;

/**
 * A text as bytes that can be indexed. Texts that are too long for an index (folding can multiply their length) are cut and
 * end in a hash of the whole text, so that different texts have different keys.
 */
export function toIndexKey(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length <= KEY_MAXIMUM) return bytes;
  let end = KEY_MAXIMUM - DIGITS;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return Buffer.concat([bytes.subarray(0, end), hashBytes(bytes)]);
}

/** The key of `alias_fold`; `undefined` for an alias that is folded already, which `path_alias` itself finds. */
export function toFoldedAlias(alias: string): Buffer | undefined {
  const folded = fold(alias);
  return folded === alias ? undefined : toIndexKey(folded);
}

/** A hash in bytes that do not occur in UTF-8, so that no text operator matches them. */
function hashBytes(bytes: Buffer): Buffer {
  const hex = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const octal = BigInt(`0x${hex}`).toString(8).padStart(DIGITS, '0');
  return Buffer.from(Array.from(octal, (digit) => 0xf8 + Number(digit)));
}
