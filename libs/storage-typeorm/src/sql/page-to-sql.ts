import type { IndexValue, KeysetPosition } from '@content-service/entries';
import { formatUuid } from '@content-service/kernel';
import { all, join, raw, type Sql, sql, TRUE } from '../database/sql.js';
import type { FilterPlan } from '../plan/filter-plan.js';
import type {
  GroupAccess,
  GroupMembers,
  OrderPart,
  OrderPlan,
  PageAccess,
  RelevanceAccess,
  RowAccess,
  Window,
} from '../plan/plan.js';
import { filterToSql } from './filter-to-sql.js';
import { rangeToSql, toComparisons } from './keyset-to-sql.js';
import { exclusionCondition, requiredToSql } from './search-to-sql.js';
import { InSubquery } from './semi-join.js';
import {
  isVarying,
  ID,
  KEY_CODECS,
  orderToSql,
  parseKey,
  POSITION,
  reversed,
  type SortKey,
  sortKeyToSql,
  toNullKey,
} from './sort-key-to-sql.js';
import { type StatementOptions, StatementWriter } from './statement-writer.js';

/** The first sort key of a row that was read before the page; `null` for a row without a value. */
export interface KeyBound {
  readonly key: IndexValue | null;
}

/** The bounds of a page that were read before. Without one, rows are not limited by it. */
export interface PageBounds {
  /** The end of the reach of a `GroupAccess`. */
  readonly reach?: KeyBound | undefined;
  /** The row at `sortBound` of the access. */
  readonly sort?: KeyBound | undefined;
}

/** A row of a page: the id, and for a keyset window the position and the sort keys as `k0`, `k1`, … */
export type PageRow = Readonly<Record<string, Buffer | number | null>> & { readonly id: Buffer };

/** Selects the rows of a page and one more, in their order; the nearest to the bound first. */
export function pageToSql(access: PageAccess, bounds: PageBounds, options: StatementOptions): Sql {
  const writer = new StatementWriter(options);
  if (access.kind === 'relevance') return relevanceToSql(access, writer);
  const { window } = access;
  const from = orderedRowsToSql(access, bounds, writer);
  const order = orderToSql(from.order, writer.dialect);
  if (window.kind === 'offset')
    return sql`SELECT ${writer.toColumns([from.id])} FROM ${from.rows}
    ORDER BY ${order} LIMIT ${window.limit + 1} OFFSET ${window.offset}`;
  const keys = from.keys.map(
    ({ storedAs, value }, n) => sql`${KEY_CODECS[storedAs].select(value, writer.dialect)} AS ${raw(`k${n}`)}`,
  );
  return sql`SELECT ${writer.toColumns([from.id, from.position, ...keys])} FROM ${from.rows}
      ORDER BY ${order} LIMIT ${window.limit + 1}`;
}

/** The position of a row of a keyset window. */
export function toKeysetPosition(row: PageRow, access: PageAccess): KeysetPosition {
  const own = access.kind === 'relevance' ? [] : access.order.keys;
  const keys = own.map(({ storedAs }, n) => parseKey(row[`k${n}`] ?? null, storedAs));
  const groupKeys = access.kind === 'group' ? access.keys : [];
  return { keys: [...groupKeys, ...keys], position: Number(row['position']), id: formatUuid(row.id) };
}

type OrderedAccess = RowAccess | GroupAccess;

/** A row with a sort key. */
export interface BoundRow {
  readonly bound: Buffer | number | null;
}

/** Selects the first sort key of the last row of the reach, a `BoundRow`; no row when there are fewer. */
export function reachToSql(access: GroupAccess, options: StatementOptions): Sql | undefined {
  const { reach } = access;
  if (reach === undefined) return undefined;
  const unrestricted = { ...access, kind: 'order', publishedOnly: reach.publishedOnly } as const;
  return boundToSql(unrestricted, reach.row, {}, options);
}

/** Selects the first sort key of the row of `sortBound`, a `BoundRow`; no row when there are fewer. */
export function sortBoundToSql(
  access: OrderedAccess,
  bounds: PageBounds,
  options: StatementOptions,
): Sql | undefined {
  return access.sortBound === undefined ? undefined : boundToSql(access, access.sortBound, bounds, options);
}

export function parseBound({ bound }: BoundRow, { order }: OrderedAccess): KeyBound {
  return { key: parseKey(bound, order.keys[0]?.storedAs ?? POSITION.storedAs) };
}

/** @param row its number in the order, counted from 1 */
function boundToSql(
  access: OrderedAccess,
  row: number | bigint,
  bounds: PageBounds,
  options: StatementOptions,
): Sql {
  const writer = new StatementWriter(options);
  const keys = access.order.keys.map((key) => sortKeyToSql(key, writer));
  const order = completeOrder(keys, access.order);
  const [key = POSITION] = order;
  const selection = selectionToSql(access, writer);
  // The entries without a value come from an index of their own.
  const part = access.order.parts.at(-1);
  const condition = part === undefined ? TRUE : partCondition(access, part, order, bounds, writer);
  const state = part === undefined ? TRUE : stateCondition(part, writer);
  return sql`SELECT ${writer.toColumns([sql`${KEY_CODECS[key.storedAs].select(key.value, writer.dialect)} AS bound`])}
      FROM ${raw(`${access.type.table} e`)} WHERE ${all([state, selection, condition])}
      ORDER BY ${orderToSql([key], writer.dialect)} LIMIT 1 OFFSET ${BigInt(row) - 1n}`;
}

/** The FROM and WHERE clauses, and the columns of their rows. */
interface OrderedRows {
  readonly rows: Sql;
  readonly id: Sql;
  readonly position: Sql;
  /** One for each sort of the query. */
  readonly keys: readonly SortKey[];
  readonly order: readonly SortKey[];
}

function orderedRowsToSql(access: OrderedAccess, bounds: PageBounds, writer: StatementWriter): OrderedRows {
  const { order: plan, window } = access;
  const table = raw(`${access.type.table} e`);
  const keys = plan.keys.map((key) => sortKeyToSql(key, writer));
  const selection = selectionToSql(access, writer);
  const hiddenKeys = keys.map((key, n) =>
    plan.keys[n]?.hidesUnpublished === true ? toNullKey(key, writer.dialect) : key,
  );
  const parts = plan.parts.map((part) => {
    const partKeys = part.state === 'unpublished' ? hiddenKeys : keys;
    const order = completeOrder(partKeys, plan);
    const condition = partCondition(access, part, order, bounds, writer);
    return { partKeys, order, where: all([stateCondition(part, writer), selection, condition]) };
  });
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) {
    const rows = sql`${table} WHERE ${only.where}`;
    return { rows, id: ID.value, position: POSITION.value, keys, order: only.order };
  }
  const partToSql = ({ partKeys, order, where }: (typeof parts)[number]): Sql => {
    const values = partKeys.map(({ value }, n) => sql`, ${value} AS ${raw(`s${n}`)}`);
    return sql`SELECT * FROM (SELECT e.id, e.position${join(values, '')} FROM ${table}
      WHERE ${where}
      ORDER BY ${orderToSql(order.filter(isVarying), writer.dialect)} LIMIT ${getRowLimit(window)}) ${raw(writer.nextAlias('p'))}`;
  };
  const merged = { position: raw('u.position'), id: raw('u.id') };
  const named = keys.map((key, n) => ({ ...key, value: raw(`u.s${n}`), nullable: true }));
  const rows = sql`(${join(parts.map(partToSql), ' UNION ALL ')}) u`;
  return { rows, ...merged, keys: named, order: completeOrder(named, plan, merged) };
}

/** Appends the keys that make an order total. */
function completeOrder(
  keys: readonly SortKey[],
  { isReversed }: OrderPlan,
  { position, id } = { position: POSITION.value, id: ID.value },
): readonly SortKey[] {
  const order = [...keys, { ...POSITION, value: position }, { ...ID, value: id }];
  return isReversed ? order.map(reversed) : order;
}

/** How many rows of a part are needed at most, those that are skipped included. */
function getRowLimit(window: Window): number | bigint {
  return window.kind === 'offset' ? BigInt(window.offset) + BigInt(window.limit) + 1n : window.limit + 1;
}

function stateCondition({ state }: OrderPart, writer: StatementWriter): Sql {
  if (state === 'unpublished') return raw('e.published = 0');
  return state === 'published' ? writer.publishedCondition('e') : TRUE;
}

/** Condition: a row is in the range of a part, in the group of the access, and within the bounds. */
function partCondition(
  access: OrderedAccess,
  { range }: OrderPart,
  order: readonly SortKey[],
  { reach, sort }: PageBounds,
  writer: StatementWriter,
): Sql {
  const { window } = access;
  const inRange = rangeToSql(range, window.kind === 'keyset' ? window.bound : undefined, order);
  const withinReach = limitTo(reach, inRange, order);
  const inGroup = access.kind === 'group' ? all([groupToSql(access, writer), withinReach]) : withinReach;
  return limitTo(sort, inGroup, order);
}

/** Adds the condition that the first key is not behind a bound. */
function limitTo(bound: KeyBound | undefined, condition: Sql, [key]: readonly SortKey[]): Sql {
  if (bound === undefined || key === undefined || !isVarying(key)) return condition;
  const value = bound.key === null ? null : KEY_CODECS[key.storedAs].bind(bound.key);
  return all([condition, toComparisons(reversed(key), value).reachesBound]);
}

/** Condition: a row of an order belongs to a group. No index of the group is used. */
function groupToSql({ members, comparison }: GroupAccess, writer: StatementWriter): Sql {
  const condition = membersToSql(members, writer);
  return comparison === 'probe' && condition instanceof InSubquery
    ? condition.toCorrelated()
    : writer.dialect.withoutIndex(condition);
}

/** Condition: a row belongs to a group. */
export function membersToSql(members: GroupMembers, writer: StatementWriter): Sql {
  if (members.kind === 'filter') return filterToSql(members.filter, 'e', writer);
  const { value, storedAs } = sortKeyToSql(members.key, writer);
  return members.value === null
    ? sql`${value} IS NULL`
    : sql`${value} = ${KEY_CODECS[storedAs].bind(members.value)}`;
}

/** Condition: a row of the table `e` belongs to a selection. */
export function selectionToSql(
  { publishedOnly, filter }: { readonly publishedOnly: boolean; readonly filter: FilterPlan },
  writer: StatementWriter,
): Sql {
  return all([publishedOnly ? writer.publishedCondition('e') : TRUE, filterToSql(filter, 'e', writer)]);
}

function relevanceToSql(access: RelevanceAccess, writer: StatementWriter): Sql {
  const { search, properties } = access.search;
  const { window } = access;
  const conditions = all([
    access.publishedOnly ? writer.publishedCondition('e') : TRUE,
    filterToSql(access.filter, 'e', writer),
    exclusionCondition(access.search, 'e', writer),
  ]);
  const offset = window.kind === 'offset' ? window.offset : 0;
  return sql`SELECT ${writer.toColumns([raw('e.id')])} FROM (${requiredToSql(search, properties, writer, true)}) q
    JOIN ${raw(`${access.type.table} e ON e.id = q.id`)}
    WHERE ${conditions}
    ORDER BY q.score DESC, ${raw('e.position, e.id')} LIMIT ${window.limit + 1} OFFSET ${offset}`;
}
