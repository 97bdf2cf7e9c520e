import type { AuditActor } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import type { Attributes, Relationships } from '../entry.js';
import type { RevisionOptions } from '../history/revision-options.js';

/** Who saved a working copy, what the save said of itself, and what the copy started from. */
export interface CopyHead extends RevisionOptions {
  readonly actor?: AuditActor | undefined;
  /** By the name of each member of the copy: the hash of the value that the entry had when the member was saved first. */
  readonly base: Readonly<Record<string, string>>;
}

/** The members of a working copy, each with its whole value, as an entry has them. */
interface CopyContent {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
}

/**
 * The working copy of an entry: the members of it that were changed and not published yet. It is a stored PATCH and no entry:
 * nothing is derived from it, so no query, event or cache tag shows it. An entry has at most one; it is deleted with its entry.
 */
export interface EntryCopy {
  readonly entryId: Uuid;
  /** The resource type of the entry. */
  readonly type: string;
  /** Starts at 1; every save increments it by one. */
  readonly version: number;
  /** Microseconds; the time of the last save. */
  readonly savedAt: number;
  readonly head: CopyHead;
  readonly content: CopyContent;
}

export interface CopyFilter {
  /** Only copies of entries of this resource type. */
  readonly type?: string | undefined;
}

/** The copies that were saved last come first. */
export interface CopyPage {
  readonly copies: readonly EntryCopy[];
  readonly more: boolean;
}

/** A part of a list that is read newest first. */
export interface CopyWindow {
  /** Only copies that were saved before; microseconds. */
  readonly before?: number | undefined;
  readonly limit: number;
}
