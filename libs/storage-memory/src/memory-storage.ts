import type { AuditEvent } from '@content-service/audit';
import { EventRecorder } from '@content-service/events';
import {
  CopyUnsupported,
  type Generations,
  Storage,
  type IndexDifferences,
  NO_DIFFERENCES,
} from '@content-service/storage';
import { MemoryAccountStore } from './memory-account.store.js';
import { MemoryAuditLog } from './memory-audit-log.js';
import { MemoryAuthorizationCodeStore } from './memory-authorization-code.store.js';
import { MemoryBundleStore } from './memory-bundle.store.js';
import { MemoryClientStore } from './memory-client.store.js';
import { MemoryConsentStore } from './memory-consent.store.js';
import { MemoryEntryScheduleStore } from './memory-entry-schedule.store.js';
import { MemoryEntryStore } from './memory-entry.store.js';
import { MemoryEventConsumerStore } from './memory-event-consumer.store.js';
import { MemoryEventLog } from './memory-event-log.js';
import { MemoryGenerations } from './memory-generations.js';
import { MemoryJobScheduleStore } from './memory-job-schedule.store.js';
import { MemoryJobStore } from './memory-job.store.js';
import { MemoryPendingAuthorizationStore } from './memory-pending-authorization.store.js';
import { MemoryPreferenceStore } from './memory-preference.store.js';
import { MemoryRefreshTokenStore } from './memory-refresh-token.store.js';
import { MemoryRevocationLog } from './memory-revocation-log.js';
import { MemoryRoleStore } from './memory-role.store.js';
import { MemorySessionStore } from './memory-session.store.js';
import { MemorySigningKeyStore } from './memory-signing-key.store.js';
import { MemorySiteSettingsStore } from './memory-site-settings.store.js';
import { MemorySpoolStore } from './memory-spool.store.js';
import { MemoryThrottleStore } from './memory-throttle.store.js';
import { RecordedTransactions } from './recorded-transactions.js';
import { MemoryWebhookDeliveryStore, MemoryWebhookEndpointStore } from './memory-webhook.stores.js';

/**
 * The reference adapter: the plainest implementation of every port. It keeps its content in memory and loses it with
 * the process, so it serves tests and trials.
 */
export class MemoryStorage extends Storage {
  private readonly changes = new MemoryGenerations();
  override readonly audit = new MemoryAuditLog((lines) => {
    this.recordEvents(lines);
  });
  private readonly transactions = new RecordedTransactions(this.audit);
  override readonly bundles = new MemoryBundleStore(this.changes, undefined, this.transactions);
  override readonly eventConsumers = new MemoryEventConsumerStore(undefined, this.transactions);
  override readonly events = new MemoryEventLog(this.eventConsumers);
  override readonly entrySchedules = new MemoryEntryScheduleStore(undefined, this.transactions);
  override readonly entries: MemoryEntryStore;
  override readonly clients = new MemoryClientStore(this.changes, undefined, this.transactions);
  override readonly siteSettings = new MemorySiteSettingsStore(this.changes, undefined, this.transactions);
  override readonly authorizationCodes = new MemoryAuthorizationCodeStore();
  override readonly refreshTokens = new MemoryRefreshTokenStore();
  override readonly consents = new MemoryConsentStore(undefined, this.transactions);
  override readonly pendingAuthorizations = new MemoryPendingAuthorizationStore();
  override readonly signingKeys = new MemorySigningKeyStore(this.changes, undefined, this.transactions);
  override readonly revocations = new MemoryRevocationLog(this.changes, undefined, this.transactions);
  override readonly accounts = new MemoryAccountStore(this.transactions);
  override readonly roles = new MemoryRoleStore(this.accounts, undefined, this.transactions);
  override readonly sessions = new MemorySessionStore(undefined, this.transactions);
  override readonly throttle = new MemoryThrottleStore(undefined, this.transactions);
  override readonly preferences = new MemoryPreferenceStore();
  override readonly jobs = new MemoryJobStore(undefined, this.transactions);
  override readonly jobSchedules = new MemoryJobScheduleStore(this.jobs, undefined, this.transactions);
  override readonly spools = new MemorySpoolStore();
  override readonly webhookEndpoints = new MemoryWebhookEndpointStore(
    undefined,
    undefined,
    this.transactions,
  );
  override readonly webhookDeliveries = new MemoryWebhookDeliveryStore(this.webhookEndpoints);

  /** @param recorder creates the events of changes */
  constructor(private readonly recorder = new EventRecorder()) {
    super();
    this.entries = new MemoryEntryStore(
      this.bundles,
      this.audit,
      recorder,
      this.events,
      this.entrySchedules,
      this.jobs,
    );
  }

  override open(): Promise<void> {
    return Promise.resolve();
  }

  override migrate(): Promise<void> {
    return Promise.resolve();
  }

  override isMigrated(): Promise<boolean> {
    return Promise.resolve(true);
  }

  override ping(): Promise<void> {
    return Promise.resolve();
  }

  override generations(): Promise<Generations> {
    return Promise.resolve(this.changes.read());
  }

  /** Returns the number of entries; there are no derived rows, because queries read the entries. */
  override rebuildIndex(): Promise<number> {
    return Promise.resolve(this.entries.size);
  }

  override verifyIndex(): Promise<IndexDifferences> {
    return Promise.resolve(NO_DIFFERENCES);
  }

  /** Reads what is stored at each call. */
  override get schemaVersion(): string {
    return '';
  }

  override copyTo(): Promise<void> {
    return Promise.reject(new CopyUnsupported());
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  private recordEvents(lines: readonly AuditEvent[]): void {
    const emitting = this.recorder.selectEmitting(lines);
    if (emitting.length === 0) return;
    this.events.record(this.recorder.createManagementEvents(emitting, this.events.findLastVersions()));
  }
}
