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
import { MemoryEventConsumerStore, type StoredConsumer } from './memory-event-consumer.store.js';
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
  private readonly changes: MemoryGenerations;
  private readonly memoryEntries: MemoryEntryStore;

  /** @param recorder creates the events of changes */
  constructor(recorder = new EventRecorder()) {
    const changes = new MemoryGenerations();
    const eventConsumers = new Map<string, StoredConsumer>();
    const events = new MemoryEventLog(new MemoryEventConsumerStore(eventConsumers));
    const audit = new MemoryAuditLog((lines) => {
      recordEvents(events, recorder, lines);
    });
    const transactions = new RecordedTransactions(audit);
    const bundles = new MemoryBundleStore(changes, undefined, transactions);
    const entrySchedules = new MemoryEntryScheduleStore(undefined, transactions);
    const accounts = new MemoryAccountStore(transactions);
    const jobs = new MemoryJobStore(undefined, transactions);
    const webhookEndpoints = new MemoryWebhookEndpointStore(undefined, undefined, transactions);
    const entries = new MemoryEntryStore(bundles, audit, recorder, events, entrySchedules, jobs);
    super({
      entries,
      entrySchedules,
      bundles,
      clients: new MemoryClientStore(changes, undefined, transactions),
      siteSettings: new MemorySiteSettingsStore(changes, undefined, transactions),
      authorizationCodes: new MemoryAuthorizationCodeStore(),
      refreshTokens: new MemoryRefreshTokenStore(),
      consents: new MemoryConsentStore(undefined, transactions),
      pendingAuthorizations: new MemoryPendingAuthorizationStore(),
      signingKeys: new MemorySigningKeyStore(changes, undefined, transactions),
      revocations: new MemoryRevocationLog(changes, undefined, transactions),
      accounts,
      roles: new MemoryRoleStore(accounts, undefined, transactions),
      sessions: new MemorySessionStore(undefined, transactions),
      throttle: new MemoryThrottleStore(undefined, transactions),
      preferences: new MemoryPreferenceStore(),
      audit,
      jobs,
      jobSchedules: new MemoryJobScheduleStore(jobs, undefined, transactions),
      spools: new MemorySpoolStore(),
      webhookEndpoints,
      webhookDeliveries: new MemoryWebhookDeliveryStore(webhookEndpoints),
      events,
      eventConsumers: new MemoryEventConsumerStore(eventConsumers, transactions),
    });
    this.changes = changes;
    this.memoryEntries = entries;
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
    return Promise.resolve(this.memoryEntries.size);
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
}

function recordEvents(events: MemoryEventLog, recorder: EventRecorder, lines: readonly AuditEvent[]): void {
  const emitting = recorder.selectEmitting(lines);
  if (emitting.length === 0) return;
  events.record(recorder.createManagementEvents(emitting, events.findLastVersions()));
}
