import { type ContentModelService, ModelOutdated } from '@content-service/bundles';
import { JobEnded } from '@content-service/jobs';
import { DomainError } from '@content-service/kernel';
import { isStoreFault } from './entry.errors.js';

/**
 * Writes a batch with few statements. If the store rejects it, writes its parts one by one, which isolates the faulty
 * part and resolves transient conflicts.
 *
 * @param write stores all given parts or none; it reloads what it depends on
 * @param refuse called with the error of each part that cannot be stored
 * @param revise returns a part to try instead of one that cannot be stored; `undefined` refuses it
 */
export async function writeBatchOrIndividually<Part>(
  parts: readonly Part[],
  models: ContentModelService,
  write: (parts: readonly Part[]) => Promise<void>,
  refuse: (part: Part, error: DomainError) => void,
  revise: (part: Part, error: DomainError) => Part | undefined = () => undefined,
): Promise<void> {
  const refused = await catchRefusal(write(parts));
  if (refused === undefined) return;
  if (refused instanceof ModelOutdated) await models.refresh();
  for (const part of parts) {
    const error = await catchRefusal(write([part]));
    if (error === undefined) continue;
    const revised = revise(part, error);
    const last = revised === undefined ? error : await catchRefusal(write([revised]));
    if (last !== undefined) refuse(part, last);
  }
}

/** An unavailable or full store, or the end of the job, does not reject parts. */
async function catchRefusal(writing: Promise<void>): Promise<DomainError | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof JobEnded || isStoreFault(error)) throw error;
    return error;
  }
}
