import type { TransactionalRecords } from '@content-service/audit';
import { type BundleChange, BundleStore, type StoredModel } from '@content-service/bundles';
import type { ProgressMonitor } from '@content-service/kernel';
import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import { MemoryBundleStore, MemorySiteSettingsStore } from '@content-service/storage-memory';
import type { Records } from './records.js';

/** The key of the content model. */
export const MODEL = 'site/model';

export class RecordBundleStore extends BundleStore {
  constructor(private readonly records: Records) {
    super();
  }

  override load(): Promise<StoredModel> {
    return this.run((store) => store.load());
  }

  override applyChange(
    change: BundleChange,
    expectedVersion: number,
    _monitor?: ProgressMonitor,
    records?: TransactionalRecords,
  ): Promise<StoredModel> {
    return this.run((store) => store.applyChange(change, expectedVersion), records);
  }

  private run<T>(
    operation: (store: MemoryBundleStore) => Promise<T>,
    records?: TransactionalRecords,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(new MemoryBundleStore(transaction, await transaction.load<StoredModel>('site/', ['model']))),
    );
  }
}

export class RecordSiteSettingsStore extends SiteSettingsStore {
  constructor(private readonly records: Records) {
    super();
  }

  override load(): Promise<StoredSettings> {
    return this.run((store) => store.load());
  }

  override save(
    values: Partial<SiteSettings>,
    expectedVersion: number,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.run((store) => store.save(values, expectedVersion), records);
  }

  private run<T>(
    operation: (store: MemorySiteSettingsStore) => Promise<T>,
    records?: TransactionalRecords,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(
        new MemorySiteSettingsStore(
          transaction,
          await transaction.load<StoredSettings>('site/', ['settings']),
        ),
      ),
    );
  }
}
