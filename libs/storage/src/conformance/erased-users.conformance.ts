import assert from 'node:assert/strict';
import { type Entry, eraseUser, type RevisionKey } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createCopy, save } from './sample-copies.js';
import { assertSame, createHistory, keep } from './sample-revisions.js';
import { editSample, newId, remove, update } from './sample.js';

const ERASED = { kind: 'user' };

/** The erasure of users: their ids leave revisions, deletions and working copies, and nothing else changes. */
export function erasedUsers(storage: () => Storage): void {
  const { apply, listRevisions, findRevision, addEntry } = createHistory(storage);

  const keepBy = (entry: Entry, userId: Uuid, note?: string): ReturnType<typeof keep> =>
    keep(entry, {
      change: { cause: 'request', actor: { kind: 'user', userId, clientId: 'site' }, changed: [], note },
    });
  const saveBy = async (entry: Entry, userId: Uuid): Promise<void> => {
    const copy = createCopy(entry, { title: 'Changed' });
    await apply([save(entry, { ...copy, head: { ...copy.head, actor: { kind: 'user', userId } } })], []);
  };
  const findCopy = async ({ id }: Entry) => (await storage().entryRevisions.findCopies([id])).get(id);
  const getActors = async (entry: Entry): Promise<readonly unknown[]> =>
    (await listRevisions(entry)).map(({ change }) => change.actor);

  it('erases a user from the revisions, the deletion and the copy of entries, and no other user', async () => {
    const [user, other] = [newId(), newId()];
    const [entry, deleted] = [await addEntry(), await addEntry()];
    const byUser = keepBy(entry, user, 'A note');
    const byOther = keepBy(entry, other);
    const second = editSample(entry, { attributes: { title: 'Second' } });
    await apply([update(second, entry)], [byUser]);
    await apply([update(editSample(second, {}), second)], [byOther]);
    await apply([remove(deleted)], [keepBy(deleted, user)]);
    const [copied, further] = [await addEntry(), await addEntry()];
    await saveBy(copied, user);
    await saveBy(further, other);
    const before = await findRevision(byUser);

    assert.deepEqual(await eraseUser(storage().entryRevisions, user), { revisions: 2, copies: 1 });

    assert.deepEqual(await getActors(entry), [{ kind: 'user', userId: other, clientId: 'site' }, ERASED]);
    assert.deepEqual(await getActors(deleted), [ERASED]);
    const after = await findRevision(byUser);
    assert.deepEqual(after?.change, { ...before?.change, actor: ERASED });
    assertSame(after.entry, entry);
    const copy = await findCopy(copied);
    assert.deepEqual([copy?.head.actor, copy?.version], [ERASED, 1]);
    assert.deepEqual(copy?.content.attributes, { title: 'Changed' });
    assert.deepEqual((await findCopy(further))?.head.actor, { kind: 'user', userId: other });
    assert.deepEqual(await eraseUser(storage().entryRevisions, user), { revisions: 0, copies: 0 });
  });

  it('looks at so many revisions or copies in a step, and each once', async () => {
    const user = newId();
    const entries = [await addEntry(), await addEntry(), await addEntry()];
    for (const entry of entries) {
      await saveBy(entry, user);
      await apply([update(editSample(entry, {}), entry)], [keepBy(entry, user)]);
    }
    const { entryRevisions } = storage();
    const erased: number[] = [];
    let after: RevisionKey | undefined;
    do {
      const step = await entryRevisions.eraseActor(user, after, 1);
      erased.push(step.erased);
      assert.notDeepEqual(step.next, after ?? null);
      after = step.next;
    } while (after !== undefined);

    assert.deepEqual([Math.max(...erased), erased.filter((one) => one === 1).length], [1, 3]);
    assert.deepEqual(await eraseUser(entryRevisions, user, { batch: 2 }), { revisions: 0, copies: 3 });
    for (const entry of entries) assert.deepEqual((await findCopy(entry))?.head.actor, ERASED);
  });
}
