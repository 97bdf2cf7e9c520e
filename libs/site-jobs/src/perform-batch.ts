import type { ContentModelService } from '@content-service/bundles';
import {
  type EntryEditor,
  EntryNotFound,
  type EntryOperation,
  writeBatchOrIndividually,
  type WriteContext,
} from '@content-service/entries';
import { FAILURES_SHOWN, type Outcome, toFailure } from './bulk-outcome.js';

/**
 * Performs operations on different entries together, or each by itself when a rule refuses one. Entries that do not exist any more
 * are not counted.
 *
 * @param before the numbers before the batch, and those that the batch has without its operations
 */
export async function performBatch(
  operations: readonly EntryOperation[],
  before: Outcome,
  editor: EntryEditor,
  models: ContentModelService,
  createContext: () => WriteContext,
): Promise<Outcome> {
  const failures: Outcome['failures'][number][] = [];
  let vanished = 0;
  await writeBatchOrIndividually(
    operations,
    models,
    async (part) => {
      if (part.length > 0) await editor.perform(part, createContext());
    },
    ({ id }, error) => {
      if (error instanceof EntryNotFound) vanished += 1;
      else failures.push(toFailure(id, error));
    },
  );
  return {
    changed: before.changed + operations.length - vanished - failures.length,
    unchanged: before.unchanged,
    failed: before.failed + failures.length,
    failures: [...before.failures, ...failures].slice(0, FAILURES_SHOWN),
  };
}
