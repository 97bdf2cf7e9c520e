import type { Identifier } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';

/** A reference whose target did not exist when the entry was stored. */
export interface MissingTarget {
  readonly field: string;
  /** Index in the linkage of the line. */
  readonly index: number;
  readonly target: Identifier;
}

/** An entry with references to entries that did not exist when it was stored. */
export interface DeferredEntry {
  /** Line number of the entry. */
  readonly number: number;
  readonly id: Uuid;
  readonly missing: readonly MissingTarget[];
}

/** Batches of deferred entries, by number from 0. A batch that is put again takes the place of the first. */
export interface DeferredBatches {
  put(number: number, batch: readonly DeferredEntry[]): Promise<void>;
  get(number: number): Promise<readonly DeferredEntry[]>;
}

export class InMemoryBatches implements DeferredBatches {
  private readonly batches: (readonly DeferredEntry[])[] = [];

  put(number: number, batch: readonly DeferredEntry[]): Promise<void> {
    this.batches[number] = batch;
    return Promise.resolve();
  }

  get(number: number): Promise<readonly DeferredEntry[]> {
    return Promise.resolve(this.batches[number] ?? []);
  }
}
