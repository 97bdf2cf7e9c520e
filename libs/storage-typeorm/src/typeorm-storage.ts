import { EventRecorder } from '@content-service/events';
import { NO_MONITOR, type ProgressMonitor } from '@content-service/kernel';
import {
  CopyUnsupported,
  type Generations,
  type IndexDifferences,
  type MigrateOptions,
  type ReplicaState,
  type SchemaStatus,
  Storage,
  type StorageSnapshot,
} from '@content-service/storage';
import { Database, type DatabaseOptions, DEFAULT_LIMITS } from './database/database.js';
import { copySqlite, readSnapshot } from './database/snapshot.js';
import { sql } from './database/sql.js';
import { IndexSchemaCache } from './index-tables/index-schema.js';
import { rebuildIndex } from './index-tables/repair.js';
import { IndexMigrator } from './index-tables/index-migrator.js';
import { verifyIndex } from './index-tables/verify.js';
import { withLease } from './migrations/lease.js';
import { Schema } from './migrations/schema.js';
import { Heartbeat } from './replicas/heartbeat.js';
import { Replica } from './replicas/replica.js';
import { type ReplicaOptions, ReplicaSet } from './replicas/replica-set.js';
import { ReplicatedEntryStore } from './replicas/replicated-entry.store.js';
import { readGenerations } from './stores/generation.js';
import { AuditedTransactions } from './stores/audited-transactions.js';
import { TypeOrmAccountStore } from './stores/typeorm-account.store.js';
import { TypeOrmAuditLog } from './stores/typeorm-audit-log.js';
import { TypeOrmAuthorizationCodeStore } from './stores/typeorm-authorization-code.store.js';
import { TypeOrmBundleStore } from './stores/typeorm-bundle.store.js';
import { TypeOrmClientStore } from './stores/typeorm-client.store.js';
import { TypeOrmConsentStore } from './stores/typeorm-consent.store.js';
import { TypeOrmEntryRevisionStore } from './stores/typeorm-entry-revision.store.js';
import { TypeOrmEntryScheduleStore } from './stores/typeorm-entry-schedule.store.js';
import { TypeOrmEntryStore } from './stores/typeorm-entry.store.js';
import { TypeOrmEventConsumerStore } from './stores/typeorm-event-consumer.store.js';
import { TypeOrmEventLog } from './stores/typeorm-event-log.js';
import { TypeOrmJobScheduleStore } from './stores/typeorm-job-schedule.store.js';
import { TypeOrmJobStore } from './stores/typeorm-job.store.js';
import { TypeOrmPendingAuthorizationStore } from './stores/typeorm-pending-authorization.store.js';
import { TypeOrmPreferenceStore } from './stores/typeorm-preference.store.js';
import { TypeOrmRefreshTokenStore } from './stores/typeorm-refresh-token.store.js';
import { TypeOrmRevocationLog } from './stores/typeorm-revocation-log.js';
import { TypeOrmRoleStore } from './stores/typeorm-role.store.js';
import { TypeOrmSessionStore } from './stores/typeorm-session.store.js';
import { TypeOrmSigningKeyStore } from './stores/typeorm-signing-key.store.js';
import { TypeOrmSiteSettingsStore } from './stores/typeorm-site-settings.store.js';
import { TypeOrmSpoolStore } from './stores/typeorm-spool.store.js';
import { TypeOrmThrottleStore } from './stores/typeorm-throttle.store.js';
import { TypeOrmWebhookDeliveryStore } from './stores/typeorm-webhook-delivery.store.js';
import { TypeOrmWebhookEndpointStore } from './stores/typeorm-webhook-endpoint.store.js';

export interface TypeOrmStorageOptions extends DatabaseOptions {
  /** Creates the events of changes. */
  readonly recorder?: EventRecorder | undefined;
  /** Read-only servers for `readBoundedStale`. */
  readonly replicas?: ReplicaOptions | undefined;
}

/** Storage in a SQL database: SQLite, PostgreSQL, MySQL or MariaDB. */
export class TypeOrmStorage extends Storage {
  private readonly url: string;
  private readonly database: Database;
  /** Connections for long work, such as changes of tables. */
  private readonly maintenance: Database;
  private readonly schemaCache: IndexSchemaCache;
  private readonly schema: Schema;
  private readonly indexMigrator: IndexMigrator;
  private readonly recorder: EventRecorder;
  private readonly heartbeat: Database | undefined;
  private readonly replicaSet: ReplicaSet | undefined;

  /**
   * @param url `sqlite:PATH`, `mysql://USER:PASSWORD@HOST:PORT/DATABASE`, `mariadb://…` or `postgres://…`
   * @throws Error whose message names DATABASE_URL
   */
  constructor(
    url: string,
    { recorder = new EventRecorder(), replicas, ...options }: TypeOrmStorageOptions = {},
  ) {
    const database = new Database(url, options);
    const maintenance = database.forMaintenance();
    const schemaCache = new IndexSchemaCache(database);
    const indexMigrator = new IndexMigrator(maintenance, schemaCache);
    const events = new TypeOrmEventLog(database);
    const transactions = new AuditedTransactions(database, recorder, events);
    const createEntries = (source: Database, cache: IndexSchemaCache): TypeOrmEntryStore =>
      new TypeOrmEntryStore(source, cache, recorder, events);
    const entries = createEntries(database, schemaCache);
    const replication = replicas && createReplication(url, replicas, options, createEntries);
    super({
      entries:
        replication === undefined ? entries : new ReplicatedEntryStore(entries, replication.replicaSet),
      entrySchedules: new TypeOrmEntryScheduleStore(transactions),
      entryRevisions: new TypeOrmEntryRevisionStore(database),
      bundles: new TypeOrmBundleStore(
        new AuditedTransactions(maintenance, recorder, events),
        schemaCache,
        indexMigrator,
      ),
      clients: new TypeOrmClientStore(transactions),
      siteSettings: new TypeOrmSiteSettingsStore(transactions),
      authorizationCodes: new TypeOrmAuthorizationCodeStore(database),
      refreshTokens: new TypeOrmRefreshTokenStore(database),
      consents: new TypeOrmConsentStore(transactions),
      pendingAuthorizations: new TypeOrmPendingAuthorizationStore(database),
      signingKeys: new TypeOrmSigningKeyStore(transactions),
      revocations: new TypeOrmRevocationLog(transactions),
      accounts: new TypeOrmAccountStore(transactions),
      roles: new TypeOrmRoleStore(transactions),
      sessions: new TypeOrmSessionStore(transactions),
      throttle: new TypeOrmThrottleStore(transactions),
      preferences: new TypeOrmPreferenceStore(database),
      audit: new TypeOrmAuditLog(database, recorder, events),
      jobs: new TypeOrmJobStore(transactions),
      jobSchedules: new TypeOrmJobScheduleStore(transactions),
      spools: new TypeOrmSpoolStore(database),
      webhookEndpoints: new TypeOrmWebhookEndpointStore(transactions),
      webhookDeliveries: new TypeOrmWebhookDeliveryStore(transactions),
      events,
      eventConsumers: new TypeOrmEventConsumerStore(transactions),
    });
    this.url = url;
    this.recorder = recorder;
    this.database = database;
    this.maintenance = maintenance;
    this.schemaCache = schemaCache;
    this.indexMigrator = indexMigrator;
    this.schema = new Schema(maintenance, indexMigrator);
    this.heartbeat = replication?.heartbeat;
    this.replicaSet = replication?.replicaSet;
  }

  override async open(): Promise<void> {
    await this.database.open();
    await this.maintenance.open();
    await this.heartbeat?.open();
    this.replicaSet?.start();
    if (!(await this.schema.isMigrated())) return;
    await this.database.analyze();
  }

  override async migrate(options: MigrateOptions = {}): Promise<void> {
    await this.schema.migrate(options);
    this.schemaCache.invalidate();
    await this.database.analyze();
  }

  override isMigrated(): Promise<boolean> {
    return this.schema.isMigrated();
  }

  override schemaStatus(): Promise<SchemaStatus> {
    return this.schema.status();
  }

  override async ping(): Promise<void> {
    await this.database.query(sql`SELECT 1`);
  }

  override async generations(): Promise<Generations> {
    const generations = await readGenerations(this.database);
    this.schemaCache.invalidateIfOlder(generations.model);
    return generations;
  }

  override rebuildIndex(monitor: ProgressMonitor = NO_MONITOR): Promise<number> {
    return withLease(
      this.maintenance,
      'schema',
      (lease) => rebuildIndex(this.maintenance, this.schemaCache, () => lease.renew(), monitor),
      { onWait: () => monitor.report({ phase: 'wait', done: 0 }) },
    );
  }

  override isIndexComplete(): Promise<boolean> {
    return this.schema.isIndexComplete();
  }

  override verifyIndex(monitor: ProgressMonitor = NO_MONITOR): Promise<IndexDifferences> {
    return verifyIndex(this.maintenance, this.schemaCache, monitor);
  }

  override readSnapshot<T>(read: (snapshot: StorageSnapshot) => Promise<T>): Promise<T> {
    return readSnapshot(this.url, (database) => {
      const schemaCache = new IndexSchemaCache(database);
      const transactions = new AuditedTransactions(database, this.recorder, this.events);
      return read({
        entries: new TypeOrmEntryStore(database, schemaCache, this.recorder, this.events),
        entrySchedules: new TypeOrmEntryScheduleStore(transactions),
        entryRevisions: new TypeOrmEntryRevisionStore(database),
        bundles: new TypeOrmBundleStore(transactions, schemaCache, this.indexMigrator),
        siteSettings: new TypeOrmSiteSettingsStore(transactions),
        roles: new TypeOrmRoleStore(transactions),
        accounts: new TypeOrmAccountStore(transactions),
        clients: new TypeOrmClientStore(transactions),
        webhookEndpoints: new TypeOrmWebhookEndpointStore(transactions),
        signingKeys: new TypeOrmSigningKeyStore(transactions),
        jobSchedules: new TypeOrmJobScheduleStore(transactions),
      });
    });
  }

  override readBoundedStale<T>(modelVersion: number, read: () => Promise<T>): Promise<T> {
    return this.replicaSet === undefined ? read() : this.replicaSet.read(modelVersion, read);
  }

  override get replicas(): readonly ReplicaState[] {
    return this.replicaSet?.states ?? [];
  }

  override async copyTo(file: string, monitor: ProgressMonitor = NO_MONITOR): Promise<void> {
    if (this.database.dialect.name !== 'sqlite') throw new CopyUnsupported();
    await copySqlite(this.url, file, monitor);
  }

  override get schemaVersion(): string {
    return this.database.writer.migrations.at(-1)?.name ?? '';
  }

  override isEmpty(): Promise<boolean> {
    return this.schema.isEmpty();
  }

  override async close(): Promise<void> {
    await this.replicaSet?.stop();
    await this.heartbeat?.close();
    if (this.maintenance !== this.database) await this.maintenance.close();
    await this.database.close();
  }
}

interface Replication {
  /** Its own connection, so that a heartbeat does not wait in the queue of a pool. */
  readonly heartbeat: Database;
  readonly replicaSet: ReplicaSet;
}

function createReplication(
  primaryUrl: string,
  { urls, ...replicaOptions }: ReplicaOptions,
  options: DatabaseOptions,
  createEntries: (database: Database, schemaCache: IndexSchemaCache) => TypeOrmEntryStore,
): Replication {
  const limits = { ...options.limits, poolSize: 1 };
  const heartbeat = new Database(primaryUrl, { ...options, limits, poolName: 'heartbeat' });
  const replicas = urls.map(
    (url, n) =>
      new Replica(n + 1, url, options, (database) => {
        const schemaCache = new IndexSchemaCache(database);
        return { entries: createEntries(database, schemaCache), schemaCache };
      }),
  );
  const { statementTimeoutMs } = { ...DEFAULT_LIMITS, ...options.limits };
  const replicaSet = new ReplicaSet(replicas, new Heartbeat(heartbeat), heartbeat.dialect, {
    ...replicaOptions,
    statementTimeoutMs,
  });
  return { heartbeat, replicaSet };
}
