import type { TransactionalRecords } from '@content-service/audit';
import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { incrementGeneration } from './generation.js';
import type { RecordedTransactions } from './recorded-transactions.js';

/** The settings are one row, which is inserted with the first change. */
export class TypeOrmSiteSettingsStore extends SiteSettingsStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async load(): Promise<StoredSettings> {
    const [row] = await this.database.query<{ version: number; definition: string }>(
      sql`SELECT version, definition FROM site_settings`,
    );
    if (row === undefined) return { version: 0, values: {} };
    return { version: row.version, values: JSON.parse(row.definition) as Partial<SiteSettings> };
  }

  override save(
    values: Partial<SiteSettings>,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    const { dialect } = this.database;
    const unset = { id: 1, version: 0, definition: '{}' };
    return this.transactions.run(records, async (connection) => {
      if (expectedVersion === 0) await connection.defer(dialect.upsert('site_settings', ['id'], unset, []));
      const saved = await connection.execute(
        sql`UPDATE site_settings SET version = ${expectedVersion + 1}, definition = ${JSON.stringify(values)}
            WHERE version = ${expectedVersion}`,
      );
      if (saved > 0) await incrementGeneration(connection, 'settings');
      return saved > 0;
    });
  }
}
