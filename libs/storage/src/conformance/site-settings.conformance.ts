import assert from 'node:assert/strict';
import type { SiteSettings } from '@content-service/site-settings';
import type { Storage } from '../storage.js';
import { it } from './runner.js';

export function siteSettings(storage: () => Storage): void {
  it('returns what was saved and nothing else', async () => {
    const values: Partial<SiteSettings> = {
      publicAccess: true,
      allowedOperations: 'read_write',
      corsOrigins: ['https://é.example', 'http://localhost:3000'],
      pageLimitMaximum: 25,
    };
    const { version } = await storage().siteSettings.load();

    assert.equal(await storage().siteSettings.save(values, version), true);
    assert.deepEqual(await storage().siteSettings.load(), { version: version + 1, values });

    assert.equal(await storage().siteSettings.save({ publicAccess: false }, version + 1), true);
    assert.deepEqual(await storage().siteSettings.load(), {
      version: version + 2,
      values: { publicAccess: false },
    });
  });

  it('refuses a save from an older version', async () => {
    const before = await storage().siteSettings.load();

    assert.equal(await storage().siteSettings.save({ pageLimitMaximum: 1 }, before.version + 1), false);
    assert.equal(await storage().siteSettings.save({ pageLimitMaximum: 1 }, -1), false);

    assert.deepEqual(await storage().siteSettings.load(), before);
  });

  it('of twenty parallel saves from the same version one succeeds', async () => {
    const { version } = await storage().siteSettings.load();
    const all = Array.from({ length: 20 }, (_, n) => ({ pageLimitMaximum: n + 1 }));

    const won = await Promise.all(all.map((values) => storage().siteSettings.save(values, version)));

    assert.equal(won.filter(Boolean).length, 1);
    assert.deepEqual(await storage().siteSettings.load(), {
      version: version + 1,
      values: all[won.indexOf(true)],
    });
  });
}
