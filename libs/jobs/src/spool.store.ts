import type { Uuid } from '@content-service/kernel';

/** A part of a spool. */
export interface SpoolPart {
  readonly spool: Uuid;
  /** Counted from 0. */
  readonly part: number;
  /** Up to some MB. */
  readonly text: string;
  /** UNIX seconds. */
  readonly storedAt: number;
}

/**
 * The port for spools: what lasts for some days only, in parts of bounded size that every process can read. That is what a background
 * job reads and keeps between its batches and is too large for its parameters and its checkpoint, and who has an entry open at the moment
 * (`EntryPresence` of `entries`): one small part for each entry, replaced every few seconds. Every method is atomic but the deletions,
 * which can be repeated.
 */
export abstract class SpoolStore {
  /** Stores a part, in the place of an earlier one with its number. */
  abstract put(part: SpoolPart): Promise<void>;

  /** @returns the text of a part; `undefined` when there is none */
  abstract find(spool: Uuid, part: number): Promise<string | undefined>;

  /** Deletes the parts of a spool, if there are any. */
  abstract delete(spool: Uuid): Promise<void>;

  /**
   * Deletes spools whose last part was stored before (UNIX seconds).
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(before: number, limit: number): Promise<number>;
}
