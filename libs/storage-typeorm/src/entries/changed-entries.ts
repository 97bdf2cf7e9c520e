import {
  AliasTaken,
  DuplicateEntry,
  type Entry,
  type EntryChange,
  pathAliasOf,
  targetsOf,
  VersionConflict,
  withoutTargets,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';

/** What becomes of one entry: `before` is what is stored, `after` what shall be; `undefined` means that there is none. */
export interface ChangedEntry {
  readonly id: Uuid;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** Entries while changes are made to them one after the other, before anything is written. */
export class ChangedEntries {
  private readonly before = new Map<Uuid, Entry>();
  private readonly after = new Map<Uuid, Entry | undefined>();

  /** @param stored those of the entries to be changed that are there */
  constructor(stored: Iterable<Entry>) {
    for (const entry of stored) this.before.set(entry.id, entry);
  }

  /** @throws DuplicateEntry, VersionConflict */
  make(change: EntryChange): void {
    const id = change.kind === 'delete' ? change.id : change.entry.id;
    const present = this.present(id);
    if (change.kind === 'insert') {
      if (present !== undefined) throw new DuplicateEntry(id);
    } else if (present?.version !== change.expectedVersion) throw new VersionConflict(id);
    this.after.set(id, change.kind === 'delete' ? undefined : change.entry);
  }

  /** Takes deleted entries out of the linkage of entries that are stored, and of those that are being changed. */
  unlink(deleted: ReadonlySet<Uuid>, referrers: Iterable<Entry>): void {
    for (const entry of referrers) if (!this.after.has(entry.id)) this.before.set(entry.id, entry);
    for (const id of new Set([...this.before.keys(), ...this.after.keys()])) {
      const entry = this.present(id);
      if (entry !== undefined && targetsOf(entry).some((target) => deleted.has(target)))
        this.after.set(id, withoutTargets(entry, deleted));
    }
  }

  /** @throws AliasTaken when two of them would have the same */
  requireDistinctAliases(): void {
    const taken = new Set<string>();
    for (const { after } of this.changed) {
      const path = after && pathAliasOf(after);
      if (path === undefined) continue;
      const key = `${path.langcode} ${path.alias}`;
      if (taken.has(key)) throw new AliasTaken(path.alias, path.langcode);
      taken.add(key);
    }
  }

  /** Those that are not as they were. */
  get changed(): readonly ChangedEntry[] {
    return [...this.after]
      .map(([id, after]) => ({ id, before: this.before.get(id), after }))
      .filter(({ before, after }) => before !== after);
  }

  /** The entry as it shall be, whether or not anything was done to it. */
  present(id: Uuid): Entry | undefined {
    return this.after.has(id) ? this.after.get(id) : this.before.get(id);
  }
}
