import { StoreUnavailable } from '@content-service/entries';
import { DomainError } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { storageOf } from './app.module.js';
import type { Config } from './config.js';

/** The tables are not those this version of the service needs. */
class SchemaOutdated extends DomainError {
  constructor() {
    super(
      'schema_outdated',
      'The database is not set up for this version. Run `content-service migrate`, or start with MIGRATE_ON_START=true.',
    );
  }
}

class DatabaseUnusable extends DomainError {
  constructor(error: unknown) {
    // What the driver says is more than that it cannot be reached.
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    const reason = typeof cause === 'object' && cause !== null && 'message' in cause ? cause.message : cause;
    super('database_unusable', `The database of DATABASE_URL cannot be opened: ${String(reason)}`, { cause });
  }
}

/**
 * The storage of the configuration, connected.
 *
 * @throws DatabaseUnusable
 */
export async function connectStorage(config: Config): Promise<Storage> {
  try {
    const storage = await storageOf(config);
    await storage.open();
    return storage;
  } catch (error) {
    throw new DatabaseUnusable(error);
  }
}

/**
 * The storage of the configuration, connected and with its schema up to date.
 *
 * @throws DatabaseUnusable, and SchemaOutdated on a database server whose schema nobody allowed this process to change
 */
export async function openStorage(config: Config): Promise<Storage> {
  const storage = await connectStorage(config);
  try {
    if (config.migrateOnStart) await storage.migrate();
    else if (!(await storage.isMigrated())) throw new SchemaOutdated();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
