import { MigrationExecutor } from 'typeorm';
import { ContentModel } from '@content-service/bundles';
import { NO_MONITOR } from '@content-service/kernel';
import {
  type MigrateOptions,
  type MigrationStatus,
  type SchemaStatus,
  SchemaTooNew,
} from '@content-service/storage';
import type { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { hasPresentForm, storePresentForm } from '../index-tables/index-form.js';
import { readModel } from '../index-tables/stored-model.js';
import { readNames } from '../index-tables/type-tables.js';
import type { IndexMigrator } from '../index-tables/index-migrator.js';
import { createLeases, type Lease, withLease } from './lease.js';
import type { MigrationPhase, SchemaMigration } from '../entities/migration.js';
import { isIncomplete, isReplaced, withReplaced } from './replaced.js';
import { isTooNew, readSchemaWindow, type SchemaWindow, widenSchemaWindow } from './schema-window.js';

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

const INCOMPLETE =
  'The database has only a part of the tables of version 0.1.0, since a version before it stopped within its migration. ' +
  'Finish it with that version, by `content-service migrate`.';

/** What is stored of the schema. */
interface StoredSchema {
  readonly tables: ReadonlySet<string>;
  /** Names of the migrations that have run, and of those whose tables others have made. */
  readonly done: ReadonlySet<string>;
  readonly window: SchemaWindow;
}

/** The tables: the fixed ones by migrations, the derived ones by the content model. */
export class Schema {
  constructor(
    private readonly database: Database,
    private readonly indexMigrator: IndexMigrator,
  ) {}

  /** The migrations of this version, in their order. */
  private get migrations(): readonly SchemaMigration[] {
    return this.database.writer.migrations as SchemaMigration[];
  }

  /** The schema version of this version of the service: that of its newest migration. */
  private get version(): number {
    return Math.max(...this.migrations.map(({ options }) => options.schema));
  }

  async isMigrated(): Promise<boolean> {
    return (await this.findFault(await this.read())) === undefined;
  }

  /** Whether searches and comparisons of texts find every entry; if not, `rebuildIndex` brings about that they do. */
  async isIndexComplete(): Promise<boolean> {
    const hasAllWords = await this.indexMigrator.hasAllWords((await this.model()).resourceTypes);
    return hasAllWords && hasPresentForm(this.database);
  }

  async status(): Promise<SchemaStatus> {
    const stored = await this.read();
    const known = new Set(this.migrations.map(({ name }) => name));
    const migrations: MigrationStatus[] = [];
    for (const { name, options } of this.migrations) {
      const { phase, purpose, table } = options;
      const done = stored.done.has(name);
      const counts = !done && table !== undefined && stored.tables.has(table);
      migrations.push({
        name,
        phase,
        purpose,
        done,
        rows: counts ? await this.estimateRows(table) : undefined,
      });
    }
    for (const name of stored.done)
      if (!known.has(name) && !isReplaced(name))
        migrations.push({
          name,
          phase: 'unknown',
          purpose: 'of a newer version',
          done: true,
          rows: undefined,
        });
    return { version: this.version, ...stored.window, fault: await this.findFault(stored), migrations };
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

  /** @throws SchemaTooNew */
  async migrate({ contract = false }: MigrateOptions = {}): Promise<void> {
    const stored = await this.read();
    if (isIncomplete(stored.done)) throw new Error(INCOMPLETE);
    const fault = await this.findFault(stored);
    if (fault === 'too_new') throw new SchemaTooNew({ version: this.version, ...stored.window });
    const pending = this.migrations.filter(({ name }) => !stored.done.has(name));
    const contracts = contract && pending.some(({ options }) => options.phase === 'contract');
    if (fault === undefined && !contracts) return;
    await createLeases(this.database);
    await withLease(this.database, 'schema', async (lease) => {
      await this.runMigrations('expand');
      await widenSchemaWindow(this.database, { expandedTo: this.version, contractedTo: 0 });
      await this.migrateIndex(lease);
      if (!(await this.hasEntries())) await storePresentForm(this.database);
      if (contract) await this.contract();
    });
  }

  /** Processes of earlier versions are refused before the first change that they do not work with. */
  private async contract(): Promise<void> {
    const schemas = this.migrations.filter(({ options }) => options.phase === 'contract');
    const contractedTo = Math.max(0, ...schemas.map(({ options }) => options.schema));
    await widenSchemaWindow(this.database, { expandedTo: this.version, contractedTo });
    await this.runMigrations('contract');
  }

  /** Each statement by itself: the migrations can be run again after a crash between any two of them. */
  private runMigrations(phase: MigrationPhase): Promise<void> {
    const { database } = this;
    return database.retried(() =>
      database.exclusively(async () => {
        const executor = new MigrationExecutor(database.writer);
        for (const pending of await executor.getPendingMigrations())
          if ((pending.instance as SchemaMigration).options.phase === phase)
            await executor.executeMigration(pending);
      }),
    );
  }

  /** Brings built-in types (`user--user`), new base fields and new indexes of a service version into the index schema. */
  private async migrateIndex(lease: Lease): Promise<void> {
    const { resourceTypes } = await this.model();
    for (const type of resourceTypes) {
      if (await this.indexMigrator.isUpToDate([type])) continue;
      const unfilled = await this.indexMigrator.expand(type, lease, NO_MONITOR, { defersWords: true });
      await this.database.transaction(async (connection) => {
        await lease.assertHeld(connection);
        await this.indexMigrator.cutOver(connection, type, type.bundle.since, unfilled);
      });
    }
  }

  private async hasEntries(): Promise<boolean> {
    return (await this.database.query(sql`SELECT 1 AS found FROM entry LIMIT 1`)).length > 0;
  }

  private async read(): Promise<StoredSchema> {
    const { database } = this;
    const tables = await readNames(database, database.dialect.tableNames);
    const done = tables.has('migrations')
      ? await readNames(database, sql`SELECT name FROM migrations ORDER BY id`)
      : new Set<string>();
    const window = tables.has('schema_window')
      ? await readSchemaWindow(database)
      : { expandedTo: 0, contractedTo: 0 };
    const steps = this.migrations.map(({ name }) => name);
    return { tables, done: withReplaced(done, steps), window };
  }

  private async findFault({ done, window }: StoredSchema): Promise<SchemaStatus['fault']> {
    if (isTooNew(window, this.version)) return 'too_new';
    const isExpanded = this.migrations.every(
      ({ name, options }) => options.phase === 'contract' || done.has(name),
    );
    if (!isExpanded || window.expandedTo < this.version) return 'outdated';
    return (await this.isIndexUpToDate(window)) ? undefined : 'outdated';
  }

  private async estimateRows(table: string): Promise<number> {
    const [row] = await this.database.query<{ estimate: number | string }>(
      this.database.dialect.estimateRows(table),
    );
    return Number(row?.estimate ?? 0);
  }

  /** Model and tables are read one after the other; if the model changed in between, they are read again. */
  private async isIndexUpToDate(window: SchemaWindow): Promise<boolean> {
    const { version, resourceTypes } = await this.model();
    const ignoreRetired = window.expandedTo > this.version;
    if (await this.indexMigrator.isUpToDate(resourceTypes, { ignoreRetired })) return true;
    return (await this.model()).version !== version && this.isIndexUpToDate(window);
  }

  private async model(): Promise<ContentModel> {
    const { version, bundles } = await readModel(this.database);
    return new ContentModel(version, bundles);
  }
}
