import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { incrementGeneration } from './generation.js';

/** The settings are one row, which is inserted with the first change. */
export class TypeOrmSiteSettingsStore extends SiteSettingsStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async load(): Promise<StoredSettings> {
    const [row] = await this.database.query<{ version: number; definition: string }>(
      sql`SELECT version, definition FROM site_settings`,
    );
    if (row === undefined) return { version: 0, values: {} };
    return { version: row.version, values: JSON.parse(row.definition) as Partial<SiteSettings> };
  }

  override save(values: Partial<SiteSettings>, expectedVersion: number): Promise<boolean> {
    const { dialect } = this.database;
    const unset = { id: 1, version: 0, definition: '{}' };
    return this.database.transaction(async (connection) => {
      if (expectedVersion === 0) await connection.execute(dialect.upsert('site_settings', ['id'], unset, []));
      const saved = await connection.execute(
        sql`UPDATE site_settings SET version = ${expectedVersion + 1}, definition = ${JSON.stringify(values)}
            WHERE version = ${expectedVersion}`,
      );
      if (saved > 0) await incrementGeneration(connection, 'settings');
      return saved > 0;
    });
  }
}
