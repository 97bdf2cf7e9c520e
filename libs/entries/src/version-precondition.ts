import type { Uuid } from '@content-service/kernel';
import { EntryPreconditionFailed } from './entry.errors.js';

/**
 * One state of an entry. Versions of an entry that is created again under the id of a deleted one begin at 1 again; the position
 * tells the two apart.
 */
export interface EntryVersion {
  readonly version: number;
  /** `Entry.position`; without it every entry with the version is meant. Of a working copy `EntryCopy.savedAt`. */
  readonly position?: number;
  /** Whether it is the version of the working copy. */
  readonly ofCopy?: boolean;
}

/** The versions that an entry may have before a write; without any member it may have every version. */
export interface VersionPrecondition {
  /** The versions of `If-Match`: the entry must have one of them. */
  readonly expectedVersions?: readonly EntryVersion[];
  /** The versions of `If-None-Match`: the entry must have none of them; `'*'`: it must not exist. */
  readonly excludedVersions?: readonly EntryVersion[] | '*';
}

/** Whether a version that a client names is the present one. */
export function isPresentVersion(named: EntryVersion, present: EntryVersion): boolean {
  const { version, position = present.position, ofCopy = false } = named;
  return version === present.version && position === present.position && ofCopy === (present.ofCopy ?? false);
}

/**
 * @param present the versions that count as the present one
 * @throws EntryPreconditionFailed
 */
export function assertAdmitted(
  id: Uuid,
  present: readonly EntryVersion[],
  { expectedVersions, excludedVersions = [] }: VersionPrecondition,
): void {
  const isPresent = (named: EntryVersion): boolean => present.some((one) => isPresentVersion(named, one));
  if (expectedVersions?.some(isPresent) === false) throw new EntryPreconditionFailed(id, 'If-Match');
  if (excludedVersions === '*' || excludedVersions.some(isPresent))
    throw new EntryPreconditionFailed(id, 'If-None-Match');
}
