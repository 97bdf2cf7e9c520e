import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '@content-service/entries';
import { DomainError, formatCauses } from '@content-service/kernel';
import { type SchemaStatus, SchemaTooNew, type Storage } from '@content-service/storage';
import { createStorage, type CreateStorageOptions, type StorageConfig } from './create-storage.js';
import type { Config } from '../../platform/config/config.js';
import { closeAfterFailure } from './close-after-failure.js';
import { AdapterUnusable } from '../../platform/adapters/load-adapter.js';
import { assertDatabaseFile, DatabaseMissing } from './database-location.js';
import { makePrivateDatabaseFile } from '../../platform/files/private-database-file.js';

/** The schema of the database is older than this version needs. */
class SchemaOutdated extends DomainError {
  constructor({ expandedTo, version }: Pick<SchemaStatus, 'expandedTo' | 'version'>) {
    super(
      'schema_outdated',
      `The database is not set up for this version: its schema version is ${expandedTo}, and ${version} with all of its migrations is needed. ` +
        'Run `content-service migrate`, or start with MIGRATE_ON_START=true.',
    );
  }
}

/** Several processes would write to a storage that one process may use. */
class SharingUnsupported extends DomainError {
  constructor(variable: 'WORKERS' | 'ROLES', value: string) {
    super(
      'workers_unsupported',
      `${variable} must be ${value}: only one process can use the storage of STORAGE_ADAPTER.`,
    );
  }
}

/** @throws SharingUnsupported when the configuration has several processes, and only one can use the storage */
export function assertShareable({ entries }: Storage, { workers, roles, storageAdapter }: Config): void {
  if (entries.capabilities.multiProcess) return;
  if (workers > 1) throw new SharingUnsupported('WORKERS', '1');
  if (storageAdapter !== undefined && !(roles.api && roles.worker))
    throw new SharingUnsupported('ROLES', 'api,worker');
}

class DatabaseUnavailable extends DomainError {
  constructor({ storageAdapter }: StorageConfig, error: unknown) {
    // The driver's message is more specific than that of `StoreUnavailable`.
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    const name = storageAdapter === undefined ? 'database of DATABASE_URL' : 'storage of STORAGE_ADAPTER';
    super('database_unusable', `The ${name} cannot be opened: ${formatCauses(cause)}`, { cause });
  }
}

/** How a storage is connected. */
interface ConnectOptions extends CreateStorageOptions {
  /**
   * Called before each pause while the database cannot be reached. With it, a database server is awaited for
   * `databaseWaitMs`; without it, the first failure is thrown.
   */
  readonly onUnreachable?: ((attempt: UnreachableAttempt) => void | Promise<void>) | undefined;
  /** Whether a database that does not exist, or has no tables, is refused instead of created. */
  readonly mustExist?: boolean | undefined;
}

/** An attempt to connect, after which another one follows. */
export interface UnreachableAttempt {
  readonly error: Error;
  readonly pauseMs: number;
}

const FIRST_PAUSE_MS = 500;
const PAUSE_MAXIMUM_MS = 5000;

/**
 * Creates and connects the storage of the configuration.
 *
 * @throws DatabaseUnavailable, AdapterUnusable
 * @throws DatabaseMissing with `mustExist`, when the file of the database does not exist
 */
export async function connectStorage(config: StorageConfig, options: ConnectOptions = {}): Promise<Storage> {
  if (options.mustExist === true) assertDatabaseFile(config);
  try {
    makePrivateDatabaseFile(config.databaseUrl);
    const storage = await createStorage(config, options);
    await openWithRetries(storage, config, options);
    return storage;
  } catch (error) {
    if (error instanceof AdapterUnusable) throw error;
    throw new DatabaseUnavailable(config, error);
  }
}

/** Only a server that cannot be reached is awaited: a wrong password or a file of another format stays as it is. */
async function openWithRetries(
  storage: Storage,
  config: StorageConfig,
  { onUnreachable }: ConnectOptions,
): Promise<void> {
  const deadline = performance.now() + (config.embeddedDatabase ? 0 : config.databaseWaitMs);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAXIMUM_MS)) {
    try {
      await storage.open();
      return;
    } catch (error) {
      const leftMs = deadline - performance.now();
      if (onUnreachable === undefined || !(error instanceof StoreUnavailable) || leftMs <= 0) throw error;
      const pause = Math.ceil(Math.min(pauseMs, leftMs));
      await onUnreachable({ error: new DatabaseUnavailable(config, error), pauseMs: pause });
      await sleep(pause);
    }
  }
}

/**
 * Connects a database for a restore. It records no events: consumers such as webhooks would take the restored entries for
 * new ones.
 */
export function connectForRestore(config: Config): Promise<Storage> {
  const { databaseUrl, storageAdapter, databaseLimits, events } = config;
  const { databaseWaitMs, embeddedDatabase } = config;
  return connectStorage({
    ...{ databaseUrl, storageAdapter, databaseWaitMs, embeddedDatabase },
    databaseLimits: { ...databaseLimits, statementTimeoutMs: 0 },
    events: { ...events, enabled: false },
  });
}

/**
 * Connects the storage of the configuration and, if `migrateOnStart` is set or no other process can use the storage,
 * migrates its schema; such a storage is contracted, too.
 *
 * @throws DatabaseUnavailable, AdapterUnusable
 * @throws DatabaseMissing with `mustExist`, when the database has no tables
 * @throws SharingUnsupported when there are several processes and only one can use the storage
 * @throws SchemaOutdated when the schema is outdated and `migrateOnStart` is not set
 * @throws SchemaTooNew when newer versions have changed the schema
 */
export async function openStorage(config: Config, options: ConnectOptions = {}): Promise<Storage> {
  const storage = await connectStorage(config, options);
  try {
    if (options.mustExist === true && (await isUnused(storage, config))) throw new DatabaseMissing(config);
    const { multiProcess } = storage.entries.capabilities;
    assertShareable(storage, config);
    const isAlone = config.embeddedDatabase || !multiProcess;
    if (config.migrateOnStart || isAlone) await storage.migrate({ contract: isAlone });
    else await assertSchemaFits(storage);
    return storage;
  } catch (error) {
    await closeAfterFailure(storage);
    throw error;
  }
}

/** Storages of adapters may have no schema that they could lack. */
async function isUnused(storage: Storage, { storageAdapter }: StorageConfig): Promise<boolean> {
  if (storageAdapter === undefined && (await storage.isMigrated())) return false;
  return storage.isEmpty();
}

async function assertSchemaFits(storage: Storage): Promise<void> {
  if (await storage.isMigrated()) return;
  const status = await storage.schemaStatus();
  throw status.fault === 'too_new' ? new SchemaTooNew(status) : new SchemaOutdated(status);
}
