import type { JsonObject } from '@content-service/kernel';

/** A JSON object under a key. */
export interface StoredRecord {
  readonly key: string;
  readonly value: JsonObject;
  /**
   * Identifies this state of the record: no other state of the key ever has the same version, not even one that was stored
   * after a deletion. A whole number from 1, such as a counter of the whole store or the commit number of the database.
   */
  readonly version: number;
}

/** A part of `RecordStore.write`, with the condition that must hold at the commit. */
export type RecordWrite = {
  readonly key: string;
  /** The version that was read; 0 when there was no record. */
  readonly expectedVersion: number;
} & (
  | { readonly kind: 'put'; readonly value: JsonObject }
  | { readonly kind: 'delete' }
  /** Changes nothing, but the record must be unchanged. */
  | { readonly kind: 'check' }
);

/** Selects records by the beginning of their keys. */
export interface RecordRange {
  readonly prefix: string;
  /** Only records behind this key, in the direction of the order; a record with the key need not exist. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Begins with the greatest key. */
  readonly reverse?: boolean | undefined;
}

/**
 * The port that `RecordStorage` is built on: records with versions, of which several are written at once under
 * conditions. Keys are well-formed texts of up to 1,000 bytes in UTF-8, which compare by their bytes; values have up to a
 * few MB. Records do not expire: the stores delete what is no longer needed.
 *
 * Any method may throw `StoreUnavailable` (entries) when the database does not answer, `write` also `StorageFull`.
 */
export abstract class RecordStore {
  /** Whether records outlive the process. */
  abstract readonly durable: boolean;

  /** Connects, and creates what is missing (files, tables). Can be called again after `close`. */
  abstract open(): Promise<void>;

  abstract close(): Promise<void>;

  /** The record as of the last write that was confirmed before the call, or a later one. */
  abstract get(key: string): Promise<StoredRecord | undefined>;

  /** Records in the order of the UTF-8 bytes of their keys. All of them are of one point in time. */
  abstract list(range: RecordRange): Promise<readonly StoredRecord[]>;

  /**
   * Makes all writes, or none; with other calls it is serializable. It resolves when the records are as durable as the
   * store makes them. No key occurs twice.
   *
   * @returns false, without a change, when the version of a record is not the expected one. If parallel calls expect
   *   the same version of a record, and change it, exactly one returns true
   */
  abstract write(writes: readonly RecordWrite[]): Promise<boolean>;
}
