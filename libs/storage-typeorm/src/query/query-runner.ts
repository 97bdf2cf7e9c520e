import type { EntrySelection, Filter, Sort } from '@content-service/entries';
import type { Database, ReadOptions } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { hasPendingUnlinks, UNLINKING_COLUMN, type UnlinkingRow } from '../entries/unlinking.js';
import type { IndexSchemaCache } from '../index-tables/index-schema.js';
import { Catalog } from '../plan/catalog.js';
import type { QueryRun, Read, StatementPurpose } from './read-page.js';

/** What decides how a query is run. */
type SortedSelection = EntrySelection & { readonly sort?: readonly Sort[] };

/** Runs queries of entries: by the present index schema, and without paths to deleted entries. */
export class QueryRunner {
  /** The largest count of each type so far, which estimates the cost of the next count. */
  private readonly totals = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly schemaCache: IndexSchemaCache,
  ) {}

  /** Notes a total of entries of a type. */
  noteTotal(type: string, total: number): void {
    if (total > (this.totals.get(type) ?? 0)) this.totals.set(type, total);
  }

  /**
   * Runs a query without paths to deleted entries. The rows of one that reads linkage tell whether there are any in linkage;
   * only without rows a further statement is needed. If there are, it is run again, and looks each target up.
   */
  async run<T>(selection: SortedSelection, task: (run: QueryRun) => Promise<T>): Promise<T> {
    const { type } = selection;
    const { dialect } = this.database;
    const read: Read = (statement, _, options) => this.database.query(statement, options);
    if (!followsLinkage(selection)) return this.withCurrentSchema(type, { read, options: { dialect } }, task);
    const states: (number | undefined)[] = [];
    const readWithState: Read = async <Found>(statement: Sql, _: StatementPurpose, options: ReadOptions) => {
      const rows = await this.database.query<Found & UnlinkingRow>(statement, options);
      states.push(rows[0]?.unlinking);
      return rows;
    };
    const options = { dialect, furtherColumns: [UNLINKING_COLUMN] };
    const answer = await this.withCurrentSchema(type, { read: readWithState, options }, task);
    if (states.every((state) => state === 0)) return answer;
    if (!states.includes(1) && !(await hasPendingUnlinks(this.database))) return answer;
    return this.withCurrentSchema(type, { read, options: { dialect, hasPendingUnlinks: true } }, task);
  }

  /** Runs a query again with a reloaded index schema when the cached one lacks a name, or has a column that was dropped since. */
  private async withCurrentSchema<T>(
    type: string,
    base: Omit<QueryRun, 'statistics'>,
    task: (run: QueryRun) => Promise<T>,
  ): Promise<T> {
    const { dialect, limits } = this.database;
    const createRun = async (): Promise<QueryRun> => ({
      ...base,
      statistics: {
        catalog: new Catalog(await this.schemaCache.current()),
        total: this.totals.get(type) ?? 0,
        largeType: limits.largeType,
      },
    });
    const run = await createRun();
    try {
      const answer = await task(run);
      if (!run.statistics.catalog.isStale) return answer;
    } catch (error) {
      if (dialect.classifyError(error) !== 'outdated') throw error;
    }
    this.schemaCache.invalidate();
    return task(await createRun());
  }
}

/** Whether a query reads linkage, which may contain deleted entries. */
function followsLinkage({ filter, sort = [] }: SortedSelection): boolean {
  return sort.some(({ path }) => path.steps.length > 0) || (filter !== undefined && hasSteps(filter));
}

function hasSteps(filter: Filter): boolean {
  if (filter.kind === 'nothing' || filter.kind === 'fulltext') return false;
  return filter.kind === 'group' ? filter.members.some(hasSteps) : filter.path.steps.length > 0;
}
