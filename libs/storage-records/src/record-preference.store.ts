import { type Preference, PreferenceStore } from '@content-service/accounts';
import { MemoryPreferenceStore, toPreferenceKey } from '@content-service/storage-memory';
import type { Records } from './records.js';

const PREFERENCES = 'preference/';

export class RecordPreferenceStore extends PreferenceStore {
  constructor(private readonly records: Records) {
    super();
  }

  override find(owner: string, name: string): Promise<Preference | undefined> {
    return this.run(owner, name, (store) => store.find(owner, name));
  }

  override save(preference: Preference, expectedVersion: number): Promise<boolean> {
    return this.run(preference.owner, preference.name, (store) => store.save(preference, expectedVersion));
  }

  override async deleteByOwner(owner: string): Promise<void> {
    await this.records.deleteSelected(PREFERENCES + toPreferenceKey(owner, ''), () => true);
  }

  private run<T>(
    owner: string,
    name: string,
    operation: (store: MemoryPreferenceStore) => Promise<T>,
  ): Promise<T> {
    const ids = [toPreferenceKey(owner, name)];
    return this.records.transaction(async (transaction) =>
      operation(new MemoryPreferenceStore(await transaction.load<Preference>(PREFERENCES, ids))),
    );
  }
}
