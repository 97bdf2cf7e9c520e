import type { TransactionalRecords } from '@content-service/audit';
import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemorySiteSettingsStore extends SiteSettingsStore {
  /** @param stored the settings under the key `settings` */
  constructor(
    private readonly generations: Pick<MemoryGenerations, 'increment'>,
    private readonly stored = new Map<string, StoredSettings>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override load(): Promise<StoredSettings> {
    return atomic(() => this.settings);
  }

  override save(
    values: Partial<SiteSettings>,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, () => {
      if (this.settings.version !== expectedVersion) return false;
      this.stored.set('settings', { version: expectedVersion + 1, values });
      this.generations.increment('settings');
      return true;
    });
  }

  private get settings(): StoredSettings {
    return this.stored.get('settings') ?? { version: 0, values: {} };
  }
}
