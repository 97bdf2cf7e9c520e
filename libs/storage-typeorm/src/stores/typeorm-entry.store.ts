import {
  type AppliedChanges,
  type PendingUnlink,
  type EntryTransactionalRecords,
  type Entry,
  type EntryChange,
  type EntryQuery,
  type EntrySelection,
  type EntryStatus,
  EntryStore,
  type KeysetPage,
  type IdempotencyRecord,
  type KeysetQuery,
  type Filter,
  type Sort,
} from '@content-service/entries';
import type { EventLog, EventRecorder } from '@content-service/events';
import { formatUuid, isUuid, type Uuid, parseUuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { FALSE, queryInBatches, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import { type WriteResult, EntryWriter } from '../entries/entry-writer.js';
import { readCount } from '../entries/entry-counts.js';
import { resolveInDoubtCommit } from '../entries/resolve-in-doubt-commit.js';
import { countPendingUnlinks, unlinkBatch } from '../entries/pending-unlinks.js';
import { readCurrentEntries, readPendingUnlinks } from '../entries/entry-rows.js';
import type { IndexSchemaCache, TypeIndexSchema } from '../index-tables/index-schema.js';
import { type CountedTotal, FilteredTotals } from '../query/filtered-totals.js';
import { countToSql, idsToSql, type PageOrder, toOffsetOrder } from '../query/query-to-sql.js';
import { QueryWriter } from '../query/joins.js';
import { isHeavyCount, isHeavyPage } from '../query/query-cost.js';
import { type KeysetRow, keysetToSql, toKeysetOrder } from '../query/keyset-to-sql.js';
import { sortBoundToSql, type SortBoundRow } from '../query/sort-bound.js';

export class TypeOrmEntryStore extends EntryStore {
  override readonly capabilities = { multiProcess: true, durable: true, snapshots: true };
  /** The largest count of each type so far, which estimates the cost of the next count. */
  private readonly totals = new Map<string, number>();
  /** Without events there is nothing that tells when a total has changed. */
  private readonly filteredTotals: FilteredTotals | undefined;

  constructor(
    private readonly database: Database,
    private readonly schemaCache: IndexSchemaCache,
    private readonly recorder: EventRecorder,
    private readonly events: EventLog,
  ) {
    super();
    this.filteredTotals = recorder.enabled ? new FilteredTotals(database) : undefined;
  }

  override findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }> {
    return this.withCurrentSchema(query, async (writer) => {
      const rows = await this.readPage(query, toOffsetOrder(query), writer, async (order) => {
        const statement = idsToSql(query, writer, order);
        if (statement === undefined) return [];
        return this.database.query<{ id: Buffer }>(statement, { heavy: isHeavyPage(query) });
      });
      const ids = rows.slice(0, query.limit).map(({ id }) => formatUuid(id));
      return { ids, more: rows.length > query.limit };
    });
  }

  override findPositions(query: KeysetQuery): Promise<KeysetPage> {
    return this.withCurrentSchema(query, async (writer) => {
      const rows = await this.readPage(query, toKeysetOrder(query, writer.dialect), writer, async (order) => {
        const keyset = keysetToSql(query, writer, order);
        if (keyset === undefined) return [];
        const found = await this.database.query<KeysetRow>(keyset.statement, { heavy: isHeavyPage(query) });
        return found.map(keyset.toPosition);
      });
      const positions = rows.slice(0, query.limit);
      return {
        positions: query.bound?.direction === 'before' ? positions.reverse() : positions,
        more: rows.length > query.limit,
      };
    });
  }

  override count(selection: EntrySelection): Promise<number> {
    return this.withCurrentSchema(selection, async (writer) => {
      const type = writer.findType(selection.type);
      if (type === undefined) return 0;
      const known = this.totals.get(type.name) ?? 0;
      const total =
        selection.filter === undefined
          ? await readCount(this.database, type, selection.publishedOnly)
          : await this.countFiltered(selection, type, writer);
      if (total > known) this.totals.set(type.name, total);
      return total;
    });
  }

  /** Reads the rows of a page and one more; first the bound of its sort keys, where that spares sorting all rows. */
  private async readPage<Found>(
    query: EntryQuery | KeysetQuery,
    order: PageOrder,
    writer: QueryWriter,
    read: (order: PageOrder) => Promise<Found[]>,
  ): Promise<Found[]> {
    const bound = sortBoundToSql(query, order, writer);
    const [row] = bound === undefined ? [] : await this.database.query<SortBoundRow>(bound.statement);
    if (bound === undefined || row === undefined) return read(order);
    const rows = await read(bound.limitOrder(row));
    // Fewer only when entries were deleted between the two statements: others behind the bound take their place.
    return rows.length > query.limit ? rows : read(order);
  }

  private async countFiltered(
    selection: EntrySelection,
    type: TypeIndexSchema,
    writer: QueryWriter,
  ): Promise<number> {
    const heavy = isHeavyCount(selection, this.totals.get(type.name) ?? 0);
    const statement = countToSql(selection, { type, alias: 'e' }, writer);
    const known = await this.filteredTotals?.find(statement, selection);
    if (known !== undefined) return known;
    const [row] = await this.database.query<CountedTotal>(statement, { heavy });
    if (row !== undefined) this.filteredTotals?.keep(statement, row);
    return row?.total ?? 0;
  }

  override async getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    const entries = await readCurrentEntries(this.database, this.schemaCache, ids.filter(isUuid));
    return new Map(entries.map((entry) => [entry.id, entry]));
  }

  override async findStatuses(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>> {
    const { dialect } = this.database;
    const rows = await queryInBatches(ids.filter(isUuid), (part) =>
      this.database.query<{ id: Buffer; type_id: number; published: number }>(
        sql`SELECT id, type_id, published FROM entry ${dialect.byEntryId}
            WHERE id IN ${toParameterList(part.map(parseUuid))}`,
      ),
    );
    const types = await this.schemaCache.withTypes(
      new Set(rows.map(({ type_id }) => type_id)),
      this.database,
    );
    return new Map(
      rows.map(({ id, type_id, published }) => [
        formatUuid(id),
        { type: types.findById(type_id)?.name ?? '', published: published === 1 },
      ]),
    );
  }

  override async findReferrers(target: Uuid, options: { field?: string; limit: number }): Promise<Uuid[]> {
    const { field, limit } = options;
    if ((await readPendingUnlinks(this.database)).includes(target)) return [];
    const rows = await this.database.query<{ source: Buffer }>(
      sql`SELECT DISTINCT source FROM entry_ref
          WHERE target = ${parseUuid(target)} AND ${field === undefined ? TRUE : await this.fieldCondition(field)}
          LIMIT ${limit}`,
    );
    return rows.map(({ source }) => formatUuid(source));
  }

  /** The key of the table begins with the language, so the alias is looked up once for each language in use. */
  override async findByAlias(alias: string, langcode: string): Promise<Uuid | undefined> {
    const [row] = await this.database.query<{ entry_id: Buffer }>(
      sql`SELECT a.entry_id FROM (SELECT DISTINCT langcode FROM path_alias) l
          ${this.database.dialect.joinInOrder} path_alias a
            ON a.langcode = l.langcode AND a.alias = ${Buffer.from(alias)}
          ORDER BY a.langcode = ${Buffer.from(langcode)} DESC, a.langcode LIMIT 1`,
    );
    return row && formatUuid(row.entry_id);
  }

  override async findIdempotencyRecord(key: string, now: number): Promise<IdempotencyRecord | undefined> {
    const [row] = await this.database.query<{ fingerprint: string; entry_id: string; expires_at: number }>(
      sql`SELECT fingerprint, entry_id, expires_at FROM idempotency WHERE request_key = ${key}`,
    );
    if (row === undefined) return undefined;
    if (row.expires_at >= now)
      return { key, fingerprint: row.fingerprint, entryId: row.entry_id, expiresAt: row.expires_at };
    await this.database.execute(sql`DELETE FROM idempotency WHERE expires_at < ${now}`);
    return undefined;
  }

  override async apply(
    changes: readonly EntryChange[],
    records: EntryTransactionalRecords = {},
  ): Promise<AppliedChanges> {
    const { dialect } = this.database;
    let last: WriteResult | undefined;
    const applied = await this.database.transaction(
      async (connection) =>
        (last = await new EntryWriter(connection, dialect, this.schemaCache, this.recorder).apply(
          changes,
          records,
        )),
      (connection) => resolveInDoubtCommit(last ?? { changed: [], events: [] }, connection, dialect),
    );
    if (applied.events.length > 0) this.events.notifyRecorded();
    return { pendingUnlinks: applied.pendingUnlinks };
  }

  override findPendingUnlinks(): Promise<PendingUnlink[]> {
    return countPendingUnlinks(this.database);
  }

  override async unlinkDeleted(target: Uuid, limit: number): Promise<number> {
    const rewritten = await unlinkBatch(this.database, this.schemaCache, target, limit, this.recorder);
    if (rewritten > 0) this.events.notifyRecorded();
    return rewritten;
  }

  /** Runs a query again with a reloaded index schema when the cached one lacks a name, or has a column that was dropped since. */
  private async withCurrentSchema<T>(
    selection: EntrySelection & { readonly sort?: readonly Sort[] },
    run: (writer: QueryWriter) => Promise<T>,
  ): Promise<T> {
    const { dialect } = this.database;
    const pending = followsLinkage(selection) ? await readPendingUnlinks(this.database) : [];
    const writer = new QueryWriter(await this.schemaCache.current(), dialect, pending);
    try {
      const answer = await run(writer);
      if (!writer.isSchemaStale) return answer;
    } catch (error) {
      if (dialect.classifyError(error) !== 'outdated') throw error;
    }
    this.schemaCache.invalidate();
    return run(new QueryWriter(await this.schemaCache.current(), dialect, pending));
  }

  private async fieldCondition(field: string): Promise<Sql> {
    const { types } = await this.schemaCache.current();
    const ids = types
      .flatMap(({ references }) => references)
      .filter((reference) => reference.field === field && reference.placement === 'linkage')
      .map(({ id }) => id);
    return ids.length === 0 ? FALSE : sql`prop_id IN ${toParameterList(ids)}`;
  }
}

/** Whether a query reads linkage, which may contain deleted entries. */
function followsLinkage({
  filter,
  sort = [],
}: Pick<EntrySelection, 'filter'> & { sort?: readonly Sort[] }): boolean {
  return sort.some(({ path }) => path.steps.length > 0) || (filter !== undefined && hasSteps(filter));
}

function hasSteps(filter: Filter): boolean {
  if (filter.kind === 'nothing' || filter.kind === 'fulltext') return false;
  return filter.kind === 'group' ? filter.members.some(hasSteps) : filter.path.steps.length > 0;
}
