import { type Preference, PreferenceStore } from '@content-service/accounts';
import type { JsonObject } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { equalsAll, sql, updateStatement } from '../database/sql.js';

export class TypeOrmPreferenceStore extends PreferenceStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(owner: string, name: string): Promise<Preference | undefined> {
    const [row] = await this.database.query<{ value: string; version: number }>(
      sql`SELECT value, version FROM preference WHERE owner = ${Buffer.from(owner)} AND name = ${Buffer.from(name)}`,
    );
    return row && { owner, name, value: JSON.parse(row.value) as JsonObject, version: row.version };
  }

  override async save(preference: Preference, expectedVersion: number): Promise<boolean> {
    const { owner, name, value, version } = preference;
    const key = { owner: Buffer.from(owner), name: Buffer.from(name) };
    const row = { ...key, value: JSON.stringify(value), version };
    if (expectedVersion > 0) {
      const present = equalsAll({ ...key, version: expectedVersion });
      return (await this.database.execute(updateStatement('preference', row, present))) > 0;
    }
    try {
      await this.database.execute(insertStatement('preference', [row]));
      return true;
    } catch (error) {
      if (this.database.dialect.classifyError(error) === 'duplicate') return false;
      throw error;
    }
  }

  override async deleteByOwner(owner: string): Promise<void> {
    await this.database.execute(sql`DELETE FROM preference WHERE owner = ${Buffer.from(owner)}`);
  }
}
