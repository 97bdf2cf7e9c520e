import type { ResourceType } from '@content-service/bundles';
import { NO_MONITOR, type ProgressMonitor } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { insertStatements } from '../database/insert.js';
import { type DbConnection, any, raw, sql } from '../database/sql.js';
import type { Lease } from '../migrations/lease.js';
import { findPendingWords, isUpToDate, planIndexSchema } from './index-schema-plan.js';
import {
  type IndexSchemaCache,
  isSearchRow,
  type PropertyRow,
  readProperties,
  readTypes,
  setState,
} from './index-schema.js';
import { createTypeTable, hasStandardIndexes, readNames } from './type-tables.js';
import { countEntries, repairType } from './repair.js';

/** Where an interrupted backfill continues: behind an entry. */
interface BackfillCheckpoint {
  /** The ids of the new properties. */
  readonly properties: string;
  readonly after: string;
  readonly done: number;
}

/**
 * Brings the derived tables of a resource type in line with its fields. `expand` creates and
 * fills new columns and indexes, which no query uses yet; `cutOver` puts them into use in the transaction that changes the
 * model. Both can be repeated after a crash at any moment; a lease lets one process at a time run them.
 */
export class IndexMigrator {
  constructor(
    private readonly database: Database,
    private readonly schemaCache: IndexSchemaCache,
  ) {}

  /**
   * Whether the tables of these types need no change.
   *
   * @param ignoreRetired whether columns that these types do not have are kept, since a newer version of the service has
   *   added them
   */
  async isUpToDate(types: readonly ResourceType[], { ignoreRetired = false } = {}): Promise<boolean> {
    const stored = await readTypes(this.database);
    const rows = await readProperties(this.database);
    const indexes = await readNames(this.database, this.database.dialect.indexNames());
    return types.every((type) => {
      const row = stored.find(({ name }) => name === type.name);
      if (row?.present !== 1 || !hasStandardIndexes(row.id, indexes)) return false;
      const plan = planIndexSchema(type, row.id, filterByType(rows, row.id));
      return isUpToDate(ignoreRetired ? { ...plan, retired: [] } : plan);
    });
  }

  /** Whether searches of all these types have the words of all entries. */
  async hasAllWords(types: readonly ResourceType[]): Promise<boolean> {
    const stored = await readTypes(this.database);
    const rows = await readProperties(this.database);
    return types.every((type) => {
      const row = stored.find(({ name }) => name === type.name);
      return row === undefined || findPendingWords(type, row.id, filterByType(rows, row.id)).length === 0;
    });
  }

  /**
   * @param lease renewed before each step and at the end
   * @param options.defersWords leaves the words of stored entries to `rebuildIndex`: searches are refused until then
   * @returns the properties that are not filled
   * @throws StoreUnavailable when the lease was lost, and whatever the monitor throws
   */
  async expand(
    type: ResourceType,
    lease: Lease,
    monitor: ProgressMonitor = NO_MONITOR,
    { defersWords = false } = {},
  ): Promise<readonly PropertyRow[]> {
    const typeId = await this.database.transaction((connection) => this.plan(connection, type));
    const rows = filterByType(await readProperties(this.database), typeId);
    await createTypeTable(this.database, type, typeId, rows, async () => {
      await lease.renew();
      await monitor.report({ phase: 'expand', done: 0 });
    });
    const begun = planIndexSchema(type, typeId, rows).begun;
    if (begun.length > 0) await this.enableDualWrite(typeId, begun);
    let deferred = defersWords ? begun.filter(isSearchRow) : [];
    const filled = begun.filter((row) => !deferred.includes(row));
    if (await this.mayHaveValues(typeId, filled)) {
      await this.backfill(type.name, typeId, begun, lease, monitor);
      deferred = [];
    }
    await lease.renew();
    return (await this.mayHaveValues(typeId, deferred)) ? deferred : [];
  }

  /**
   * Fills the new columns batch by batch. An interrupted backfill of the same properties continues at its checkpoint:
   * since then every write has filled them, too.
   */
  private async backfill(
    type: string,
    typeId: number,
    begun: readonly PropertyRow[],
    lease: Lease,
    monitor: ProgressMonitor,
  ): Promise<void> {
    const properties = begun.map(({ id }) => id).join(' ');
    const earlier = monitor.checkpoint as BackfillCheckpoint | undefined;
    const start = earlier?.properties === properties ? earlier : undefined;
    const total = await countEntries(this.database, sql`type_id = ${typeId}`);
    let done = start?.done ?? 0;
    const after = start && Buffer.from(start.after, 'hex');
    await repairType(this.database, this.schemaCache, type, after, async (read, last) => {
      done += read;
      await lease.renew();
      const checkpoint = { properties, after: last.toString('hex'), done };
      await monitor.report({ phase: 'backfill', done, total, checkpoint });
    });
  }

  /**
   * @param since the model version that last changed the type
   * @param unfilled the properties that stay out of use
   */
  async cutOver(
    connection: DbConnection,
    type: ResourceType,
    since: number,
    unfilled: readonly PropertyRow[] = [],
  ): Promise<void> {
    const typeId = await getTypeId(connection, type.name);
    const plan = planIndexSchema(type, typeId, filterByType(await readProperties(connection), typeId));
    const waiting = new Set(unfilled.map(({ id }) => id));
    const filled = plan.begun.filter(({ id }) => !waiting.has(id));
    await setState(connection, filled, 'ready');
    await setState(connection, plan.retired, 'gone');
    for (const { id } of plan.widened)
      await connection.execute(sql`UPDATE model_property SET multiple = 1 WHERE id = ${id}`);
    await connection.execute(
      sql`UPDATE resource_type SET present = 1, since = ${since}, layout = layout + 1 WHERE id = ${typeId}`,
    );
  }

  /** Assigns ids to the type and its new properties. @returns the id of the type */
  private async plan(connection: DbConnection, type: ResourceType): Promise<number> {
    const stored = await readTypes(connection);
    const known = stored.find(({ name }) => name === type.name);
    const typeId = known?.id ?? nextId(stored);
    if (known === undefined) {
      const row = { id: typeId, name: type.name, present: 0, since: 0, layout: 0 };
      for (const statement of insertStatements('resource_type', [row])) await connection.execute(statement);
    }
    const rows = await readProperties(connection);
    const first = nextId(rows);
    const added = planIndexSchema(type, typeId, filterByType(rows, typeId)).added.map((property, n) => ({
      id: first + n,
      ...property,
    }));
    for (const statement of insertStatements('model_property', added)) await connection.execute(statement);
    return typeId;
  }

  /**
   * Whether documents may have values of these fields already, such as of a field that was removed and is added again.
   * Searching for the names takes a small part of the time for filling the columns.
   */
  private async mayHaveValues(typeId: number, begun: readonly PropertyRow[]): Promise<boolean> {
    if (begun.length === 0) return false;
    const entries = await this.database.query(sql`SELECT 1 FROM entry WHERE type_id = ${typeId} LIMIT 1`);
    if (entries.length === 0) return false;
    const { dialect } = this.database;
    const fields = new Set(begun.map(({ field }) => JSON.stringify(field) + ':'));
    const mentions = [...fields].flatMap((key) =>
      ['attributes', 'relationships'].map((column) => dialect.contains(raw(column), key)),
    );
    const found = await this.database.query(
      sql`SELECT 1 FROM entry WHERE type_id = ${typeId} AND ${any(mentions)} LIMIT 1`,
      { heavy: true, unlimited: true },
    );
    return found.length > 0;
  }

  /** From now on every write of an entry fills the new columns, too. */
  private async enableDualWrite(typeId: number, begun: readonly PropertyRow[]): Promise<void> {
    await this.database.transaction(async (connection) => {
      await setState(connection, begun, 'building');
      await connection.execute(sql`UPDATE resource_type SET layout = layout + 1 WHERE id = ${typeId}`);
    });
    this.schemaCache.invalidate();
  }
}

async function getTypeId(connection: DbConnection, name: string): Promise<number> {
  const found = (await readTypes(connection)).find((row) => row.name === name);
  if (found === undefined) throw new Error(`The resource type ${name} was not expanded.`);
  return found.id;
}

function filterByType(rows: readonly PropertyRow[], typeId: number): PropertyRow[] {
  return rows.filter(({ type_id }) => type_id === typeId);
}

function nextId(rows: readonly { readonly id: number }[]): number {
  return Math.max(0, ...rows.map(({ id }) => id)) + 1;
}
