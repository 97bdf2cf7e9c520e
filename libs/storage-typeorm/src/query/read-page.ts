import type { KeysetPosition } from '@content-service/entries';
import type { ReadOptions } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import type { TypeIndexSchema } from '../index-tables/index-schema.js';
import { countNeededRows, type PageAccess, type PagePlan, type PageQuery } from '../plan/plan.js';
import {
  type GroupSize,
  type PageStatistics,
  planGroup,
  planGroupCount,
  planGroupScans,
  type RowGroup,
} from '../plan/plan-group.js';
import { isHeavyPage } from '../plan/plan-page.js';
import type { TableStatistics } from '../plan/statistics.js';
import { type FirstKeyRow, firstKeyToSql, groupCountToSql, parseFirstKey } from '../sql/count-to-sql.js';
import {
  type BoundRow,
  type KeyBound,
  type PageBounds,
  type PageRow,
  pageToSql,
  parseBound,
  reachToSql,
  sortBoundToSql,
  toKeysetPosition,
} from '../sql/page-to-sql.js';
import type { StatementOptions } from '../sql/statement-writer.js';

/** What a statement of a query is for. */
export type StatementPurpose = 'first key' | 'group size' | 'reach' | 'sort bound' | 'page' | 'total';

/** Reads the rows of a statement. */
export type Read = <Found>(
  statement: Sql,
  purpose: StatementPurpose,
  options: ReadOptions,
) => Promise<Found[]>;

/** What the statements of one query have in common. */
export interface QueryRun {
  readonly read: Read;
  readonly statistics: TableStatistics;
  readonly options: StatementOptions;
}

/** Adds to the statistics of the type what the plan of a page depends on: the size of its group, if it has one. */
export async function readStatistics(query: PageQuery, run: QueryRun): Promise<PageStatistics> {
  const { statistics, options } = run;
  const type = statistics.catalog.findType(query.type);
  const group = type && planGroup(query, type, statistics, options.dialect.choosesIndexByLimit);
  if (type === undefined || group === undefined) return statistics;
  return { ...statistics, group: await readGroupSize(query, type, group, run) };
}

/** @returns `undefined` when the type has no rows, or the group takes too long to count */
async function readGroupSize(
  query: PageQuery,
  type: TypeIndexSchema,
  group: RowGroup,
  { read, statistics, options }: QueryRun,
): Promise<GroupSize | undefined> {
  const { publishedOnly, window } = query;
  const isHeavy = isHeavyPage(query, window.kind === 'offset' ? window.offset : 0);
  let firstKey: KeyBound = { key: null };
  if (group.kind === 'key') {
    const bound = window.kind === 'keyset' ? window.bound : undefined;
    if (bound === undefined) {
      const statement = firstKeyToSql({ type, publishedOnly, key: group.key }, options);
      const [row] = await read<FirstKeyRow>(statement, 'first key', { heavy: isHeavy });
      if (row === undefined) return undefined;
      firstKey = { key: parseFirstKey(row, group.key) };
    } else firstKey = { key: bound.position.keys[0] ?? null };
  }
  const scans = planGroupScans(group, countNeededRows(query), statistics.total);
  const count = planGroupCount(group, scans, isHeavy);
  if (count === undefined) return undefined;
  const members = group.kind === 'key' ? { ...group, value: firstKey.key } : group;
  const statement = groupCountToSql({ type, publishedOnly, members }, count.maximum, options);
  const [counted] = await read<{ total: number }>(statement, 'group size', { heavy: count.isHeavy });
  return { group, firstKey: firstKey.key, size: counted?.total ?? 0 };
}

/** A row that was found, and the access that found it. */
export interface FoundRow {
  readonly row: PageRow;
  readonly access: PageAccess;
}

/** Runs a plan. @returns the rows of the page and one more, the nearest to the bound first */
export async function readPage({ accesses, limit }: PagePlan, run: QueryRun): Promise<FoundRow[]> {
  let found: FoundRow[] = [];
  for (const access of accesses) {
    const rows = await readAccess(access, limit, run);
    found = rows.map((row) => ({ row, access }));
    // Fewer are the last of their group, or lie beyond its reach.
    if (found.length > limit) break;
  }
  return found;
}

/** The position of a row of a keyset query. */
export function toPosition({ row, access }: FoundRow): KeysetPosition {
  return toKeysetPosition(row, access);
}

/** Reads the rows of an access; first the bounds of its sort keys. */
async function readAccess(
  access: PageAccess,
  limit: number,
  { read, options }: QueryRun,
): Promise<PageRow[]> {
  const heavy = access.isHeavy;
  const readRows = (bounds: PageBounds): Promise<PageRow[]> =>
    read<PageRow>(pageToSql(access, bounds, options), 'page', { heavy });
  if (access.kind === 'relevance') return readRows({});
  const readBound = async (
    statement: Sql | undefined,
    purpose: 'reach' | 'sort bound',
  ): Promise<KeyBound | undefined> => {
    const [row] = statement === undefined ? [] : await read<BoundRow>(statement, purpose, { heavy });
    return row && parseBound(row, access);
  };
  const reach = access.kind === 'group' ? await readBound(reachToSql(access, options), 'reach') : undefined;
  const sort = await readBound(sortBoundToSql(access, { reach }, options), 'sort bound');
  if (sort === undefined) return readRows({ reach });
  const rows = await readRows({ reach, sort });
  // Fewer only when entries were deleted between the two statements: others behind the bound take their place.
  return rows.length > limit ? rows : readRows({ reach });
}
