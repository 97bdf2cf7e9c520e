import { createHash } from 'node:crypto';

/** The most bytes that every engine can index. */
const KEY_MAXIMUM = 1020;

/** 128 bits, three to a byte. */
const DIGITS = 43;

/**
 * A text as bytes that can be indexed. Only texts that grow much when they are folded (255 times the same ligature) are
 * too long for that: they are cut and end in a hash of the whole instead, so that two of them are equal only if they are.
 */
export function indexKey(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length <= KEY_MAXIMUM) return bytes;
  let end = KEY_MAXIMUM - DIGITS;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return Buffer.concat([bytes.subarray(0, end), hashOf(bytes)]);
}

/** In bytes that no text has, so that no operator finds them. */
function hashOf(bytes: Buffer): Buffer {
  const hex = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const octal = BigInt(`0x${hex}`).toString(8).padStart(DIGITS, '0');
  return Buffer.from(Array.from(octal, (digit) => 0xf8 + Number(digit)));
}
