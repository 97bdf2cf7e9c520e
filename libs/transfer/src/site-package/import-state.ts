import type { DomainError, JsonObject, LeasedProgress, Uuid } from '@content-service/kernel';
import { type DeferredBatches, InMemoryBatches } from './deferred-batches.js';
import { ImportReport } from './import-report.js';

/** The result of an import so far, and the work that is left to do behind its last line. */
export class ImportState {
  /** The lines of the report are those that are stored, or refused. */
  readonly report: ImportReport;
  /** Batches of references to later lines. */
  deferred = 0;
  /** The number of these batches that are stored. */
  resolved = 0;
  /** True when the audit log has the import. */
  recorded = false;

  constructor(notesMaximum = Infinity) {
    this.report = new ImportReport(notesMaximum);
  }

  /** The state that `toJson` returned. */
  static parse(stored: JsonObject, notesMaximum: number): ImportState {
    const state = new ImportState(notesMaximum);
    const { report, ...numbers } = stored;
    Object.assign(state, numbers);
    state.report.restore(report as JsonObject);
    return state;
  }

  toJson(): JsonObject {
    const { report, deferred, resolved, recorded } = this;
    return { report: report.toJson(), deferred, resolved, recorded };
  }

  /** Adds what a batch changes. */
  add(batch: StoredBatch): void {
    this.report.add(batch.report);
    this.deferred += batch.deferred;
    this.resolved += batch.resolved;
  }

  /** The state after a batch that is not stored yet. */
  with(batch: StoredBatch): ImportState {
    const after = ImportState.parse(this.toJson(), this.report.notesMaximum);
    after.add(batch);
    return after;
  }
}

/** The part of a batch in the state of an import. */
export interface StoredBatch {
  readonly report: ImportReport;
  readonly deferred: number;
  readonly resolved: number;
}

/** Keeps the state of an import with what it stores, so that another process can continue it. */
export interface ImportJournal {
  /** References to later lines. */
  readonly deferred: DeferredBatches;
  /** True when batches have to be stored one after the other, since the state of each counts all lines before it. */
  readonly inOrder: boolean;
  /** The progress with the state after a batch, which is stored in the transaction of the batch. @throws to end the import */
  lease(state: ImportState, batch: StoredBatch): LeasedProgress | undefined;
  /** Stores a state whose batch changed no entry. @throws to end the import */
  save(state: ImportState): Promise<void>;
}

/** For an import that is repeated from its first line after an interruption. */
export class NoJournal implements ImportJournal {
  readonly deferred = new InMemoryBatches();
  readonly inOrder = false;

  lease(): undefined {
    return undefined;
  }

  save(): Promise<void> {
    return Promise.resolve();
  }
}

/** The part of a batch in the state, without its notes and numbers of entries. */
export function createBatch(
  values: Partial<Pick<StoredBatch, 'deferred' | 'resolved'>> & { readonly lines?: number } = {},
): StoredBatch {
  const { lines = 0, deferred = 0, resolved = 0 } = values;
  const report = new ImportReport();
  report.lines = lines;
  return { report, deferred, resolved };
}

/** A line that is refused before it is stored. */
export interface RefusedLine {
  readonly number: number;
  readonly id?: Uuid | undefined;
  readonly error: DomainError;
}
