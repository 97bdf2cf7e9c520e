import {
  type AppliedChanges,
  type AttachedWrites,
  type Entry,
  type EntryChange,
  type EntryQuery,
  type EntrySelection,
  type EntryStatus,
  EntryStore,
  fold,
  type ExplainedQuery,
  type KeysetPage,
  type IdempotentRequest,
  type KeysetQuery,
  type QueryExplanation,
  type StoreCapabilities,
  type WrittenEntries,
} from '@content-service/entries';
import type { EventLog, EventRecorder } from '@content-service/events';
import { formatUuid, groupBy, isUuid, parseUuid, type Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { FALSE, queryInBatches, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import { deriveInserts } from '../entries/derived-changes.js';
import { EntryWriter, type WriteResult } from '../entries/entry-writer.js';
import { readCount } from '../entries/entry-counts.js';
import { resolveInDoubtCommit } from '../entries/resolve-in-doubt-commit.js';
import {
  countPendingReferrers,
  findPendingUnlinks,
  unlinkBatch,
  withReleasedIds,
} from '../entries/pending-unlinks.js';
import { readCurrentEntries } from '../entries/entry-rows.js';
import { isUnlinking } from '../entries/unlinking.js';
import { toIndexKey } from '../index-tables/index-key.js';
import type { IndexSchemaCache } from '../index-tables/index-schema.js';
import { THRESHOLDS } from '../plan/costs.js';
import { type CountPlan, type PageQuery, toKeysetPage, toOffsetPage } from '../plan/plan.js';
import { planCount, planPage } from '../plan/plan-page.js';
import { type CountedTotal, FilteredTotals } from '../query/filtered-totals.js';
import { explainQuery } from '../query/explain-query.js';
import { findLastPosition, readRecentEvents, UNLINKING } from '../query/recent-events.js';
import { QueryRunner } from '../query/query-runner.js';
import { type FoundRow, type QueryRun, readPage, readStatistics, toPosition } from '../query/read-page.js';
import { countToSql } from '../sql/count-to-sql.js';

/** The smallest pool that has connections for several long transactions and for what is read beside them. */
const CONCURRENT_POOL_SIZE = 5;

/** Aliases of one folded form that are looked at; all but those that an earlier version has left are equal to it. */
const FOLDED_MAXIMUM = 20;

interface AliasRow {
  readonly entry_id: Buffer;
  readonly alias: Buffer;
  readonly langcode: Buffer;
}

/**
 * The entry of the best row for each alias. Rows are grouped by a key first, so that the work follows the number of aliases and rows.
 *
 * @param getKey of the alias of a row
 * @param getKeys for an alias that is looked for; the rows of an earlier key are better
 */
function pickByAlias(
  rows: readonly AliasRow[],
  aliases: readonly string[],
  langcode: string,
  getKey: (stored: string) => string,
  getKeys: (alias: string) => readonly string[],
): Map<string, Uuid> {
  const getRowKey = ({ alias }: AliasRow): string => getKey(alias.toString());
  const groups = new Map(groupBy(rows, getRowKey).map((group) => [getRowKey(group[0]), group]));
  const getRank = (row: AliasRow): string => {
    const language = row.langcode.toString();
    return [Number(language !== langcode), language, formatUuid(row.entry_id)].join(' ');
  };
  const found = new Map<string, Uuid>();
  for (const alias of aliases) {
    const key = getKeys(alias).find((one) => groups.has(one));
    const group = key === undefined ? undefined : groups.get(key);
    const best = group?.reduce((one, other) => (getRank(other) < getRank(one) ? other : one));
    if (best !== undefined) found.set(alias, formatUuid(best.entry_id));
  }
  return found;
}

/** Changes from which on a transaction is one of many rows (`TransactionOptions.bulk`). */
const BULK_CHANGES = 50;

export class TypeOrmEntryStore extends EntryStore {
  override readonly capabilities: StoreCapabilities;
  private readonly queries: QueryRunner;
  /** Known totals of filters. Absent without events, by which a change of a total is noticed. */
  private readonly filteredTotals: FilteredTotals | undefined;

  constructor(
    private readonly database: Database,
    private readonly schemaCache: IndexSchemaCache,
    private readonly recorder: EventRecorder,
    private readonly events: EventLog,
  ) {
    super();
    this.queries = new QueryRunner(database, schemaCache);
    const { dialect, limits } = database;
    const hasConnections = dialect.singleWriter || limits.poolSize >= CONCURRENT_POOL_SIZE;
    const concurrentWrites = dialect.concurrentWrites && hasConnections;
    this.capabilities = {
      ...{ multiProcess: true, durable: true, snapshots: true, revisions: true },
      concurrentWrites,
    };
    const onLookup = (isKnown: boolean): void => database.observer?.onTotalLookup?.(isKnown);
    this.filteredTotals = recorder.enabled ? new FilteredTotals(database, onLookup) : undefined;
  }

  override findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }> {
    return this.queries.run(query, async (run) => {
      const rows = await this.findRows(toOffsetPage(query), run);
      const ids = rows.slice(0, query.limit).map(({ row }) => formatUuid(row.id));
      return { ids, more: rows.length > query.limit };
    });
  }

  override findPositions(query: KeysetQuery): Promise<KeysetPage> {
    return this.queries.run(query, async (run) => {
      const rows = await this.findRows(toKeysetPage(query), run);
      const positions = rows.slice(0, query.limit).map(toPosition);
      return {
        positions: query.bound?.direction === 'before' ? positions.reverse() : positions,
        more: rows.length > query.limit,
      };
    });
  }

  /** The rows of a page and one more. */
  private async findRows(query: PageQuery, run: QueryRun): Promise<FoundRow[]> {
    const statistics = await readStatistics(query, run);
    return readPage(planPage(query, statistics, this.database.dialect), run);
  }

  override count(selection: EntrySelection): Promise<number> {
    return this.queries.run(selection, async (run) => {
      const plan = planCount(selection, run.statistics);
      if (plan === undefined) return 0;
      const total =
        plan.kind === 'counter'
          ? await readCount(this.database, plan.type, plan.publishedOnly)
          : await this.countFiltered(selection, plan, run);
      this.queries.noteTotal(selection.type, total);
      return total;
    });
  }

  override explain({ pagination, query }: ExplainedQuery): Promise<QueryExplanation> {
    const page = pagination === 'offset' ? toOffsetPage(query) : toKeysetPage(query);
    return this.queries.run(query, (run) => explainQuery(page, run, this.database));
  }

  private async countFiltered(
    selection: EntrySelection,
    plan: CountPlan,
    { read, options }: QueryRun,
  ): Promise<number> {
    const statement = countToSql(plan, options);
    const known = await this.filteredTotals?.find(statement, selection);
    if (known !== undefined) return known;
    const [row] = await read<CountedTotal>(statement, 'total', { heavy: plan.isHeavy });
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
    const id = parseUuid(target);
    const rows = await this.database.query<{ source: Buffer }>(
      sql`SELECT DISTINCT source FROM entry_ref
          WHERE target = ${id} AND ${field === undefined ? TRUE : await this.getFieldCondition(field)}
            AND NOT ${isUnlinking(sql`${id}`)}
          LIMIT ${limit}`,
    );
    return rows.map(({ source }) => formatUuid(source));
  }

  /** The key of the table begins with the language, so the aliases are looked up once for each language in use. */
  override async findByAliases(aliases: readonly string[], langcode: string): Promise<Map<string, Uuid>> {
    const wanted = [...new Set(aliases)];
    const rows = await queryInBatches([...new Set([...wanted, ...wanted.map(fold)])], (part) =>
      this.database.query<AliasRow>(
        sql`SELECT a.entry_id, a.alias, a.langcode FROM (SELECT DISTINCT langcode FROM path_alias) l
            ${this.database.dialect.joinInOrder} path_alias a
              ON a.langcode = l.langcode AND a.alias IN ${toParameterList(part.map((alias) => Buffer.from(alias)))}`,
      ),
    );
    const exact = pickByAlias(rows, wanted, langcode, String, (alias) => [alias, fold(alias)]);
    const others = wanted.filter((alias) => !exact.has(alias));
    return new Map([...exact, ...(await this.findByFoldedAliases(others, langcode))]);
  }

  /**
   * The entries of aliases that differ in case and accents only. Rows that the previous version of the service has left, and
   * rows of other aliases with the same key, are ignored.
   */
  private async findByFoldedAliases(
    aliases: readonly string[],
    langcode: string,
  ): Promise<Map<string, Uuid>> {
    const rows = await queryInBatches([...new Set(aliases.map(fold))], (part) =>
      this.database.query<AliasRow>(
        sql`SELECT a.entry_id, a.alias, a.langcode FROM alias_fold f
            JOIN path_alias a ON a.entry_id = f.entry_id AND a.langcode = f.langcode
            WHERE f.folded IN ${toParameterList(part.map(toIndexKey))}
            ORDER BY f.langcode = ${Buffer.from(langcode)} DESC, f.langcode, f.entry_id
            LIMIT ${FOLDED_MAXIMUM * part.length}`,
      ),
    );
    return pickByAlias(rows, aliases, langcode, fold, (alias) => [fold(alias)]);
  }

  override async findWrittenSince(moment: number | undefined): Promise<WrittenEntries | undefined> {
    if (!this.recorder.enabled) return undefined;
    if (moment === undefined) {
      const [row] = await this.database.query<{ position: number | null }>(
        sql`SELECT MAX(position) AS position FROM event_log`,
      );
      return { moment: row?.position ?? 0, entries: [] };
    }
    const events = await readRecentEvents(this.database, moment);
    if (events.length > THRESHOLDS.recentEvents) return undefined;
    const entries = events.filter(({ type }) => type !== UNLINKING).map(({ type, id }) => ({ type, id }));
    return { moment: findLastPosition(events, moment), entries };
  }

  override async findIdempotentRequest(key: string, now: number): Promise<IdempotentRequest | undefined> {
    const [row] = await this.database.query<{ fingerprint: string; entry_id: string; expires_at: number }>(
      sql`SELECT fingerprint, entry_id, expires_at FROM idempotency WHERE request_key = ${key}`,
    );
    if (row === undefined) return undefined;
    if (row.expires_at >= now)
      return { key, fingerprint: row.fingerprint, entryId: row.entry_id, expiresAt: row.expires_at };
    await this.database.execute(
      sql`DELETE FROM idempotency WHERE request_key = ${key} AND expires_at < ${now}`,
    );
    return undefined;
  }

  override pruneIdempotentRequests(now: number, limit: number): Promise<number> {
    const isExpired = sql`expires_at < ${now}`;
    return this.database.deleteFirst('idempotency', ['request_key'], isExpired, raw('expires_at'), limit);
  }

  override async apply(
    changes: readonly EntryChange[],
    attached: AttachedWrites = {},
  ): Promise<AppliedChanges> {
    const { dialect } = this.database;
    const bulk = changes.length >= BULK_CHANGES;
    // Otherwise `EntryWriter` derives the rows, while the documents are being stored.
    const derivesBefore = bulk && this.capabilities.concurrentWrites === true;
    const derived = derivesBefore
      ? await deriveInserts(changes, await this.schemaCache.current())
      : undefined;
    let last: WriteResult | undefined;
    const write = (): Promise<WriteResult> =>
      this.database.transaction(
        async (connection) =>
          (last = await new EntryWriter(connection, dialect, this.schemaCache, this.recorder).apply(
            changes,
            attached,
            derived,
          )),
        (connection) => resolveInDoubtCommit(last ?? { changed: [], events: [] }, connection, dialect),
        { bulk },
      );
    const applied = await withReleasedIds(write, (ids, limit) => this.unlinkDeleted(ids, limit));
    if (applied.events.length > 0) this.events.notifyRecorded();
    return { pendingUnlinks: applied.pendingUnlinks };
  }

  override findPendingUnlinks(limit: number): Promise<Uuid[]> {
    return findPendingUnlinks(this.database, limit);
  }

  override countPendingReferrers(target: Uuid): Promise<number> {
    return countPendingReferrers(this.database, target);
  }

  override async unlinkDeleted(targets: readonly Uuid[], limit: number): Promise<number> {
    const rewritten = await unlinkBatch(this.database, this.schemaCache, targets, limit, this.recorder);
    if (rewritten > 0) this.events.notifyRecorded();
    return rewritten;
  }

  private async getFieldCondition(field: string): Promise<Sql> {
    const { types } = await this.schemaCache.current();
    const ids = types
      .flatMap(({ references }) => references)
      .filter((reference) => reference.field === field && reference.placement === 'linkage')
      .map(({ id }) => id);
    return ids.length === 0 ? FALSE : sql`prop_id IN ${toParameterList(ids)}`;
  }
}
