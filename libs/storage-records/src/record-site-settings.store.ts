import type { AuditLines } from '@content-service/audit';
import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import type { RecordDatabase } from './record-database.js';

const SETTINGS = 'site/settings';
const NO_SETTINGS: StoredSettings = { version: 0, values: {} };

export class RecordSiteSettingsStore extends SiteSettingsStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override async load(): Promise<StoredSettings> {
    return (await this.database.get<StoredSettings>(SETTINGS)) ?? NO_SETTINGS;
  }

  override save(
    values: Partial<SiteSettings>,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const { version } = (await transaction.get<StoredSettings>(SETTINGS)) ?? NO_SETTINGS;
      if (version !== expectedVersion) return false;
      await transaction.put(SETTINGS, { version: version + 1, values });
      transaction.increment('settings');
      return true;
    }, auditLines);
  }
}
