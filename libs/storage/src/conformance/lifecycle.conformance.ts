import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { reload, sample, store } from './sample.js';

/** Opening, migrating and closing. The last test closes the storage and opens it again. */
export function lifecycle(storage: () => Storage): void {
  it('begins empty', async () => {
    assert.deepEqual(await storage().bundles.load(), { version: 0, bundles: [] });
    assert.deepEqual(await storage().siteSettings.load(), { version: 0, values: {} });
    assert.deepEqual(await storage().clients.list(), []);
    assert.deepEqual(await storage().signingKeys.list(), []);
    assert.deepEqual(await storage().verifyIndex(), []);
    assert.equal(await storage().rebuildIndex(), 0);
  });

  it('answers a ping', async () => {
    await storage().ping();
  });

  it('is migrated after a migration, and can be migrated again, even twice at once', async () => {
    await Promise.all([storage().migrate(), storage().migrate()]);

    assert.equal(await storage().isMigrated(), true);
  });

  it('keeps what was stored when it is closed and opened again, if it says that it lasts', async () => {
    if (!storage().entries.capabilities.durable) return;
    const user = sample('user--user', { attributes: { display_name: 'Ann' } });
    await store(storage(), user);

    await storage().close();
    await storage().open();

    assert.equal(await storage().isMigrated(), true);
    assert.deepEqual((await reload(storage(), user)).attributes, user.attributes);
  });
}
