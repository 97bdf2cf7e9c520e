import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditActor, TransactionalRecords } from '@content-service/audit';
import type { LeasedProgress, Uuid } from '@content-service/kernel';
import type { Entry } from './entry.js';
import type { EntrySchedule, ScheduleChange } from './entry-schedule.js';
import type { EntryQuery, EntrySelection, KeysetPage, KeysetQuery } from './query/entry-query.js';
import type { QueryExplanation } from './query-explanation.js';

/** Properties that differ between stores; the conformance kit and the domain read them. */
export interface StoreCapabilities {
  /** Whether several processes may write to the same data at once. */
  readonly multiProcess: boolean;
  /** Whether stored data outlives the process. */
  readonly durable: boolean;
  /** Whether a backup reads the state of one moment while others write (`Storage.readSnapshot`). */
  readonly snapshots: boolean;
  /**
   * Whether it is of use, and no harm to other writers, when one process has several `apply` of many changes in progress:
   * while the store works on some, the process prepares another one.
   */
  readonly concurrentWrites?: boolean;
}

interface EntryUpdate {
  readonly kind: 'update';
  readonly entry: Entry;
  /** The version the change was computed from; `entry.version` is one more. */
  readonly expectedVersion: number;
  /** The stored entry of that version, as `getMany` returned it; a store that has it need not read it again. */
  readonly previous?: Entry | undefined;
  readonly schedule?: ScheduleChange | undefined;
}

/** A change of one entry. `entry` is the complete new state, including its version. */
export type EntryChange =
  | { readonly kind: 'insert'; readonly entry: Entry; readonly schedule?: ScheduleChange | undefined }
  | EntryUpdate
  | { readonly kind: 'delete'; readonly id: Uuid; readonly expectedVersion: number };

/** What is stored in the same transaction as a list of changes of entries. */
export interface EntryTransactionalRecords extends TransactionalRecords {
  readonly idempotency?: IdempotencyRecord;
  /** For the events of the changes in the event log; without it they have the cause `internal`. */
  readonly origin?: ChangeOrigin | undefined;
  /** Schedules that the changes perform; they are removed. */
  readonly completedSchedules?: readonly EntrySchedule[] | undefined;
  /** Progress of the job that makes the changes. */
  readonly job?: LeasedProgress | undefined;
}

/**
 * Why entries were changed: a `request` to the API, an `import` of a site package, a `schedule` whose time has come, or the
 * `internal` work of the service, such as the creation of a user. Referrers that lose a deleted target are changed by `target_deleted`.
 */
export type ChangeCause = 'request' | 'import' | 'schedule' | 'internal' | 'target_deleted';

/** The origin of a list of changes. */
export interface ChangeOrigin {
  readonly cause: Exclude<ChangeCause, 'target_deleted'>;
  readonly actor?: AuditActor | undefined;
  readonly requestId?: string | undefined;
  /** The trace of the request (W3C Trace Context). */
  readonly traceparent?: string | undefined;
}

/** The result of a POST with an `Idempotency-Key`, stored so that a repeated request gets the same response. */
export interface IdempotencyRecord {
  /** SHA-256 of client, path and key. */
  readonly key: string;
  /** SHA-256 of the body. */
  readonly fingerprint: string;
  /** The entry that the request created. */
  readonly entryId: Uuid;
  /** UNIX seconds. */
  readonly expiresAt: number;
}

/** A page by offset or by position. */
export type ExplainedQuery =
  | { readonly pagination: 'offset'; readonly query: EntryQuery }
  | { readonly pagination: 'keyset'; readonly query: KeysetQuery };

/** What is left to be done after changes were applied. */
export interface AppliedChanges {
  /** Deleted entries with too many referrers for one transaction; see `unlinkDeleted`. */
  readonly pendingUnlinks: readonly Uuid[];
}

/** The type and publication state of an entry. */
export interface EntryStatus {
  readonly type: string;
  readonly published: boolean;
}

/**
 * The port for storing entries. Every method is atomic; transient conflicts (deadlocks, lock time-outs) are retried
 * inside. Every method may throw `StoreUnavailable`, `StoreBusy` and `QueryTimeout`, those that write `StorageFull`.
 */
export abstract class EntryStore {
  abstract readonly capabilities: StoreCapabilities;

  /** The ids of a page of a query, in order. @returns `more`: whether further entries follow */
  abstract findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }>;

  /** The entries next to a position in an order, each with its own position (keyset pagination). */
  abstract findPositions(query: KeysetQuery): Promise<KeysetPage>;

  /** The exact number of entries of a selection. */
  abstract count(selection: EntrySelection): Promise<number>;

  /**
   * How `findIds` or `findPositions`, and `count`, answer a query. Neither is executed; figures that the plan depends on are read, as
   * they are for the query itself. Absent where queries have no plans.
   */
  explain?(query: ExplainedQuery): Promise<QueryExplanation>;

  /** Entries of any types by id; ids that do not exist are absent. */
  abstract getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>>;

  /** Type and state of entries by id; ids that do not exist are absent. */
  abstract findStatuses(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>>;

  /** The ids of entries whose linkage contains `target`, without duplicates, in no particular order. */
  abstract findReferrers(target: Uuid, options: { field?: string; limit: number }): Promise<Uuid[]>;

  /** The entry that has the alias in the language; otherwise the one in the first other language, by language code. */
  abstract findByAlias(alias: string, langcode: string): Promise<Uuid | undefined>;

  /**
   * The record of an earlier request with the same idempotency key. A record that expired before `now` (UNIX seconds) is
   * deleted, so that its key can be used again.
   */
  abstract findIdempotencyRecord(key: string, now: number): Promise<IdempotencyRecord | undefined>;

  /**
   * Deletes records of requests that expired before `now` (UNIX seconds).
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract pruneIdempotencyRecords(now: number, limit: number): Promise<number>;

  /**
   * Applies all changes in their order, or none: one list may insert, update and delete the same entry. References are
   * checked after the last change, so entries can be inserted before their targets and deleted in any order. Deleted
   * entries are removed from the linkage of all referrers, which the store finds itself (their version increases by one,
   * `changed` stays). Their schedules are deleted. When there are many, all reads and queries leave the deleted entries out at once, and
   * `unlinkDeleted` rewrites the referrers.
   *
   * @throws DuplicateEntry, EntryIdReleasing when an inserted entry would inherit more references to a deleted one than are
   *   rewritten before,
   *   VersionConflict when the stored version is not the expected one, or the entry does not exist,
   *   StoredTargetsNotFound when a target does not exist after the changes, or not with the given type, and was not
   *   deleted by them,
   *   AliasTaken,
   *   ModelOutdated (bundles) when the bundle of an entry was changed after its `modelVersion`, or does not exist,
   *   DuplicateRequest when the idempotency key of `attached` is taken, ScheduleOutdated when one of `completedSchedules`
   *   is not stored so (any more), JobLeaseLost (jobs) when the lease of `job` is another's, UnknownOutcome
   */
  abstract apply(
    changes: readonly EntryChange[],
    attached?: EntryTransactionalRecords,
  ): Promise<AppliedChanges>;

  /** Some of the deleted entries whose referrers are still to be rewritten, until `unlinkDeleted` finds none left. */
  abstract findPendingUnlinks(limit: number): Promise<readonly Uuid[]>;

  /** How many entries are still to be rewritten for a deleted entry. */
  abstract countPendingReferrers(target: Uuid): Promise<number>;

  /**
   * Rewrites some referrers of deleted entries, as readers see them already: each once, for all of these entries. Can be
   * repeated at any time.
   *
   * @param targets up to 1,000, from `findPendingUnlinks`; those that are not deleted, or no longer in linkage, are skipped
   * @returns how many were found and rewritten where needed; 0 when none is left
   */
  abstract unlinkDeleted(targets: readonly Uuid[], limit: number): Promise<number>;
}

/** The number of entries of one batch: two statements, and so much work between two turns of the event loop. */
const BATCH_SIZE = 200;

/**
 * Reads all entries of a resource type, published or not, in order of creation, batch by batch (keyset pagination). The
 * event loop runs between two batches, because a store with a synchronous driver does not yield by itself.
 *
 * @param type the name of a resource type, such as `node--article`
 */
export async function* readAllEntries(
  store: Pick<EntryStore, 'findPositions' | 'getMany'>,
  type: string,
): AsyncGenerator<Entry> {
  const first: KeysetQuery = { type, publishedOnly: false, sort: [], limit: BATCH_SIZE };
  for (let query: KeysetQuery | undefined = first; query !== undefined;) {
    const { positions, more } = await store.findPositions(query);
    const entries = await store.getMany(positions.map(({ id }) => id));
    for (const { id } of positions) {
      const entry = entries.get(id);
      if (entry !== undefined) yield entry;
    }
    const position = positions.at(-1);
    query =
      more && position !== undefined ? { ...first, bound: { direction: 'after', position } } : undefined;
    if (query !== undefined) await nextEventLoopTurn();
  }
}
