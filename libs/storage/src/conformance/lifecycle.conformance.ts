import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { reloadEntry, createSampleEntry, storeEntries } from './sample.js';

/** Opening, migrating and closing. The last test closes the storage and opens it again. */
export function lifecycle(storage: () => Storage): void {
  it('begins empty', async () => {
    assert.deepEqual(await storage().bundles.load(), { version: 0, bundles: [] });
    assert.deepEqual(await storage().siteSettings.load(), { version: 0, values: {} });
    assert.deepEqual(await storage().clients.list(), []);
    assert.deepEqual(await storage().signingKeys.list(), []);
    assert.deepEqual((await storage().verifyIndex()).drifts, []);
    assert.equal(await storage().rebuildIndex(), 0);
    assert.equal(await storage().isEmpty(), true);
  });

  it('answers a ping', async () => {
    await storage().ping();
  });

  it('is migrated after migrate(), which can run again, also twice in parallel', async () => {
    await Promise.all([storage().migrate(), storage().migrate()]);

    assert.equal(await storage().isMigrated(), true);
  });

  it('keeps its content when it is closed and opened again, if its capabilities say durable', async () => {
    if (!storage().entries.capabilities.durable) return;
    const user = createSampleEntry('user--user', { attributes: { display_name: 'Ann' } });
    await storeEntries(storage(), user);

    await storage().close();
    await storage().open();

    assert.equal(await storage().isMigrated(), true);
    assert.deepEqual((await reloadEntry(storage(), user)).attributes, user.attributes);
  });
}
