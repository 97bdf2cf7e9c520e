import { jest } from '@jest/globals';
import type { Storage } from '@content-service/storage';
import { storageOf } from '../app.module.js';
import { configFrom } from '../config.js';
import { GenerationWatcher } from './generation-watcher.js';

describe('GenerationWatcher', () => {
  let storage: Storage;
  let refreshed: string[];
  let watcher: GenerationWatcher;
  beforeEach(async () => {
    storage = await storageOf(configFrom({ DATABASE_URL: 'memory:' }));
    refreshed = [];
    const note = (area: string) => () => refreshed.push(area);
    watcher = new GenerationWatcher(storage, {
      model: note('model'),
      settings: note('settings'),
      clients: note('clients'),
      revocations: note('revocations'),
      keys: note('keys'),
    });
  });

  it('has everything read at the first look', async () => {
    await watcher.look();

    expect(refreshed).toEqual(['model', 'settings', 'clients', 'revocations', 'keys']);
  });

  it('has only that read again what somebody changed', async () => {
    await watcher.look();
    refreshed.length = 0;
    await storage.siteSettings.save({ publicAccess: true }, 0);

    await watcher.look();
    await watcher.look();

    expect(refreshed).toEqual(['settings']);
  });

  it('tries again when reading failed', async () => {
    const failing = new GenerationWatcher(storage, {
      ...{ model: () => undefined, clients: () => undefined, revocations: () => undefined },
      keys: () => undefined,
      settings: () => Promise.reject(new Error('away')),
    });

    await expect(failing.look()).rejects.toThrow('away');
    await expect(failing.look()).rejects.toThrow('away');
  });

  describe('in a running service', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => {
      watcher.onModuleDestroy();
      jest.useRealTimers();
    });

    it('looks once a second, so that changes are in force within two', async () => {
      await watcher.onApplicationBootstrap();
      for (const version of [0, 1, 2]) {
        refreshed.length = 0;
        await storage.siteSettings.save({ publicAccess: true }, version);

        await jest.advanceTimersByTimeAsync(1000);

        expect(refreshed).toEqual(['settings']);
      }
    });

    it('looks no more when the service stops', async () => {
      await watcher.onApplicationBootstrap();
      watcher.onModuleDestroy();

      expect(jest.getTimerCount()).toBe(0);
    });
  });
});
