import type { Uuid } from '@content-service/kernel';
import { DuplicateEntry } from './entry.errors.js';
import type { Entry } from './entry.js';
import type { EntryChange, EntryStatus, EntryStore } from './entry.store.js';
import { seenWithoutTargets } from './without-targets.js';

/**
 * Several changes while they are worked out, before any is stored: who asks here finds the entries as the changes so
 * far make them.
 */
export class Act {
  readonly changes: EntryChange[] = [];
  private readonly stored = new Map<Uuid, Entry | undefined>();
  private readonly after = new Map<Uuid, Entry | undefined>();
  private readonly deleted = new Set<Uuid>();

  /** @param expected the ids of entries that changes still to come insert */
  constructor(
    private readonly store: EntryStore,
    private readonly expected: ReadonlySet<Uuid> = new Set(),
  ) {}

  /** Reads entries that are going to be asked for, all at once. */
  async load(ids: readonly Uuid[]): Promise<void> {
    const unknown = ids.filter((id) => !this.stored.has(id));
    if (unknown.length === 0) return;
    const found = await this.store.getMany(unknown);
    for (const id of unknown) this.stored.set(id, found.get(id));
  }

  async find(id: Uuid): Promise<Entry | undefined> {
    if (!this.after.has(id)) await this.load([id]);
    const entry = this.after.has(id) ? this.after.get(id) : this.stored.get(id);
    // The store takes deleted targets out of all linkage when the act ends; here they are gone already.
    return entry === undefined || this.deleted.size === 0 ? entry : seenWithoutTargets(entry, this.deleted);
  }

  async exists(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>> {
    const others = ids.filter((id) => !this.after.has(id));
    const found = others.length === 0 ? new Map<Uuid, EntryStatus>() : await this.store.exists(others);
    for (const id of ids) {
      const entry = this.after.get(id);
      if (entry !== undefined) found.set(id, { type: entry.type, published: entry.published });
    }
    return found;
  }

  /**
   * Whether the store, which settles references when the act ends, may take for there what is not there yet, or for
   * deleted afterwards what was deleted before.
   */
  blursTargets(ids: readonly Uuid[]): boolean {
    return ids.some((id) => this.deleted.has(id) || (this.expected.has(id) && !this.after.has(id)));
  }

  /** An id that was used in the act is not free again before its end. @throws DuplicateEntry */
  insert(entry: Entry): void {
    if (this.after.has(entry.id)) throw new DuplicateEntry(entry.id);
    this.after.set(entry.id, entry);
    this.changes.push({ kind: 'insert', entry });
  }

  /** @param entry the next version of what `find` gave */
  update(entry: Entry): void {
    this.after.set(entry.id, entry);
    this.changes.push({ kind: 'update', entry, expectedVersion: entry.version - 1 });
  }

  delete({ id, version }: Entry): void {
    this.after.set(id, undefined);
    this.deleted.add(id);
    this.changes.push({ kind: 'delete', id, expectedVersion: version });
  }
}
