import { EventRecorder } from '@content-service/events';
import {
  type CacheScope,
  CopyUnsupported,
  type Generations,
  Storage,
  type IndexDifferences,
  NO_DIFFERENCES,
} from '@content-service/storage';
import {
  RecordAccountStore,
  RecordRoleStore,
  RecordSessionStore,
  RecordThrottleStore,
} from './record-account.stores.js';
import { RecordAuditLog } from './record-audit-log.js';
import { RecordClientStore } from './record-client.store.js';
import { RecordEntryScheduleStore } from './record-entry-schedule.store.js';
import { RecordEntryStore } from './record-entry.store.js';
import { RecordEventConsumerStore, RecordEventLog } from './record-event.stores.js';
import {
  RecordAuthorizationCodeStore,
  RecordConsentStore,
  RecordPendingAuthorizationStore,
  RecordRevocationLog,
  RecordSigningKeyStore,
} from './record-grant.stores.js';
import { RecordJobScheduleStore } from './record-job-schedule.store.js';
import { RecordJobStore } from './record-job.store.js';
import { RecordRefreshTokenStore } from './record-refresh-token.store.js';
import { RecordBundleStore, RecordSiteSettingsStore } from './record-site.stores.js';
import { GENERATION } from './record-transaction.js';
import { RecordSpoolStore } from './record-spool.store.js';
import { RecordWebhookDeliveryStore, RecordWebhookEndpointStore } from './record-webhook.stores.js';
import type { RecordStore } from './record.store.js';
import { RecordPreferenceStore } from './record-preference.store.js';
import { Records } from './records.js';

/**
 * All stores of the service over one `RecordStore`. An adapter begins with it and overrides the stores that its database
 * can do better. `entries` writes the content model's version, the audit log, the event log and the schedules in its own
 * transaction: an adapter that replaces one of `entries`, `entrySchedules`, `bundles`, `audit` and `events` replaces all five, and one
 * that replaces `jobs` replaces `jobSchedules`, which queues jobs. Every other store whose changes have `TransactionalRecords`
 * writes the audit log, and the events of its lines, in its transaction: one that is replaced must do so, too.
 */
export class RecordStorage extends Storage {
  protected readonly records: Records;
  private readonly recordEntries: RecordEntryStore;

  /** @param recorder creates the events of changes */
  constructor(
    private readonly store: RecordStore,
    recorder = new EventRecorder(),
  ) {
    const records = new Records(store, recorder, () => {
      events.notifyRecorded();
    });
    const events = new RecordEventLog(records);
    const entries = new RecordEntryStore(records, events, recorder);
    const accounts = new RecordAccountStore(records);
    super({
      entries,
      entrySchedules: new RecordEntryScheduleStore(records),
      bundles: new RecordBundleStore(records),
      clients: new RecordClientStore(records),
      siteSettings: new RecordSiteSettingsStore(records),
      authorizationCodes: new RecordAuthorizationCodeStore(records),
      refreshTokens: new RecordRefreshTokenStore(records),
      consents: new RecordConsentStore(records),
      pendingAuthorizations: new RecordPendingAuthorizationStore(records),
      signingKeys: new RecordSigningKeyStore(records),
      revocations: new RecordRevocationLog(records),
      accounts,
      roles: new RecordRoleStore(records, accounts),
      sessions: new RecordSessionStore(records),
      throttle: new RecordThrottleStore(records),
      preferences: new RecordPreferenceStore(records),
      audit: new RecordAuditLog(records),
      jobs: new RecordJobStore(records),
      jobSchedules: new RecordJobScheduleStore(records),
      spools: new RecordSpoolStore(records),
      webhookEndpoints: new RecordWebhookEndpointStore(records),
      webhookDeliveries: new RecordWebhookDeliveryStore(records),
      events,
      eventConsumers: new RecordEventConsumerStore(records),
    });
    this.records = records;
    this.recordEntries = entries;
  }

  override async open(): Promise<void> {
    await this.store.open();
    await this.recordEntries.load();
  }

  /** Does nothing: records have no schema. */
  override migrate(): Promise<void> {
    return Promise.resolve();
  }

  override isMigrated(): Promise<boolean> {
    return Promise.resolve(true);
  }

  override async ping(): Promise<void> {
    await this.store.get('ping');
  }

  override async generations(): Promise<Generations> {
    const read = async (area: CacheScope): Promise<number> =>
      (await this.records.get<{ value: number }>(GENERATION + area))?.value ?? 0;
    return {
      model: await read('model'),
      settings: await read('settings'),
      clients: await read('clients'),
      revocations: await read('revocations'),
      keys: await read('keys'),
    };
  }

  /** Reads the entries again; nothing else is derived from them. */
  override rebuildIndex(): Promise<number> {
    return this.recordEntries.load();
  }

  override verifyIndex(): Promise<IndexDifferences> {
    return Promise.resolve(NO_DIFFERENCES);
  }

  override get schemaVersion(): string {
    return '';
  }

  override copyTo(): Promise<void> {
    return Promise.reject(new CopyUnsupported());
  }

  override close(): Promise<void> {
    return this.store.close();
  }
}
