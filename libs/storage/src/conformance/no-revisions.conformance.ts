import assert from 'node:assert/strict';
import { RevisionsNotSupported } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';

/** A storage that was written before there were revisions, as it is declared to the kit. */
export function noRevisions(storage: () => Storage): void {
  it('does not have the capability', () => {
    assert.notEqual(storage().entries.capabilities.revisions, true);
  });

  it('has no working copies and nothing for backups and for the deletion of old records', async () => {
    const { entryRevisions } = storage();

    assert.equal((await entryRevisions.findCopies([newId()])).size, 0);
    assert.deepEqual(await entryRevisions.pageCopies({}, { limit: 1 }), { copies: [], more: false });
    assert.deepEqual(await entryRevisions.scan(undefined, 1), []);
    await entryRevisions.addAll([]);
    const now = Date.now() * 1000;
    assert.deepEqual([await entryRevisions.prune(now, 1), await entryRevisions.pruneDeleted(now, 1)], [0, 0]);
  });

  it('says so when the history of an entry, or a deletion, is read', async () => {
    const { entryRevisions } = storage();

    await assert.rejects(entryRevisions.page(newId(), { limit: 1 }), RevisionsNotSupported);
    await assert.rejects(entryRevisions.find(newId(), 1), RevisionsNotSupported);
    await assert.rejects(entryRevisions.pageDeleted({ limit: 1 }), RevisionsNotSupported);
  });
}
