import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A UUID in canonical lower-case form (RFC 9562 §4). */
export type Uuid = string;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID of any version in lower case. */
export function isUuid(text: string): text is Uuid {
  return UUID.test(text);
}

/**
 * Makes the ids of new entries. A port of its own, because the best kind of id depends on the store:
 * time-ordered ones suit a B-tree and make a hot spot on range-sharded engines.
 */
export abstract class IdGenerator {
  abstract next(): Uuid;
}

/** UUID version 7 (RFC 9562 §5.7): 48 bits of milliseconds, then random bits. */
export class UuidV7Generator extends IdGenerator {
  override next(): Uuid {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(Date.now(), 0, 6);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return formatUuid(bytes);
  }
}

/** Sixteen bytes as `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. */
export function formatUuid(bytes: Buffer): Uuid {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The sixteen bytes of a UUID. */
export function uuidBytes(uuid: Uuid): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** 256 random bits as 43 characters of `[A-Za-z0-9_-]`: client secrets, codes, refresh tokens, session ids. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 as base64url, 43 characters. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Compares without telling by its duration where the texts differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
}
