import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { IndexValue, Place, Sort } from '@content-service/entries';

/** What a cursor belongs to: it says nothing in another order, or in the same order of another type. */
export interface CursorOrder {
  readonly type: string;
  readonly sort: readonly Sort[];
}

/** Makes and reads the cursors of one order. */
export interface Cursors {
  /** `[A-Za-z0-9_-]` only; the same place always has the same cursor. */
  write(place: Place): string;
  /** `undefined` for anything that was not written here, for this order. */
  read(cursor: string): Place | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/**
 * Cursors that nobody can read or make up. They hold what their entry is sorted by, and the entry can be one that the
 * reader may not see: so they are encrypted. The nonce comes from what is encrypted, so that a page asked for twice is
 * the same document (as RFC 5297 does it: equal only where all is equal).
 */
export class CursorSeal {
  private readonly key: Buffer;
  private readonly nonceKey: Buffer;

  /** @param secret the same in all processes of a deployment */
  constructor(secret: string) {
    this.key = derived(secret, 'cursor');
    this.nonceKey = derived(secret, 'cursor nonce');
  }

  of(order: CursorOrder): Cursors {
    const bound = Buffer.from(JSON.stringify([order.type, order.sort]));
    return {
      write: (place) => this.seal(placeText(place), bound),
      read: (cursor) => {
        const text = this.open(cursor, bound);
        return text === undefined ? undefined : placeOf(text);
      },
    };
  }

  private seal(text: string, bound: Buffer): string {
    const hash = createHmac('sha256', this.nonceKey).update(bound).update('\0').update(text).digest();
    const nonce = hash.subarray(0, NONCE_LENGTH);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(bound);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  private open(cursor: string, bound: Buffer): string | undefined {
    const bytes = Buffer.from(cursor, 'base64url');
    const [nonce, rest] = [bytes.subarray(0, NONCE_LENGTH), bytes.subarray(NONCE_LENGTH)];
    // Decoding skips over what is not base64url: such a cursor is not one of ours either.
    if (rest.length < TAG_LENGTH || bytes.toString('base64url') !== cursor) return undefined;
    const options = { authTagLength: TAG_LENGTH };
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce, options).setAAD(bound);
    decipher.setAuthTag(rest.subarray(0, TAG_LENGTH));
    try {
      return decipher.update(rest.subarray(TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}

function derived(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** JSON has no whole numbers of any size, so they stand in objects. */
function placeText({ keys, position, id }: Place): string {
  const shown = keys.map((key) => (typeof key === 'bigint' ? { integer: String(key) } : key));
  return JSON.stringify([position, id, ...shown]);
}

type ShownKey = Exclude<IndexValue, bigint> | { readonly integer: string } | null;

/** @param text one that was sealed here */
function placeOf(text: string): Place {
  const [position, id, ...shown] = JSON.parse(text) as [number, string, ...ShownKey[]];
  const keys = shown.map((key) => (typeof key === 'object' && key !== null ? BigInt(key.integer) : key));
  return { position, id, keys };
}
