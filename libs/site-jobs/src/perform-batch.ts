import type { ContentModelService } from '@content-service/bundles';
import {
  type EntryEditor,
  EntryNotFound,
  type EntryOperation,
  EntryPreconditionFailed,
  writeBatchOrIndividually,
  type WriteContext,
} from '@content-service/entries';
import { addFailures, type Outcome, toFailure } from './bulk-outcome.js';

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
      else if (error instanceof EntryPreconditionFailed)
        failures.push({ id, code: error.code, detail: 'The entry was changed at the same time.' });
      else failures.push(toFailure(id, error));
    },
  );
  const changed = before.changed + operations.length - vanished - failures.length;
  return addFailures({ ...before, changed }, failures);
}
