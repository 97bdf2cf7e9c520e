import type { Uuid } from '@content-service/kernel';
import type { Entry } from './entry.js';
import type { EntryStore } from './entry.store.js';
import { ContentTooLarge } from './query/query.errors.js';

/** Entries of the first batch: more than a page of the default size. */
const FIRST_BATCH = 100;
/** The characters of attributes that one further batch may be expected to have. */
const BATCH_CHARACTERS = 4_000_000;
const BATCH_MINIMUM = 10;
const BATCH_MAXIMUM = 1000;

/**
 * Loads the entries of one read in batches whose size follows the size of the entries, so that the memory of a request
 * is bounded before a document is serialized.
 */
export class EntryLoader {
  private entries = 0;
  private characters = 0;

  /** @param charactersMaximum the maximum of the characters of the attributes of all entries; unlimited when absent */
  constructor(
    private readonly store: Pick<EntryStore, 'getMany'>,
    private readonly charactersMaximum = Infinity,
  ) {}

  /** Entries by id; ids that do not exist are absent. @throws ContentTooLarge */
  async load(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    const loaded = new Map<Uuid, Entry>();
    for (let start = 0; start < ids.length;) {
      const batch = ids.slice(start, start + this.getBatchSize());
      start += batch.length;
      for (const [id, entry] of await this.store.getMany(batch)) {
        this.add(entry);
        loaded.set(id, entry);
      }
    }
    return loaded;
  }

  private add(entry: Entry): void {
    this.entries += 1;
    this.characters += entry.attributesText.length;
    if (this.characters > this.charactersMaximum) throw new ContentTooLarge(this.charactersMaximum);
  }

  private getBatchSize(): number {
    if (this.entries === 0) return FIRST_BATCH;
    const expected = Math.floor((BATCH_CHARACTERS * this.entries) / this.characters);
    return Math.min(BATCH_MAXIMUM, Math.max(BATCH_MINIMUM, expected));
  }
}
