import type { Uuid } from '@content-service/kernel';
import type { Entry } from './entry.js';
import type { EntryQuery, EntrySelection, Found, SeekQuery } from './query/entry-query.js';

/** What a store can do; the conformance kit reads it, and so does the domain. */
export interface StoreCapabilities {
  /** Whether several processes may write to the same data at once. */
  readonly multiProcess: boolean;
  /** Whether what was stored is still there after the process ends. */
  readonly durable: boolean;
}

/** One change of one entry. `entry` is the whole entry as it shall be, its version included. */
export type EntryChange =
  | { readonly kind: 'insert'; readonly entry: Entry }
  /** @property expectedVersion the version the change was made from; `entry.version` is one more */
  | { readonly kind: 'update'; readonly entry: Entry; readonly expectedVersion: number }
  | { readonly kind: 'delete'; readonly id: Uuid; readonly expectedVersion: number };

/** Records that must be stored in the same transaction as the changes they go with. */
export interface Companions {
  readonly idempotency?: IdempotencyRecord;
}

/** The answer to a POST with an `Idempotency-Key`, kept so that a repetition gets it again. */
export interface IdempotencyRecord {
  /** SHA-256 of client, path and key. */
  readonly key: string;
  /** SHA-256 of the body. */
  readonly fingerprint: string;
  /** The entry the request made. */
  readonly entryId: Uuid;
  /** UNIX seconds. */
  readonly expiresAt: number;
}

/** What `exists` tells of an entry. */
export interface EntryStatus {
  readonly type: string;
  readonly published: boolean;
}

/**
 * Where entries are kept. Every method is one atomic act; transient conflicts (deadlocks, lock time-outs) are retried
 * inside. Every method may throw `StoreUnavailable`.
 */
export abstract class EntryStore {
  abstract readonly capabilities: StoreCapabilities;

  /** The ids of a window of a query, in order, and whether more follow behind it. */
  abstract findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }>;

  /** Entries next to a place in an order, each with its own place, from where the search can go on. */
  abstract seek(query: SeekQuery): Promise<Found>;

  /** How many entries a selection has, exactly. */
  abstract count(selection: EntrySelection): Promise<number>;

  /** Entries of any types by id; ids that do not exist are absent. */
  abstract getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>>;

  /** Type and state of entries by id; ids that do not exist are absent. */
  abstract exists(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>>;

  /** Entries whose linkage holds `target`, in no particular order, each once. */
  abstract referrers(target: Uuid, options: { field?: string; limit: number }): Promise<Uuid[]>;

  /** The entry that has the alias in the language; else one that has it in another, of these the first by its code. */
  abstract findByAlias(alias: string, langcode: string): Promise<Uuid | undefined>;

  /**
   * The record of an earlier request with the same idempotency key. One that expired before `now` (UNIX seconds) is
   * forgotten here, so that its key is free again.
   */
  abstract findIdempotencyRecord(key: string, now: number): Promise<IdempotencyRecord | undefined>;

  /**
   * Makes all changes or none, one after the other: an entry can be inserted, updated and deleted in one act. References
   * are settled at the end, so entries can be inserted before their targets, and deleted in any order: the deleted are
   * taken out of the linkage of all who refer to them (their version rises by one, `changed` stays); the store finds
   * these referrers itself.
   *
   * @throws DuplicateEntry,
   *   VersionConflict when the stored version is not the expected one, or there is no such entry,
   *   TargetsMissing when an entry points at one that does not exist after the act, or not under the type it says, and
   *   was not deleted by it,
   *   AliasTaken,
   *   ModelOutdated (bundles) when the entry's bundle was changed after its `modelVersion`, or is not there (any more),
   *   DuplicateRequest when a companion's idempotency key is taken, UnknownOutcome
   */
  abstract apply(changes: readonly EntryChange[], companions?: Companions): Promise<void>;
}
