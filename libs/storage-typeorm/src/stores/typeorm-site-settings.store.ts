import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { raiseGeneration } from './generation.js';

/** The settings are one row, which is not there as long as nothing was ever set. */
export class TypeOrmSiteSettingsStore extends SiteSettingsStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async load(): Promise<StoredSettings> {
    const [row] = await this.database.rows<{ version: number; definition: string }>(
      sql`SELECT version, definition FROM site_settings`,
    );
    if (row === undefined) return { version: 0, values: {} };
    return { version: row.version, values: JSON.parse(row.definition) as Partial<SiteSettings> };
  }

  override save(values: Partial<SiteSettings>, expectedVersion: number): Promise<boolean> {
    const { dialect } = this.database;
    const unset = { id: 1, version: 0, definition: '{}' };
    return this.database.transaction(async (session) => {
      if (expectedVersion === 0) await session.run(dialect.upsert('site_settings', ['id'], unset, []));
      const saved = await session.run(
        sql`UPDATE site_settings SET version = ${expectedVersion + 1}, definition = ${JSON.stringify(values)}
            WHERE version = ${expectedVersion}`,
      );
      if (saved > 0) await raiseGeneration(session, 'settings');
      return saved > 0;
    });
  }
}
