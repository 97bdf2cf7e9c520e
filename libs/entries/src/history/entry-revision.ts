import type { AuditActor } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import type { CopyFilter, CopyPage, CopyWindow, EntryCopy } from '../copies/entry-copy.js';
import type { Entry, Identifier } from '../entry.js';
import type { ChangeOrigin } from '../change-origin.js';
import type { RevisionOptions } from './revision-options.js';

/**
 * What happened to the state of a revision: it was replaced by a newer one (`live`), or deleted with its entry. The state of a
 * working copy was replaced by a newer one, or discarded (`copy`).
 */
export type RevisionTrack = 'live' | 'copy' | 'deleted';

/** The change that replaced or deleted a state. */
export interface RevisionChange extends RevisionOptions {
  readonly cause: ChangeOrigin['cause'];
  readonly actor?: AuditActor | undefined;
  /** The names of the attributes and relationships that became others, in alphabetical order; none of a deletion. */
  readonly changed: readonly string[];
  /** The title or name of a deleted entry, so that lists of deletions need no documents. */
  readonly label?: string | undefined;
}

/**
 * Tells `EntryStore.apply` to keep the stored state of an entry that its changes replace or delete. It has no effect on an entry
 * that is not stored before them.
 */
export interface Supersession {
  readonly entryId: Uuid;
  /** The number of the revision: microseconds, never used again for the entry. */
  readonly number: number;
  readonly change: RevisionChange;
  /** How many revisions of the entry are kept, the newest; without it all are. */
  readonly kept?: number | undefined;
}

/** Tells `EntryStore.apply` to keep a replaced or discarded working copy as a revision of the track `copy`. */
export interface CopySupersession extends Omit<Supersession, 'entryId'> {
  /** The entry as the copy showed it. */
  readonly entry: Entry;
}

/** A reference that ended because its target was deleted. */
export interface LostReference {
  /** The entry that had it. */
  readonly entryId: Uuid;
  /** The name of the relationship. */
  readonly field: string;
  /** Its place in the linkage, from 0. */
  readonly index: number;
  readonly meta?: Identifier['meta'] | undefined;
}

/** As many are kept with a deletion, the first that were ended. */
export const LOST_REFERENCES_MAXIMUM = 100;

/** What is known of a replaced or deleted state without its values. */
export interface RevisionMetadata {
  readonly entryId: Uuid;
  /** The resource type of the entry. */
  readonly type: string;
  /** Microseconds; the time of the change. */
  readonly number: number;
  readonly track: RevisionTrack;
  /** The version and the publication state that were replaced. */
  readonly version: number;
  readonly published: boolean;
  readonly change: RevisionChange;
  /** The references that the deletion has ended, as far as they are known: at most `LOST_REFERENCES_MAXIMUM`. */
  readonly lostReferences?: readonly LostReference[] | undefined;
}

/** A replaced or deleted state. */
export interface EntryRevision extends RevisionMetadata {
  readonly entry: Entry;
  /** The numbers of the revisions of the entry before and after it, as far as there are any. */
  readonly predecessor?: number | undefined;
  readonly successor?: number | undefined;
}

/** What identifies a revision. */
export type RevisionKey = Pick<RevisionMetadata, 'entryId' | 'number'>;

/** Newest first. */
export interface RevisionPage {
  readonly revisions: readonly RevisionMetadata[];
  readonly more: boolean;
}

/** A part of a list that is read newest first. */
export interface RevisionWindow {
  /** Only revisions with smaller numbers. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A step of an erasure. @typeParam Key where the next step begins */
export interface ErasureStep<Key> {
  /** How many changes named the user. */
  readonly erased: number;
  /** The last key that was looked at; absent when none is left. */
  readonly next?: Key | undefined;
}

/**
 * The port for the replaced states of entries, and for their working copies. `EntryStore.apply` stores them with the changes that
 * replace them (`AttachedWrites.superseded`); a deletion that keeps no revision deletes all those of its entry. The present state
 * is in the entry alone. Every method is atomic.
 */
export abstract class EntryRevisionStore {
  /** The revisions of an entry, newest first. */
  abstract page(entryId: Uuid, window: RevisionWindow): Promise<RevisionPage>;

  /** The revision with a number. */
  abstract find(entryId: Uuid, number: number): Promise<EntryRevision | undefined>;

  /** The deletions of all entries, newest first. */
  abstract pageDeleted(window: RevisionWindow): Promise<RevisionPage>;

  /**
   * Deletes revisions of the tracks `live` and `copy` whose numbers are smaller, the oldest of each track first.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(before: number, limit: number): Promise<number>;

  /**
   * Deletes deletions whose numbers are smaller, the oldest first, each with the earlier revisions of its entry.
   *
   * @returns how many deletions; fewer than `limit` when none is left
   */
  abstract pruneDeleted(before: number, limit: number): Promise<number>;

  /**
   * The first revisions after a key, of all entries in the order of their keys, for backups: those of an entry follow each other from
   * the oldest on. They do not have their neighbours.
   */
  abstract scan(after: RevisionKey | undefined, limit: number): Promise<readonly EntryRevision[]>;

  /** Stores revisions of a backup as they are, also those of deleted entries. One that is stored already stays as it is. */
  abstract addAll(revisions: readonly EntryRevision[]): Promise<void>;

  /**
   * Replaces a user by one without an id (`withoutActor`) in the changes of the first revisions after a key, in the order of `scan`.
   *
   * @param limit how many revisions are looked at
   */
  abstract eraseActor(
    userId: Uuid,
    after: RevisionKey | undefined,
    limit: number,
  ): Promise<ErasureStep<RevisionKey>>;

  /** As `eraseActor`, for working copies in the order of the ids of their entries. */
  abstract eraseCopyActor(userId: Uuid, after: Uuid | undefined, limit: number): Promise<ErasureStep<Uuid>>;

  /** The working copies of entries by their ids; entries without one are absent. */
  abstract findCopies(ids: readonly Uuid[]): Promise<Map<Uuid, EntryCopy>>;

  /** The working copies of all entries, or of those of a resource type; those that were saved last come first. */
  abstract pageCopies(filter: CopyFilter, window: CopyWindow): Promise<CopyPage>;

  /** About how many revisions are stored, for metrics. Absent where all of them would have to be read. */
  estimateCount?(): Promise<number>;
}
