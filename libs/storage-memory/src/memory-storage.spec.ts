import { PORT_NAMES, StorageModule } from '@content-service/storage';
import { describeStorage } from '@content-service/storage/conformance';
import { MemoryStorage } from './memory-storage.js';

describeStorage('MemoryStorage', () => new MemoryStorage());

describe('StorageModule', () => {
  it('provides every store of a storage by its port', () => {
    const storage = new MemoryStorage();
    const { providers = [] } = StorageModule.of(storage);

    const values = providers.flatMap((provider) => {
      if (!('useValue' in provider)) return [];
      expect(provider.useValue).toBeInstanceOf(provider.provide);
      return [provider.useValue as unknown];
    });

    expect(values).toEqual([storage, ...PORT_NAMES.map((name) => storage[name])]);
  });

  it('closes the storage when the application has ended', async () => {
    let closed = false;
    class ClosingStorage extends MemoryStorage {
      override close(): Promise<void> {
        closed = true;
        return super.close();
      }
    }

    await new StorageModule(new ClosingStorage()).onApplicationShutdown();

    expect(closed).toBe(true);
  });
});
