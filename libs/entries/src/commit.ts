import { type ContentModel, ModelOutdated } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import type { Entry } from './entry.js';
import { TargetsMissing, TooManyConflicts, VersionConflict } from './entry.errors.js';
import type { Companions, EntryChange, EntryStore } from './entry.store.js';

export interface WriteContext {
  /** The content model as this process knows it. */
  readonly model: () => ContentModel;
  /** Asked for when the store says that another process changed the model. */
  readonly reloadModel: () => Promise<ContentModel>;
  /** Whose entry a new one is when the draft does not say; without it the site's first user. */
  readonly author?: Uuid;
  /**
   * Sees each entry as it will be before it is stored; what it throws stops the write. So a write whose answer cannot be
   * given (an include that is too large) stores nothing.
   */
  readonly preview?: (entry: Entry) => Promise<void>;
}

/** Changes worked out against one state of the store, and what comes of them. */
export interface Attempt<Result> {
  readonly changes: readonly EntryChange[];
  readonly result: Result;
}

/** What an attempt works with. */
export interface AttemptContext {
  readonly model: ContentModel;
  /** Targets turned out to be missing: look at each of them, so that the fault can be named. */
  readonly probesTargets: boolean;
}

/** How often changes are tried when others change the same entries: enough for twenty at once. */
const ATTEMPTS = 25;

/**
 * Works changes out and stores them in one act; when something they were worked out from has changed meanwhile, does
 * both again.
 *
 * @throws TooManyConflicts, and whatever the attempt or the store throws
 */
export async function commit<Result>(
  store: EntryStore,
  context: WriteContext,
  attempt: (context: AttemptContext) => Promise<Attempt<Result>>,
  companions: Companions = {},
): Promise<Result> {
  let model = context.model();
  let probesTargets = false;
  let conflict: unknown;
  for (let n = 0; n < ATTEMPTS; n += 1) {
    const { changes, result } = await attempt({ model, probesTargets });
    for (const change of changes) if (change.kind !== 'delete') await context.preview?.(change.entry);
    try {
      await store.apply(changes, companions);
      return result;
    } catch (error) {
      if (error instanceof ModelOutdated) model = await context.reloadModel();
      else if (error instanceof TargetsMissing) probesTargets = true;
      else if (!(error instanceof VersionConflict)) throw error;
      conflict = error;
    }
    await pause(n);
  }
  throw new TooManyConflicts(conflict);
}

/** Up to some milliseconds, more after every try, at random so that rivals fall out of step. */
function pause(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 * tries, 20)));
}
