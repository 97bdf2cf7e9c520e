import type { AuditActor } from '@content-service/audit';
import type { Job, JobHandler, NewJob } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor, Uuid } from '@content-service/kernel';
import type { EntryRevisionStore, ErasureStep, RevisionKey } from './entry-revision.js';

/** A user whose id was erased: nobody can tell who it was. */
const ERASED: AuditActor = { kind: 'user' };

/** The default of `ErasureOptions.batch`. */
const BATCH = 500;

/** In how many changes the id of a user was erased. */
export interface ErasedUser {
  readonly revisions: number;
  readonly copies: number;
}

/**
 * Erases the id of a user from the history and the working copies. It looks at all of them, in steps that are atomic, so it can be
 * repeated after it was interrupted. What the user changes meanwhile may remain: it is called when the account is gone.
 */
export async function eraseUser(
  store: Pick<EntryRevisionStore, 'eraseActor' | 'eraseCopyActor'>,
  userId: Uuid,
  { batch = BATCH, onStep = () => Promise.resolve() }: ErasureOptions = {},
): Promise<ErasedUser> {
  const revisions = await eraseAll((after?: RevisionKey) => store.eraseActor(userId, after, batch), onStep);
  const copies = await eraseAll((after?: Uuid) => store.eraseCopyActor(userId, after, batch), onStep);
  return { revisions, copies };
}

interface ErasureOptions {
  /** How many revisions or working copies are looked at in one step. */
  readonly batch?: number;
  /** Called after each step with the number of changes that named the user. May throw to end the work. */
  readonly onStep?: (erased: number) => Promise<void>;
}

const KIND = 'users.erase';

/** Erases the id of a deleted user (`eraseUser`). */
export class EraseUserJob implements JobHandler {
  readonly kind = KIND;

  constructor(private readonly store: Parameters<typeof eraseUser>[0]) {}

  async run({ parameters }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    let done = 0;
    const onStep = async (erased: number): Promise<void> => {
      done += erased;
      await monitor.report({ phase: 'erase', done });
    };
    return { ...(await eraseUser(this.store, parameters['user'] as Uuid, { onStep })) };
  }
}

/** The job that erases a user whose account is deleted. */
export function createErasureJob(userId: Uuid): NewJob {
  return { kind: KIND, dedupKey: `${KIND}:${userId}`, parameters: { user: userId } };
}

/** The head of a change without the user; `undefined` when it does not name the user. For storage adapters. */
export function withoutActor<Head extends { readonly actor?: AuditActor | undefined }>(
  head: Head,
  userId: Uuid,
): Head | undefined {
  return head.actor?.userId === userId ? { ...head, actor: ERASED } : undefined;
}

async function eraseAll<Key>(
  step: (after?: Key) => Promise<ErasureStep<Key>>,
  onStep: (erased: number) => Promise<void>,
): Promise<number> {
  let total = 0;
  let after: Key | undefined;
  do {
    const { erased, next } = await step(after);
    await onStep(erased);
    total += erased;
    after = next;
  } while (after !== undefined);
  return total;
}
