import { StoreUnavailable } from '@content-service/entries';
import { type Clock, DomainError } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { createStorage, type StorageConfig } from '../app.module.js';
import type { Config } from '../config/config.js';
import type { DatabaseObserver } from '../metrics/database-metrics.js';
import { StorageAdapterUnusable } from './load-storage-adapter.js';
import { makePrivateDatabaseFile } from './private-database-file.js';

/** The schema of the database is not the one of this version. */
class SchemaOutdated extends DomainError {
  constructor() {
    super(
      'schema_outdated',
      'The database is not set up for this version. Run `content-service migrate`, or start with MIGRATE_ON_START=true.',
    );
  }
}

/** Several workers would write to a storage that one process may use. */
class WorkersUnsupported extends DomainError {
  constructor() {
    super(
      'workers_unsupported',
      'WORKERS must be 1: only one process can use the storage of STORAGE_ADAPTER.',
    );
  }
}

class DatabaseUnavailable extends DomainError {
  constructor({ storageAdapter }: StorageConfig, error: unknown) {
    // The driver's message is more specific than that of `StoreUnavailable`.
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    const reason = typeof cause === 'object' && cause !== null && 'message' in cause ? cause.message : cause;
    const name = storageAdapter === undefined ? 'database of DATABASE_URL' : 'storage of STORAGE_ADAPTER';
    super('database_unusable', `The ${name} cannot be opened: ${String(reason)}`, { cause });
  }
}

/**
 * Creates and connects the storage of the configuration.
 *
 * @throws DatabaseUnavailable, StorageAdapterUnusable
 */
export async function connectStorage(
  config: StorageConfig,
  limits = config.databaseLimits,
  observer?: DatabaseObserver,
  clock?: Clock,
): Promise<Storage> {
  try {
    makePrivateDatabaseFile(config.databaseUrl);
    const storage = await createStorage(config, limits, observer, clock);
    await storage.open();
    return storage;
  } catch (error) {
    if (error instanceof StorageAdapterUnusable) throw error;
    throw new DatabaseUnavailable(config, error);
  }
}

/**
 * Connects the storage of the configuration and, if `migrateOnStart` is set or no other process can use the storage,
 * migrates its schema.
 *
 * @throws DatabaseUnavailable, StorageAdapterUnusable
 * @throws WorkersUnsupported when there are several and only one process can use the storage
 * @throws SchemaOutdated when the schema is outdated and `migrateOnStart` is not set
 */
export async function openStorage(
  config: Config,
  limits = config.databaseLimits,
  observer?: DatabaseObserver,
  clock?: Clock,
): Promise<Storage> {
  const storage = await connectStorage(config, limits, observer, clock);
  try {
    const { multiProcess } = storage.entries.capabilities;
    if (config.workers > 1 && !multiProcess) throw new WorkersUnsupported();
    if (config.migrateOnStart || !multiProcess) await storage.migrate();
    else if (!(await storage.isMigrated())) throw new SchemaOutdated();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
