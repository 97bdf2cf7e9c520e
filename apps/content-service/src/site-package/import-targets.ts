import type { EntryStatus, EntryStore } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { FoundTargets } from './deferred-references.js';
import type { ImportedEntry } from './entry-from-line.js';

/** Targets that are remembered. */
const TARGETS_MAXIMUM = 50_000;

/** The targets of imported entries, each of which is looked up once. */
export class ImportTargets {
  /** Targets that existed when they were looked up. The store checks them again. */
  private readonly known = new Map<Uuid, EntryStatus>();

  constructor(private readonly store: EntryStore) {}

  /** Looks all targets up again from now on. */
  forget(): void {
    this.known.clear();
  }

  /**
   * The targets of a batch that exist after it: entries of the batch, of those before it, and of the store.
   *
   * @param earlier the batches before it that may not be stored yet
   */
  async find(wanted: readonly ImportedEntry[], earlier: readonly Promise<void>[]): Promise<FoundTargets> {
    const found = new Map<Uuid, EntryStatus>(wanted.map(({ entry }) => [entry.id, entry]));
    const targets = new Set(wanted.flatMap((entry) => entry.targets.map(({ id }) => id)));
    const missing = await this.addFound(targets, found);
    if (missing.length === 0 || earlier.length === 0) return found;
    await Promise.allSettled(earlier);
    await this.addFound(missing, found);
    return found;
  }

  /** Adds those of the targets that the store has. @returns the others */
  private async addFound(targets: Iterable<Uuid>, found: Map<Uuid, EntryStatus>): Promise<readonly Uuid[]> {
    const asked: Uuid[] = [];
    for (const id of targets) {
      if (found.has(id)) continue;
      const known = this.known.get(id);
      if (known === undefined) asked.push(id);
      else found.set(id, known);
    }
    if (asked.length === 0) return asked;
    if (this.known.size + asked.length > TARGETS_MAXIMUM) this.known.clear();
    for (const [id, status] of await this.store.findStatuses(asked)) {
      found.set(id, status);
      this.known.set(id, status);
    }
    return asked.filter((id) => !found.has(id));
  }
}
