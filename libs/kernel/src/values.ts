import { createHash, hash, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto';

/** What `JSON.parse` can return. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The own member of an object whose names come from outside: `undefined` for what every object inherits, such as
 * `constructor`.
 */
export function getOwn<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Levels of lists and objects in JSON from outside: above the nesting of all field values and linkage. */
export const NESTING_MAXIMUM = 64;

/**
 * Finds where a JSON text nests deeper than `NESTING_MAXIMUM`, without parsing it: `JSON.parse` of a megabyte of brackets
 * takes a tenth of a second, and what walks its result recursively overflows the stack.
 *
 * @param text JSON or not: an error before the position found is left to the parser
 * @returns the index of the first bracket that is too deep
 */
export function findExcessiveNesting(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = findStringEnd(text, index);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1;
        if (depth > NESTING_MAXIMUM) return index;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
    }
  }
  return undefined;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the quote that ends the string that starts at `start`, or of the end of the text. */
function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE)
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}

/** Whether every database returns the text unchanged. Some reject or replace NUL and lone surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The rule of `isStorable`, for `meta` of errors. */
export const STORABLE_TEXT_RULE = { format: 'storable-text' };

/** What is wrong with other texts, as the end of a sentence such as `The description must …`. */
export const STORABLE_TEXT_FAULT = 'must not contain NUL or broken characters.';

const LABEL_MAXIMUM = 255;

/** The rule of `validateLabel` as members of JSON Schema, for `meta` of errors. */
export const LABEL_RULE = { minLength: 1, maxLength: LABEL_MAXIMUM };

/**
 * Checks a display name or a text for people: 1 to 255 characters, or another maximum, not only blanks.
 *
 * @returns the end of a sentence such as `The label must …`, or `undefined` for a valid label
 */
export function validateLabel(label: string, maximum = LABEL_MAXIMUM): string | undefined {
  if (!isStorable(label)) return STORABLE_TEXT_FAULT;
  if (label.trim() !== '' && label.length <= maximum) return undefined;
  return `must have 1 to ${maximum} characters, not only blanks.`;
}

/** A UUID in canonical lower-case form (RFC 9562 §4). */
export type Uuid = string;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID of any version in lower case. */
export function isUuid(text: string): text is Uuid {
  return UUID.test(text);
}

/**
 * Generates the ids of new entries. It is a port because the best kind of id depends on the store: time-ordered ids
 * suit a B-tree and create a hot spot on range-sharded engines.
 */
export abstract class IdGenerator {
  abstract next(): Uuid;
}

/** The counter of a millisecond begins in its lower half, so that it rarely overflows. */
const COUNTER_START_MAXIMUM = 0x7ff;
const COUNTER_MAXIMUM = 0xfff;

/**
 * UUID version 7 (RFC 9562 §5.7): 48 bits of milliseconds, a counter of 12 bits and 62 random bits. Ids of one generator
 * increase, also within a millisecond and when the clock is set back (§6.2, method 1).
 */
export class UuidV7Generator extends IdGenerator {
  private milliseconds = 0;
  private counter = 0;
  /** Random bytes for many ids at once, since a call costs more than the rest of an id. */
  private readonly pool = Buffer.alloc(16 * 256);
  private used = this.pool.length;

  override next(): Uuid {
    const bytes = this.takeRandom();
    this.advance(bytes.readUInt16BE(6) & COUNTER_START_MAXIMUM);
    bytes.writeUIntBE(this.milliseconds, 0, 6);
    bytes.writeUInt16BE(0x7000 | this.counter, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return formatUuid(bytes);
  }

  private takeRandom(): Buffer {
    if (this.used === this.pool.length) {
      randomFillSync(this.pool);
      this.used = 0;
    }
    this.used += 16;
    return this.pool.subarray(this.used - 16, this.used);
  }

  /** @param start the counter of a new millisecond */
  private advance(start: number): void {
    const now = Date.now();
    const isNew = now > this.milliseconds;
    if (isNew || this.counter === COUNTER_MAXIMUM) {
      this.milliseconds = isNew ? now : this.milliseconds + 1;
      this.counter = start;
    } else this.counter += 1;
  }
}

/** Sixteen bytes as `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. */
export function formatUuid(bytes: Buffer): Uuid {
  return formatUuidHex(bytes.toString('hex'));
}

/** @param hex 32 lower-case digits */
export function formatUuidHex(hex: string): Uuid {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The sixteen bytes of a UUID, in the form that `isUuid` accepts; it is not checked again. */
export function parseUuid(uuid: Uuid): Buffer {
  const hex = uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
  return Buffer.from(hex, 'hex');
}

/** 256 random bits as 43 characters of `[A-Za-z0-9_-]`, for client secrets, codes, refresh tokens and session ids. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 as base64url, 43 characters. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Compares two texts in a time that does not depend on where they differ. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
}

/** Groups items by key, in the order of the first item of each group. */
export function groupBy<T>(items: readonly T[], getKey: (item: T) => string): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group === undefined) groups.set(getKey(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
