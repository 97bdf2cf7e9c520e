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

/**
 * The storage of the configuration, connected and with its schema up to date.
 *
 * @throws SchemaOutdated on a database server whose schema nobody allowed this process to change
 */
export async function openStorage(config: Config): Promise<Storage> {
  const storage = await storageOf(config);
  await storage.open();
  try {
    if (config.migrateOnStart) await storage.migrate();
    else if (!(await storage.isMigrated())) throw new SchemaOutdated();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
