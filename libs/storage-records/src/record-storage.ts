import type {
  AccountStore,
  PreferenceStore,
  RoleStore,
  SessionStore,
  ThrottleStore,
} from '@content-service/accounts';
import type { AuditLog } from '@content-service/audit';
import type { BundleStore } from '@content-service/bundles';
import type { EntryScheduleStore, EntryStore } from '@content-service/entries';
import { type EventConsumerStore, type EventLog, EventRecorder } from '@content-service/events';
import type { JobScheduleStore, JobStore, SpoolStore } from '@content-service/jobs';
import type { ClientStore } from '@content-service/oauth-clients';
import type {
  AuthorizationCodeStore,
  ConsentStore,
  PendingAuthorizationStore,
  RefreshTokenStore,
  RevocationLog,
  SigningKeyStore,
} from '@content-service/oauth-grants';
import type { SiteSettingsStore } from '@content-service/site-settings';
import {
  type CacheScope,
  CopyUnsupported,
  type Generations,
  Storage,
  type IndexDifferences,
  NO_DIFFERENCES,
} from '@content-service/storage';
import type { WebhookDeliveryStore, WebhookEndpointStore } from '@content-service/webhooks';
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
  override readonly entries: EntryStore;
  override readonly entrySchedules: EntryScheduleStore;
  override readonly bundles: BundleStore;
  override readonly clients: ClientStore;
  override readonly siteSettings: SiteSettingsStore;
  override readonly authorizationCodes: AuthorizationCodeStore;
  override readonly refreshTokens: RefreshTokenStore;
  override readonly consents: ConsentStore;
  override readonly pendingAuthorizations: PendingAuthorizationStore;
  override readonly signingKeys: SigningKeyStore;
  override readonly revocations: RevocationLog;
  override readonly accounts: AccountStore;
  override readonly roles: RoleStore;
  override readonly sessions: SessionStore;
  override readonly throttle: ThrottleStore;
  override readonly preferences: PreferenceStore;
  override readonly audit: AuditLog;
  override readonly jobs: JobStore;
  override readonly jobSchedules: JobScheduleStore;
  override readonly spools: SpoolStore;
  override readonly webhookEndpoints: WebhookEndpointStore;
  override readonly webhookDeliveries: WebhookDeliveryStore;
  override readonly events: EventLog;
  override readonly eventConsumers: EventConsumerStore;

  /** @param recorder creates the events of changes */
  constructor(
    private readonly store: RecordStore,
    recorder = new EventRecorder(),
  ) {
    super();
    const records = new Records(store, recorder, () => {
      this.events.notifyRecorded();
    });
    this.records = records;
    this.events = new RecordEventLog(records);
    this.eventConsumers = new RecordEventConsumerStore(records);
    this.recordEntries = new RecordEntryStore(records, this.events, recorder);
    this.entries = this.recordEntries;
    this.entrySchedules = new RecordEntryScheduleStore(records);
    this.bundles = new RecordBundleStore(records);
    this.clients = new RecordClientStore(records);
    this.siteSettings = new RecordSiteSettingsStore(records);
    this.authorizationCodes = new RecordAuthorizationCodeStore(records);
    this.refreshTokens = new RecordRefreshTokenStore(records);
    this.consents = new RecordConsentStore(records);
    this.pendingAuthorizations = new RecordPendingAuthorizationStore(records);
    this.signingKeys = new RecordSigningKeyStore(records);
    this.revocations = new RecordRevocationLog(records);
    this.accounts = new RecordAccountStore(records);
    this.roles = new RecordRoleStore(records, this.accounts);
    this.sessions = new RecordSessionStore(records);
    this.throttle = new RecordThrottleStore(records);
    this.preferences = new RecordPreferenceStore(records);
    this.audit = new RecordAuditLog(records);
    this.jobs = new RecordJobStore(records);
    this.jobSchedules = new RecordJobScheduleStore(records);
    this.spools = new RecordSpoolStore(records);
    this.webhookEndpoints = new RecordWebhookEndpointStore(records);
    this.webhookDeliveries = new RecordWebhookDeliveryStore(records);
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
