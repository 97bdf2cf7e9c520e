import { EventRecorder } from '@content-service/events';
import {
  type CacheScope,
  CopyUnsupported,
  type Generations,
  Storage,
  type IndexDifferences,
  NO_DIFFERENCES,
} from '@content-service/storage';
import { RecordAccountStore } from './record-account.store.js';
import { RecordAuditLog } from './record-audit-log.js';
import { RecordAuthorizationCodeStore } from './record-authorization-code.store.js';
import { RecordBundleStore } from './record-bundle.store.js';
import { RecordClientStore } from './record-client.store.js';
import { RecordConsentStore } from './record-consent.store.js';
import { RecordDatabase } from './record-database.js';
import { RecordEntryRevisionStore } from './record-entry-revision.store.js';
import { RecordEntryScheduleStore } from './record-entry-schedule.store.js';
import { RecordEntryStore } from './record-entry.store.js';
import { RecordEventConsumerStore } from './record-event-consumer.store.js';
import { RecordEventLog } from './record-event-log.js';
import { RecordJobScheduleStore } from './record-job-schedule.store.js';
import { RecordJobStore } from './record-job.store.js';
import { RecordPendingAuthorizationStore } from './record-pending-authorization.store.js';
import { RecordPreferenceStore } from './record-preference.store.js';
import { RecordRefreshTokenStore } from './record-refresh-token.store.js';
import { RecordRevocationLog } from './record-revocation-log.js';
import { RecordRoleStore } from './record-role.store.js';
import { RecordSessionStore } from './record-session.store.js';
import { RecordSigningKeyStore } from './record-signing-key.store.js';
import { RecordSiteSettingsStore } from './record-site-settings.store.js';
import { RecordSpoolStore } from './record-spool.store.js';
import { RecordThrottleStore } from './record-throttle.store.js';
import { GENERATION } from './record-transaction.js';
import { RecordWebhookDeliveryStore } from './record-webhook-delivery.store.js';
import { RecordWebhookEndpointStore } from './record-webhook-endpoint.store.js';
import type { RecordStore } from './record.store.js';

/**
 * All stores of the service over one `RecordStore`. An adapter begins with it and overrides the stores that its database
 * can do better. `entries` writes the content model's version, the audit log, the event log, the schedules, the
 * revisions and the working copies in its own transaction: an adapter that replaces one of `entries`, `entrySchedules`, `entryRevisions`, `bundles`, `audit` and
 * `events` replaces all six, and one that replaces `jobs` replaces `jobSchedules`, which queues jobs. Every other store whose changes have `AuditLines`
 * writes the audit log, and the events of its lines, in its transaction: one that is replaced must do so, too.
 */
export class RecordStorage extends Storage {
  protected readonly database: RecordDatabase;
  private readonly recordEntries: RecordEntryStore;

  /** @param recorder creates the events of changes */
  constructor(
    private readonly store: RecordStore,
    recorder = new EventRecorder(),
  ) {
    const database = new RecordDatabase(store, recorder, () => {
      events.notifyRecorded();
    });
    const events = new RecordEventLog(database);
    const entries = new RecordEntryStore(database, events, recorder);
    const accounts = new RecordAccountStore(database);
    super({
      entries,
      entrySchedules: new RecordEntryScheduleStore(database),
      entryRevisions: new RecordEntryRevisionStore(database),
      bundles: new RecordBundleStore(database),
      clients: new RecordClientStore(database),
      siteSettings: new RecordSiteSettingsStore(database),
      authorizationCodes: new RecordAuthorizationCodeStore(database),
      refreshTokens: new RecordRefreshTokenStore(database),
      consents: new RecordConsentStore(database),
      pendingAuthorizations: new RecordPendingAuthorizationStore(database),
      signingKeys: new RecordSigningKeyStore(database),
      revocations: new RecordRevocationLog(database),
      accounts,
      roles: new RecordRoleStore(database, accounts),
      sessions: new RecordSessionStore(database),
      throttle: new RecordThrottleStore(database),
      preferences: new RecordPreferenceStore(database),
      audit: new RecordAuditLog(database),
      jobs: new RecordJobStore(database),
      jobSchedules: new RecordJobScheduleStore(database),
      spools: new RecordSpoolStore(database),
      webhookEndpoints: new RecordWebhookEndpointStore(database),
      webhookDeliveries: new RecordWebhookDeliveryStore(database),
      events,
      eventConsumers: new RecordEventConsumerStore(database),
    });
    this.database = database;
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
      (await this.database.get<{ value: number }>(GENERATION + area))?.value ?? 0;
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
