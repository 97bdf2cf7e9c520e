import { EventRecorder } from '@content-service/events';
import { StorageModule } from '@content-service/storage';
import { describeStorage } from '@content-service/storage/conformance';
import { MemoryGenerations } from './memory-generations.js';
import { RecordedTransactions } from './recorded-transactions.js';
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

    const parts = [EventRecorder, MemoryGenerations, RecordedTransactions];
    const stores = Object.values(storage).filter((store) => !parts.some((part) => store instanceof part));
    expect(new Set(values)).toEqual(new Set([storage, ...stores]));
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
