import { type Preference, PreferenceStore } from '@content-service/accounts';
import type { RecordDatabase } from './record-database.js';

/** By owner and name. */
const PREFERENCES = 'preference/';

export class RecordPreferenceStore extends PreferenceStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override find(owner: string, name: string): Promise<Preference | undefined> {
    return this.database.get(toKey(owner, name));
  }

  override save(preference: Preference, expectedVersion: number): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const key = toKey(preference.owner, preference.name);
      const present = await transaction.get<Preference>(key);
      if ((present?.version ?? 0) !== expectedVersion) return false;
      await transaction.put(key, preference);
      return true;
    });
  }

  override async deleteByOwner(owner: string): Promise<void> {
    await this.database.deleteSelected(toKey(owner, ''), () => true);
  }
}

function toKey(owner: string, name: string): string {
  return `${PREFERENCES}${owner} ${name}`;
}
