import { jest } from '@jest/globals';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { GenerationWatcher } from './generation-watcher.js';

describe('GenerationWatcher', () => {
  let storage: Storage;
  let refreshed: string[];
  let watcher: GenerationWatcher;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
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

  it('reloads all cache scopes at the first poll', async () => {
    await watcher.poll();

    expect(refreshed).toEqual(['model', 'settings', 'clients', 'revocations', 'keys']);
  });

  it('reloads only the cache scopes that have changed', async () => {
    await watcher.poll();
    refreshed.length = 0;
    await storage.siteSettings.save({ publicAccess: true }, 0);

    await watcher.poll();
    await watcher.poll();

    expect(refreshed).toEqual(['settings']);
  });

  it('repeats a failed reload at the next poll', async () => {
    const failing = new GenerationWatcher(storage, {
      ...{ model: () => undefined, clients: () => undefined, revocations: () => undefined },
      keys: () => undefined,
      settings: () => Promise.reject(new Error('away')),
    });

    await expect(failing.poll()).rejects.toThrow('away');
    await expect(failing.poll()).rejects.toThrow('away');
  });

  describe('GenerationWatcher in a running service', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => {
      watcher.onModuleDestroy();
      jest.useRealTimers();
    });

    it('polls once a second, so that changes are in force within two seconds', async () => {
      await watcher.onApplicationBootstrap();
      for (const version of [0, 1, 2]) {
        refreshed.length = 0;
        await storage.siteSettings.save({ publicAccess: true }, version);

        await jest.advanceTimersByTimeAsync(1000);

        expect(refreshed).toEqual(['settings']);
      }
    });

    it('ends polling when the service stops', async () => {
      await watcher.onApplicationBootstrap();
      watcher.onModuleDestroy();

      expect(jest.getTimerCount()).toBe(0);
    });
  });
});
