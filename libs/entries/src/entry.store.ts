import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { AuditLines } from '@content-service/audit';
import type { LeasedProgress, Uuid } from '@content-service/kernel';
import type { ChangeOrigin } from './change-origin.js';
import type { EntryCopy } from './copies/entry-copy.js';
import type { Entry } from './entry.js';
import type { EntrySchedule, ScheduleChange } from './entry-schedule.js';
import type { CopySupersession, RevisionMetadata, Supersession } from './history/entry-revision.js';
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
   * Whether several `apply` of many changes at the same time increase the throughput of one process without delaying other
   * writers: while the store works on some, the process prepares another one.
   */
  readonly concurrentWrites?: boolean;
  /**
   * Whether `apply` stores replaced and deleted states and working copies, and `EntryRevisionStore` reads them. Without it no such
   * change is sent, and what needs one is answered by `RevisionsNotSupported`.
   */
  readonly revisions?: boolean;
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

/** Stores the working copy of an entry, which itself stays as it is. */
export interface SaveCopy {
  readonly kind: 'saveCopy';
  readonly copy: EntryCopy;
  /** The version of the stored copy; 0: there is none yet. */
  readonly expectedVersion: number;
  /** The version of the entry, after all changes of the list, that the members of the copy were compared with. */
  readonly entryVersion: number;
  readonly supersede?: CopySupersession | undefined;
  readonly schedule?: ScheduleChange | undefined;
}

/** Deletes the working copy of an entry. */
export interface DiscardCopy {
  readonly kind: 'discardCopy';
  readonly id: Uuid;
  /** The version of the stored copy. */
  readonly expectedVersion: number;
  readonly supersede?: CopySupersession | undefined;
}

/** A change of one entry, where `entry` is the complete new state, including its version, or of its working copy. */
export type EntryChange =
  | { readonly kind: 'insert'; readonly entry: Entry; readonly schedule?: ScheduleChange | undefined }
  | EntryUpdate
  | { readonly kind: 'delete'; readonly id: Uuid; readonly expectedVersion: number }
  | SaveCopy
  | DiscardCopy;

/** The id of the entry that a change is about. */
export function getEntryId(change: EntryChange): Uuid {
  switch (change.kind) {
    case 'insert':
    case 'update':
      return change.entry.id;
    case 'saveCopy':
      return change.copy.entryId;
    case 'delete':
    case 'discardCopy':
      return change.id;
  }
}

/** The entries that changes insert and update, in their order; one more than once when several changes do. */
export function getWrittenEntries(changes: readonly EntryChange[]): Entry[] {
  return changes.flatMap((change) =>
    change.kind === 'insert' || change.kind === 'update' ? [change.entry] : [],
  );
}

/** What is stored in the same transaction as a list of changes of entries. */
export interface AttachedWrites extends AuditLines {
  readonly idempotency?: IdempotentRequest;
  /** For the events of the changes in the event log; without it they have the cause `internal`. */
  readonly origin?: ChangeOrigin | undefined;
  /** Schedules that the changes perform; they are removed. */
  readonly completedSchedules?: readonly EntrySchedule[] | undefined;
  /** The states that the changes replace or delete and that stay as revisions (`EntryRevisionStore`), one for each entry at most. */
  readonly superseded?: readonly Supersession[] | undefined;
  /** The deletion that an insertion takes back: its revision is one of the track `live` from then on. */
  readonly restored?: Pick<RevisionMetadata, 'entryId' | 'number'> | undefined;
  /** Progress of the job that makes the changes. */
  readonly job?: LeasedProgress | undefined;
}

/** The result of a POST with an `Idempotency-Key`, stored so that a repeated request gets the same response. */
export interface IdempotentRequest {
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

/** Work that remains after changes were applied. */
export interface AppliedChanges {
  /** Deleted entries with too many referrers for one transaction; see `unlinkDeleted`. */
  readonly pendingUnlinks: readonly Uuid[];
}

/** The type and publication state of an entry. */
export interface EntryStatus {
  readonly type: string;
  readonly published: boolean;
}

/** An entry that was written or deleted. */
export interface WrittenEntry {
  readonly type: string;
  readonly id: Uuid;
}

/** What `EntryStore.findWrittenSince` tells. */
export interface WrittenEntries {
  /** A position in the order of all changes; what is not listed up to it is known to callers that asked with it before. */
  readonly moment: number;
  /** With duplicates, and those after `moment` included. */
  readonly entries: readonly WrittenEntry[];
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

  /**
   * By each alias the entry that has it; otherwise one whose alias differs in case and accents only (`fold`), first one that is
   * folded itself. Of several the one in the language; otherwise the one in the first other language, by language code, and of these
   * the one with the first id. Aliases that no entry has are absent.
   */
  abstract findByAliases(aliases: readonly string[], langcode: string): Promise<Map<string, Uuid>>;

  /** The entry of one alias (`findByAliases`). */
  async findByAlias(alias: string, langcode: string): Promise<Uuid | undefined> {
    return (await this.findByAliases([alias], langcode)).get(alias);
  }

  /**
   * The entries that were written after a moment, so that callers can keep what they have read: it holds while none of its entries, and
   * none that could belong to it, is among them. What is committed while the method runs is listed now or by the next call. Callers keep
   * nothing for more than a minute, since records of changes are pruned. Absent where changes are not recorded.
   *
   * @param moment of an earlier answer; without it only the present one is told
   * @returns `undefined` when too many were written, or changes are not recorded
   */
  findWrittenSince?(moment: number | undefined): Promise<WrittenEntries | undefined>;

  /**
   * The earlier request with the same idempotency key. One that expired before `now` (UNIX seconds) is
   * deleted, so that its key can be used again.
   */
  abstract findIdempotentRequest(key: string, now: number): Promise<IdempotentRequest | undefined>;

  /**
   * Deletes the requests with an idempotency key that expired before `now` (UNIX seconds).
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract pruneIdempotentRequests(now: number, limit: number): Promise<number>;

  /**
   * Applies all changes in their order, or none: one list may insert, update and delete the same entry. References are
   * checked after the last change, so entries can be inserted before their targets and deleted in any order. Deleted
   * entries are removed from the linkage of all referrers, which the store finds itself (their version increases by one,
   * `changed` stays). Their schedules and working copies are deleted. When there are many, all reads and queries leave the deleted entries out at once, and
   * `unlinkDeleted` rewrites the referrers.
   *
   * @throws DuplicateEntry, EntryIdReleasing when an inserted entry would inherit more references to a deleted one than are
   *   rewritten before,
   *   VersionConflict when the stored version of an entry or a working copy is not the expected one, or the entry does not exist,
   *   StoredTargetsNotFound when a target does not exist after the changes, or not with the given type, and was not
   *   deleted by them,
   *   AliasTaken,
   *   ModelOutdated (bundles) when the bundle of an entry was changed after its `modelVersion`, or does not exist,
   *   DuplicateRequest when the idempotency key of `attached` is taken, ScheduleOutdated when one of `completedSchedules`
   *   is not stored so (any more), DeletionNotFound when `restored` is none (any more), JobLeaseLost (jobs) when the lease of `job` is another's, UnknownOutcome
   */
  abstract apply(changes: readonly EntryChange[], attached?: AttachedWrites): Promise<AppliedChanges>;

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
