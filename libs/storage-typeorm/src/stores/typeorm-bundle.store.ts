import type { AuditLines } from '@content-service/audit';
import {
  type BundleChange,
  BundleStore,
  ContentModel,
  ModelOutdated,
  type ResourceType,
  formatResourceTypeName,
  type StoredModel,
} from '@content-service/bundles';
import { NO_MONITOR, type ProgressMonitor } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { type DbConnection, sql } from '../database/sql.js';
import type { IndexSchemaCache } from '../index-tables/index-schema.js';
import { readModel, serializeDefinition } from '../index-tables/stored-model.js';
import type { IndexMigrator } from '../index-tables/index-migrator.js';
import { type Lease, withLease } from '../migrations/lease.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmBundleStore extends BundleStore {
  private readonly database: Database;

  constructor(
    private readonly transactions: AuditedTransactions,
    private readonly schemaCache: IndexSchemaCache,
    private readonly indexMigrator: IndexMigrator,
  ) {
    super();
    this.database = transactions.database;
  }

  override load(): Promise<StoredModel> {
    return readModel(this.database);
  }

  /** Changes the tables first and the model last: an interrupted change is invisible and can be repeated. */
  override applyChange(
    change: BundleChange,
    expectedVersion: number,
    monitor: ProgressMonitor = NO_MONITOR,
    auditLines: AuditLines = {},
  ): Promise<StoredModel> {
    const apply = async (lease: Lease): Promise<StoredModel> => {
      const { version } = await this.load();
      if (version !== expectedVersion) throw new ModelOutdated();
      if (change.kind === 'remove') await this.remove(change, { version, lease, monitor, auditLines });
      else await this.put(change.bundle, { version, lease, monitor, auditLines });
      this.schemaCache.invalidate();
      return this.load();
    };
    return withLease(this.database, 'schema', apply, {
      onWait: () => monitor.report({ phase: 'wait', done: 0 }),
    });
  }

  private async put(
    definition: Extract<BundleChange, { kind: 'put' }>['bundle'],
    { version, lease, monitor, auditLines }: ChangeContext,
  ): Promise<void> {
    const since = version + 1;
    const type = compileBundle({ ...definition, since });
    await this.indexMigrator.expand(type, lease, monitor);
    await monitor.report({ phase: 'adopt', done: 0 });
    await this.transactions.run(auditLines, async (connection) => {
      await lease.assertHeld(connection);
      await incrementVersion(connection, version);
      const row = {
        entity_type: definition.entityType,
        bundle: definition.bundle,
        born: since,
        since,
        definition: serializeDefinition(definition),
      };
      const { dialect } = this.database;
      await connection.execute(
        dialect.upsert('bundle', ['entity_type', 'bundle'], row, ['since', 'definition']),
      );
      await this.indexMigrator.cutOver(connection, type, since);
    });
  }

  /** Keeps the entries of the bundle and their derived rows, for a later bundle of the same name. */
  private async remove(
    { entityType, bundle }: Extract<BundleChange, { kind: 'remove' }>,
    { version, lease, monitor, auditLines }: ChangeContext,
  ): Promise<void> {
    await monitor.report({ phase: 'adopt', done: 0 });
    await this.transactions.run(auditLines, async (connection) => {
      await lease.assertHeld(connection);
      await incrementVersion(connection, version);
      await connection.execute(
        sql`DELETE FROM bundle WHERE entity_type = ${entityType} AND bundle = ${bundle}`,
      );
      await connection.execute(
        sql`UPDATE resource_type SET present = 0, since = ${version + 1}, layout = layout + 1
            WHERE name = ${formatResourceTypeName(entityType, bundle)}`,
      );
    });
  }
}

/** What both kinds of changes need. */
interface ChangeContext {
  /** The stored version. */
  readonly version: number;
  readonly lease: Lease;
  readonly monitor: ProgressMonitor;
  readonly auditLines: AuditLines;
}

async function incrementVersion(connection: DbConnection, version: number): Promise<void> {
  const updated = await connection.execute(
    sql`UPDATE generation SET value = ${version + 1} WHERE area = 'model' AND value = ${version}`,
  );
  if (updated === 0) throw new ModelOutdated();
}

function compileBundle(bundle: ConstructorParameters<typeof ContentModel>[1][number]): ResourceType {
  const name = formatResourceTypeName(bundle.entityType, bundle.bundle);
  const type = new ContentModel(bundle.since, [bundle]).find(name);
  if (type === undefined) throw new Error(`The bundle ${name} does not compile.`);
  return type;
}
