import { ContentModel } from '@content-service/bundles';
import type { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { readModel } from '../index-tables/stored-model.js';
import { readNames } from '../index-tables/type-tables.js';
import type { IndexMigrator } from '../index-tables/index-migrator.js';
import { createLeases, type Lease, withLease } from './lease.js';

/** The tables whose rows a backup holds. */
const CONTENT_TABLES = [
  'bundle',
  'entry',
  'site_settings',
  'user_role',
  'account',
  'client',
  'webhook_endpoint',
  'signing_key',
];

/** The tables: the fixed ones by migrations, the derived ones by the content model. */
export class Schema {
  constructor(
    private readonly database: Database,
    private readonly indexMigrator: IndexMigrator,
  ) {}

  async isMigrated(): Promise<boolean> {
    const tables = await readNames(this.database, this.database.dialect.tableNames);
    if (!tables.has('migrations')) return false;
    const done = await readNames(this.database, sql`SELECT name FROM migrations`);
    if (!this.database.writer.migrations.every(({ name }) => name !== undefined && done.has(name)))
      return false;
    return this.isIndexUpToDate();
  }

  /** Whether no table has rows that administrators or clients of the service have made. */
  async isEmpty(): Promise<boolean> {
    const tables = await readNames(this.database, this.database.dialect.tableNames);
    for (const table of CONTENT_TABLES.filter((name) => tables.has(name))) {
      const rows = await this.database.query(sql`SELECT 1 AS found FROM ${raw(table)} LIMIT 1`);
      if (rows.length > 0) return false;
    }
    return true;
  }

  async migrate(): Promise<void> {
    if (await this.isMigrated()) return;
    await createLeases(this.database);
    await withLease(this.database, 'schema', async (lease) => {
      await this.runMigrations();
      await this.migrateIndex(lease);
    });
  }

  /** Each statement by itself: the migrations can be run again after a crash between any two of them. */
  private runMigrations(): Promise<unknown> {
    const { database } = this;
    return database.retried(() =>
      database.exclusively(() => database.writer.runMigrations({ transaction: 'none' })),
    );
  }

  /** Brings built-in types (`user--user`), new base fields and new indexes of a service version into the index schema. */
  private async migrateIndex(lease: Lease): Promise<void> {
    const { resourceTypes } = await this.model();
    for (const type of resourceTypes) {
      if (await this.indexMigrator.isUpToDate([type])) continue;
      await this.indexMigrator.expand(type, lease);
      await this.database.transaction(async (connection) => {
        await lease.assertHeld(connection);
        await this.indexMigrator.cutOver(connection, type, type.bundle.since);
      });
    }
  }

  /** Model and tables are read one after the other; if the model changed in between, they are read again. */
  private async isIndexUpToDate(): Promise<boolean> {
    const { version, resourceTypes } = await this.model();
    if (await this.indexMigrator.isUpToDate(resourceTypes)) return true;
    return (await this.model()).version !== version && this.isIndexUpToDate();
  }

  private async model(): Promise<ContentModel> {
    const { version, bundles } = await readModel(this.database);
    return new ContentModel(version, bundles);
  }
}
