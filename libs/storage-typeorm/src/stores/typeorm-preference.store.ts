import { type Preference, PreferenceStore } from '@content-service/accounts';
import type { JsonObject } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { PREFERENCE } from '../entities/people.js';
import { countRows } from './audited-transactions.js';

export class TypeOrmPreferenceStore extends PreferenceStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(owner: string, name: string): Promise<Preference | undefined> {
    const found = await this.database.read((connection) =>
      connection.repository(PREFERENCE).findOneBy({ owner, name }),
    );
    return found === null ? undefined : { ...found, value: found.value as JsonObject };
  }

  override async save(preference: Preference, expectedVersion: number): Promise<boolean> {
    const { owner, name, ...changes } = preference;
    if (expectedVersion > 0) {
      const result = await this.database.change((connection) =>
        connection.repository(PREFERENCE).update({ owner, name, version: expectedVersion }, changes),
      );
      return countRows(result) > 0;
    }
    try {
      await this.database.change((connection) => connection.repository(PREFERENCE).insert(preference));
      return true;
    } catch (error) {
      if (this.database.dialect.classifyError(error) === 'duplicate') return false;
      throw error;
    }
  }

  override async deleteByOwner(owner: string): Promise<void> {
    await this.database.change((connection) => connection.repository(PREFERENCE).delete({ owner }));
  }
}
