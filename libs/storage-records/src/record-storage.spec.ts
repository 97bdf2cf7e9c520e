import { PORT_NAMES, StorageModule } from '@content-service/storage';
import { describeStorage } from '@content-service/storage/conformance';
import { describeRecordStore } from './conformance/index.js';
import { MemoryRecordStore } from './memory-record.store.js';
import { RecordStorage } from './record-storage.js';

describeRecordStore('MemoryRecordStore', () => new MemoryRecordStore());

describeStorage('RecordStorage', () => new RecordStorage(new MemoryRecordStore()));

describe('StorageModule', () => {
  it('provides every store of a storage by its port', () => {
    const storage = new RecordStorage(new MemoryRecordStore());
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
    class ClosingStorage extends RecordStorage {
      override close(): Promise<void> {
        closed = true;
        return super.close();
      }
    }

    await new StorageModule(new ClosingStorage(new MemoryRecordStore())).onApplicationShutdown();

    expect(closed).toBe(true);
  });
});
