import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { deriveKey } from '@content-service/kernel';
import type {
  CursorPageRequest,
  IndexValue,
  KeysetBound,
  KeysetPosition,
  Sort,
} from '@content-service/entries';
import {
  InvalidParameter,
  PageSizeExceeded,
  RangeNotSupported,
  RankingNotSupported,
  SortNotSupported,
} from '../jsonapi.errors.js';
import type { Parameter } from './parse-bracketed-query.js';
import {
  type CollectionQueryContext,
  type DocumentOptions,
  parseNumber,
  parseSelection,
} from './parse-query.js';

/** Query of a collection to which the cursor pagination profile is applied. */
export interface CursorQuery extends DocumentOptions {
  readonly request: CursorPageRequest;
  /** Codec of the cursors of this sort. */
  readonly cursors: OrderedCursors;
}

/**
 * Parses the query of a collection to which the cursor pagination profile is applied.
 *
 * @throws as `parseCollectionQuery`, PageSizeExceeded, RangeNotSupported, SortNotSupported
 */
export function parseCursorQuery(
  rawQuery: string,
  context: CollectionQueryContext,
  codec: CursorCodec,
): CursorQuery {
  const { page, options, selection: ordered } = parseSelection(rawQuery, context);
  const { ranking, ...selection } = ordered;
  if (ranking !== undefined) throw new RankingNotSupported();
  assertCursorSort(selection.sort);
  const cursors = codec.forOrder({ type: context.type.name, sort: selection.sort });
  const { limit, bound } = parseCursorPage(page, context.limits.pageLimitMaximum, cursors);
  const request = bound === undefined ? { ...selection, limit } : { ...selection, limit, bound };
  return { ...options, request, cursors };
}

/** One page of a collection by cursor; without `bound` the first. */
interface CursorPage {
  readonly limit: number;
  readonly bound?: KeysetBound;
}

/**
 * Parses `page[size]`, `page[after]` and `page[before]` (cursor pagination profile, «Query Parameters»). `page[offset]`
 * and `page[limit]` are rejected, since they would select another page; unknown keys are ignored.
 *
 * @throws InvalidParameter, PageSizeExceeded, RangeNotSupported
 */
function parseCursorPage(
  page: Parameter | undefined,
  sizeMaximum: number,
  cursors: OrderedCursors,
): CursorPage {
  if (page === undefined) return { limit: sizeMaximum };
  if (page.kind === 'value')
    throw new InvalidParameter(page.name, `'page' needs a key: page[size]=10&page[after]=…`);
  rejectOffsets(page.members);
  const size = page.members.get('size');
  const limit = parseNumber(size, 1) ?? sizeMaximum;
  if (size !== undefined && limit > sizeMaximum) throw new PageSizeExceeded(size.name, limit, sizeMaximum);
  const [after, before] = [page.members.get('after'), page.members.get('before')];
  if (after !== undefined && before !== undefined) throw new RangeNotSupported(before.name);
  const cursor = after ?? before;
  if (cursor === undefined) return { limit };
  return {
    limit,
    bound: { direction: after === undefined ? 'before' : 'after', position: decodePosition(cursor, cursors) },
  };
}

/** Rejects a sort by long text: its cursors could exceed the length of a URL. @throws SortNotSupported */
function assertCursorSort(sort: readonly Sort[]): void {
  const unsupported = sort.find(
    ({ path: { end } }) => end.kind === 'property' && end.property.kind === 'text',
  );
  if (unsupported !== undefined) throw new SortNotSupported(unsupported.path.text);
}

function rejectOffsets(members: ReadonlyMap<string, Parameter>): void {
  const other = members.get('offset') ?? members.get('limit');
  if (other === undefined) return;
  throw new InvalidParameter(
    other.name,
    `'${other.name}' cannot be combined with the cursor pagination profile; use page[size], page[after] and page[before].`,
  );
}

function decodePosition(cursor: Parameter, cursors: OrderedCursors): KeysetBound['position'] {
  const position = cursor.kind === 'value' ? cursors.decode(cursor.value) : undefined;
  if (position !== undefined) return position;
  throw new InvalidParameter(
    cursor.name,
    `'${cursor.name}' is not a cursor of this collection and sort; use one from links.next or links.prev.`,
  );
}

/** The collection and sort that a cursor is valid for. */
export interface CursorOrder {
  readonly type: string;
  readonly sort: readonly Sort[];
}

/** Encodes and decodes the cursors of one order. */
export interface OrderedCursors {
  /** Returns `[A-Za-z0-9_-]` only; equal positions have equal cursors. */
  encode(position: KeysetPosition): string;
  /** Returns `undefined` for text that is not a cursor of this order, or was encrypted under another key. */
  decode(cursor: string): KeysetPosition | undefined;
}

/** Encodes and decodes cursors that hold any text. */
export interface TextCursors {
  /** Returns `[A-Za-z0-9_-]` only; equal texts have equal cursors, and texts of one length have cursors of one length. */
  encode(text: string): string;
  /** Returns `undefined` for text that is not a cursor of this purpose, or was encrypted under another key. */
  decode(cursor: string): string | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/**
 * Encrypts and authenticates cursors (AES-256-GCM): they hold the sort values of an entry, which may be hidden from the
 * client. The nonce is derived from the plaintext, as in RFC 5297, so that equal pages are equal documents.
 */
export class CursorCodec {
  private readonly key: Buffer;
  private readonly nonceKey: Buffer;
  private readonly openingKeys: readonly Buffer[];

  /**
   * @param secret shared by all processes of a deployment
   * @param previousSecret the secret before a rotation; its cursors can still be decoded
   */
  constructor(secret: string, previousSecret?: string) {
    this.key = deriveKey(secret, 'cursor');
    this.nonceKey = deriveKey(secret, 'cursor nonce');
    this.openingKeys =
      previousSecret === undefined ? [this.key] : [this.key, deriveKey(previousSecret, 'cursor')];
  }

  forOrder(order: CursorOrder): OrderedCursors {
    const texts = this.forTexts(JSON.stringify([order.type, order.sort]));
    return {
      encode: (position) => texts.encode(serializePosition(position)),
      decode: (cursor) => {
        const text = texts.decode(cursor);
        return text === undefined ? undefined : parsePosition(text);
      },
    };
  }

  /** @param purpose what the cursors are valid for */
  forTexts(purpose: string): TextCursors {
    const bound = Buffer.from(purpose);
    return {
      encode: (text) => this.seal(text, bound),
      decode: (cursor) => this.open(cursor, bound),
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
    // Node's decoder skips characters outside base64url, so the text must match its own re-encoding.
    if (rest.length < TAG_LENGTH || bytes.toString('base64url') !== cursor) return undefined;
    for (const key of this.openingKeys) {
      const text = decrypt(key, nonce, rest, bound);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

/** @param rest the authentication tag followed by the ciphertext */
function decrypt(key: Buffer, nonce: Buffer, rest: Buffer, bound: Buffer): string | undefined {
  const options = { authTagLength: TAG_LENGTH };
  const decipher = createDecipheriv(ALGORITHM, key, nonce, options).setAAD(bound);
  decipher.setAuthTag(rest.subarray(0, TAG_LENGTH));
  try {
    return decipher.update(rest.subarray(TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Wraps `bigint` values in objects, since JSON numbers lose precision. */
function serializePosition({ keys, position, id }: KeysetPosition): string {
  const values = keys.map((key) => (typeof key === 'bigint' ? { integer: String(key) } : key));
  return JSON.stringify([position, id, ...values]);
}

type SerializedKey = Exclude<IndexValue, bigint> | { readonly integer: string } | null;

/** @param text output of `serializePosition` */
function parsePosition(text: string): KeysetPosition {
  const [position, id, ...values] = JSON.parse(text) as [number, string, ...SerializedKey[]];
  const keys = values.map((key) => (typeof key === 'object' && key !== null ? BigInt(key.integer) : key));
  return { position, id, keys };
}
