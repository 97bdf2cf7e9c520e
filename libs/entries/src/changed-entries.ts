import type { Uuid } from '@content-service/kernel';
import { AliasTaken, DuplicateEntry, VersionConflict } from './entry.errors.js';
import { type Entry, getPathAlias, getTargetIds, unlinkEachTarget, unlinkTargets } from './entry.js';
import { type EntryChange, getEntryId } from './entry.store.js';

/** One entry before and after a list of changes; `undefined` when it does not exist. */
export interface ChangedEntry {
  readonly id: Uuid;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** An overlay of changes over stored entries: the meaning of `EntryStore.apply`, before anything is written. */
export class ChangedEntries {
  private readonly before = new Map<Uuid, Entry>();
  private readonly after = new Map<Uuid, Entry | undefined>();

  /** @param stored the stored versions of the entries that will be changed */
  constructor(stored: Iterable<Entry> = []) {
    this.addStored(stored);
  }

  /** Adds stored entries; those that were changed already are ignored. */
  addStored(stored: Iterable<Entry>): void {
    for (const entry of stored) if (!this.after.has(entry.id)) this.before.set(entry.id, entry);
  }

  /** The entry after the changes so far, or the stored one. */
  find(id: Uuid): Entry | undefined {
    return this.after.has(id) ? this.after.get(id) : this.before.get(id);
  }

  /** Whether the entry was inserted, updated or deleted. */
  isChanged(id: Uuid): boolean {
    return this.after.has(id);
  }

  /** Changes of working copies change no entry. @throws DuplicateEntry, VersionConflict */
  applyChange(change: EntryChange): void {
    if (change.kind === 'saveCopy' || change.kind === 'discardCopy') return;
    const id = getEntryId(change);
    const present = this.find(id);
    if (change.kind === 'insert') {
      if (present !== undefined) throw new DuplicateEntry(id);
    } else if (present?.version !== change.expectedVersion) throw new VersionConflict(id);
    this.after.set(id, change.kind === 'delete' ? undefined : change.entry);
  }

  /** Removes deleted entries from the linkage of their stored referrers and of the changed entries, in one version. */
  unlink(deleted: ReadonlySet<Uuid>, referrers: Iterable<Entry>): void {
    this.addStored(referrers);
    this.replaceEach((entry) =>
      getTargetIds(entry).some((target) => deleted.has(target)) ? unlinkTargets(entry, deleted) : entry,
    );
  }

  /** Removes entries that were deleted one by one, in a version for each. */
  unlinkEach(deleted: ReadonlySet<Uuid>): void {
    this.replaceEach((entry) => unlinkEachTarget(entry, deleted));
  }

  /** @throws AliasTaken when two changed entries have the same path alias */
  assertDistinctAliases(): void {
    const taken = new Set<string>();
    for (const { after } of this.changed) {
      const path = after && getPathAlias(after);
      if (path === undefined) continue;
      const key = `${path.langcode} ${path.alias}`;
      if (taken.has(key)) throw new AliasTaken(path.alias, path.langcode);
      taken.add(key);
    }
  }

  /** The entries that differ from their stored versions. */
  get changed(): readonly ChangedEntry[] {
    return [...this.after]
      .map(([id, after]) => ({ id, before: this.before.get(id), after }))
      .filter(({ before, after }) => before !== after);
  }

  private replaceEach(change: (entry: Entry) => Entry): void {
    for (const id of new Set([...this.before.keys(), ...this.after.keys()])) {
      const entry = this.find(id);
      const next = entry && change(entry);
      if (next !== entry) this.after.set(id, next);
    }
  }
}
