import type { EntryStatus, EntryStore } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { FoundTargets } from './deferred-references.js';
import type { ImportedEntry } from './entry-from-line.js';

/** Targets that are remembered. */
const TARGETS_MAXIMUM = 50_000;

/** The targets of imported entries, each of which is looked up once. */
export class ImportTargets {
  /** Targets that existed when they were looked up. The store checks them again. */
  private known = new Map<Uuid, EntryStatus>();

  constructor(private readonly store: EntryStore) {}

  /** Looks all targets up again from now on. */
  forget(): void {
    this.known = new Map();
  }

  /** The targets of a batch that exist after it: entries of the batch and of the store. */
  async find(wanted: readonly ImportedEntry[]): Promise<FoundTargets> {
    const { known } = this;
    const found = new Map<Uuid, EntryStatus>(wanted.map(({ entry }) => [entry.id, entry]));
    const asked = new Set<Uuid>();
    for (const { targets } of wanted)
      for (const { id } of targets) {
        if (found.has(id)) continue;
        const status = known.get(id);
        if (status === undefined) asked.add(id);
        else found.set(id, status);
      }
    if (asked.size === 0) return found;
    if (known.size + asked.size > TARGETS_MAXIMUM) known.clear();
    for (const [id, status] of await this.store.findStatuses([...asked])) {
      found.set(id, status);
      known.set(id, status);
    }
    return found;
  }
}
