import type { AuditActor } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import type { EntryRevisionStore, ErasureStep, RevisionKey } from './entry-revision.js';

/** A user whose id was erased: nobody can tell who it was. */
const ERASED: AuditActor = { kind: 'user' };

/** How many revisions or working copies are looked at in one step. */
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
  batch = BATCH,
): Promise<ErasedUser> {
  const revisions = await eraseAll((after?: RevisionKey) => store.eraseActor(userId, after, batch));
  const copies = await eraseAll((after?: Uuid) => store.eraseCopyActor(userId, after, batch));
  return { revisions, copies };
}

/** The head of a change without the user; `undefined` when it does not name the user. For storage adapters. */
export function withoutActor<Head extends { readonly actor?: AuditActor | undefined }>(
  head: Head,
  userId: Uuid,
): Head | undefined {
  return head.actor?.userId === userId ? { ...head, actor: ERASED } : undefined;
}

async function eraseAll<Key>(step: (after?: Key) => Promise<ErasureStep<Key>>): Promise<number> {
  let total = 0;
  let after: Key | undefined;
  do {
    const { erased, next } = await step(after);
    total += erased;
    after = next;
  } while (after !== undefined);
  return total;
}
