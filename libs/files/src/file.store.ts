import type { Readable } from 'node:stream';
import type { FileKey } from './file-key.js';

/** A part of an object, both ends included: `{ first: 0, last: 0 }` is its first byte (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly first: number;
  /** Not before `first`. Behind the last byte of the object it means the last byte. */
  readonly last: number;
}

/** What a store knows of an object. */
export interface ObjectStat {
  readonly bytes: number;
  /** When it was stored or replaced, in UNIX seconds. */
  readonly storedAt: number;
}

/** An object of a list. */
export interface StoredObject extends ObjectStat {
  readonly key: FileKey;
}

/** A file of this machine whose bytes become an object. */
export interface SourceFile {
  /** Absolute. A file below `temporaryFolder` is taken without a copy, where the store can. */
  readonly path: string;
  /** The size, by which a file that is not whole is recognized. */
  readonly bytes: number;
  /** Its media type, such as `image/jpeg`, for stores that show it to their own readers. The service has it in the entry. */
  readonly type: string;
}

/**
 * The port to the place where the bytes of files are. An object is whole or is not there, and never changes: a name is written
 * again with other bytes only when it is replaced as a whole. Several processes may use one place at the same time.
 *
 * A key that was made by no function of file-key.ts is refused by every method (`FileKeyInvalid`). A method that fails
 * otherwise throws `FileStoreUnavailable`, and `put` also `FileStoreFull` and `SourceFileUnusable`.
 */
export abstract class FileStore {
  /**
   * Stores an object or replaces one. After the promise is fulfilled, the object outlives a crash of the machine; after an error,
   * there is the object that was there before, or none. The store takes the file over: it is gone afterwards, after an error too.
   *
   * @throws SourceFileUnusable when the file cannot be read, is a link or no file, or has another size
   * @throws FileStoreFull
   */
  abstract put(key: FileKey, file: SourceFile): Promise<void>;

  /**
   * Opens an object, or a part of it. A range that begins behind the last byte is empty. The caller reads the stream to its
   * end or destroys it. When the object is replaced or removed meanwhile, the stream ends with the bytes of the object that
   * was opened or with an error.
   *
   * @returns `undefined` when there is no such object
   * @throws RangeError when `first` and `last` are no whole numbers from 0 in this order
   */
  abstract open(key: FileKey, range?: ByteRange): Promise<Readable | undefined>;

  /** @returns `undefined` when there is no such object */
  abstract stat(key: FileKey): Promise<ObjectStat | undefined>;

  /** Removes objects; keys without one are passed over. After an error some may be removed, and it can be repeated. */
  abstract remove(keys: readonly FileKey[]): Promise<void>;

  /**
   * Lists the objects behind a key, in the order of the characters of their keys. Objects that are stored or removed between
   * two pages may be in the list or not; all others are in it once.
   *
   * @param after the last key of the page before; `undefined` for the first page
   * @param limit the most objects of the page, 1 to 1000
   */
  abstract list(after: FileKey | undefined, limit: number): Promise<readonly StoredObject[]>;

  /**
   * The absolute path of a folder for files that will be put, which is made when it is missing. Other processes may use it too,
   * so names in it are random. What is left of a process that was killed is removed after a day.
   */
  abstract temporaryFolder(): Promise<string>;

  /**
   * Looks whether objects can be stored, and leaves nothing behind. It throws what `put` throws; a store may answer from
   * rights that it has read without trying to write.
   */
  abstract check(): Promise<void>;

  /** Ends connections and removes what this process alone needs. Objects stay. It does not throw, and can be repeated. */
  abstract close(): Promise<void>;
}

/** @throws RangeError when the ends of a range are no whole numbers from 0 in this order */
export function assertByteRange(range: ByteRange | undefined): void {
  if (range === undefined) return;
  const { first, last } = range;
  if (Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 0 && last >= first) return;
  throw new RangeError(`A range has whole numbers from 0 with first <= last, got ${first} to ${last}.`);
}

/** The most objects of a page of `list`. */
export const LIST_MAXIMUM = 1000;

/** @throws RangeError when the limit of a page is no whole number from 1 to `LIST_MAXIMUM` */
export function assertListLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= LIST_MAXIMUM) return;
  throw new RangeError(`A page of the list has 1 to ${LIST_MAXIMUM} objects, got ${limit}.`);
}
