import { type ContentModelService, ModelOutdated } from '@content-service/bundles';
import { StoreUnavailable } from '@content-service/entries';
import { DomainError } from '@content-service/kernel';

/**
 * Stores many parts of an import with few statements. When the store refuses the whole, they are tried one by one: that
 * finds the one at fault, or the moment has passed.
 *
 * @param write stores all of these parts or none; it reads what it works with anew
 * @param refuse is told of every part that cannot be stored
 */
export async function togetherOrEach<Part>(
  parts: readonly Part[],
  bundles: ContentModelService,
  write: (parts: readonly Part[]) => Promise<void>,
  refuse: (part: Part, error: DomainError) => void,
): Promise<void> {
  const refused = await refusalOf(write(parts));
  if (refused === undefined) return;
  if (refused instanceof ModelOutdated) await bundles.refresh();
  for (const part of parts) {
    const error = await refusalOf(write([part]));
    if (error !== undefined) refuse(part, error);
  }
}

/** A store that cannot be reached refuses nothing: that ends the import. */
async function refusalOf(writing: Promise<void>): Promise<DomainError | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof StoreUnavailable) throw error;
    return error;
  }
}
