import type { AuditLines } from '@content-service/audit';
import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import type { Database } from '../database/database.js';
import { SITE_SETTINGS } from '../entities/access.js';
import { incrementGeneration } from './generation.js';
import { countRows, type AuditedTransactions } from './audited-transactions.js';

/** The settings are one row, which is inserted with the first change. */
export class TypeOrmSiteSettingsStore extends SiteSettingsStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async load(): Promise<StoredSettings> {
    const row = await this.database.read((connection) =>
      connection.repository(SITE_SETTINGS).findOneBy({ id: 1 }),
    );
    return row === null ? { version: 0, values: {} } : { version: row.version, values: row.definition };
  }

  override save(
    values: Partial<SiteSettings>,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    const { dialect } = this.database;
    const unset = { id: 1, version: 0, definition: '{}' };
    return this.transactions.run(auditLines, async (connection) => {
      if (expectedVersion === 0) await connection.defer(dialect.upsert('site_settings', ['id'], unset, []));
      const change = { version: expectedVersion + 1, definition: values };
      const isSaved =
        countRows(await connection.repository(SITE_SETTINGS).update({ version: expectedVersion }, change)) >
        0;
      if (isSaved) await incrementGeneration(connection, 'settings');
      return isSaved;
    });
  }
}
