import type { IndexValue } from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { all, raw, type Sql, sql } from '../database/sql.js';
import type { TypeIndexSchema } from '../index-tables/index-schema.js';
import type { CountPlan, GroupMembers, SortKeyPlan } from '../plan/plan.js';
import { membersToSql, selectionToSql } from './page-to-sql.js';
import { InSubquery } from './semi-join.js';
import { KEY_CODECS, orderToSql, parseKey, sortKeyToSql } from './sort-key-to-sql.js';
import { type StatementOptions, StatementWriter } from './statement-writer.js';

/** The sequencer's position, in the snapshot of the statement that it is part of. `null` before the first event. */
const EVENT_POSITION = sql`(SELECT position FROM event_cursor WHERE name = ${Buffer.from(SEQUENCER)})`;

/** Selects the `total` of a selection, and the `position` of the event log. */
export function countToSql(plan: CountPlan, options: StatementOptions): Sql {
  const writer = new StatementWriter(options);
  const condition = selectionToSql(plan, writer);
  const select = (count: Sql, rows: Sql): Sql =>
    sql`SELECT ${writer.toColumns([sql`${count} AS total`, sql`${EVENT_POSITION} AS position`])} FROM ${rows}`;
  return condition instanceof InSubquery && plan.kind === 'list'
    ? select(sql`COUNT(DISTINCT ${condition.foreignKey})`, condition.rows)
    : select(raw('COUNT(*)'), sql`${raw(plan.type.table)} e WHERE ${condition}`);
}

/** A group whose members are counted. */
export interface CountedGroup {
  readonly type: TypeIndexSchema;
  readonly publishedOnly: boolean;
  readonly members: GroupMembers;
}

/**
 * Counts the members of a group as `total`, and stops at `maximum`. The count may be too high: that of a subquery has an entry
 * once for each of its rows, whether it is published or not.
 */
export function groupCountToSql(
  { type, publishedOnly, members }: CountedGroup,
  maximum: number,
  options: StatementOptions,
): Sql {
  const writer = new StatementWriter(options);
  const condition = membersToSql(members, writer);
  if (condition instanceof InSubquery)
    return sql`SELECT ${writer.toColumns([raw('COUNT(*) AS total')])}
      FROM (SELECT ${condition.foreignKey} FROM ${condition.rows} LIMIT ${maximum}) g`;
  const inGroup = all([selectionToSql({ publishedOnly, filter: { kind: 'always' } }, writer), condition]);
  return sql`SELECT COUNT(*) AS total
      FROM (SELECT e.id FROM ${raw(`${type.table} e`)} WHERE ${inGroup} LIMIT ${maximum}) g`;
}

/** A row with the first sort key. */
export interface FirstKeyRow {
  readonly first_key: Buffer | number | null;
}

/** Selects the key of the first row of an order, a `FirstKeyRow`. */
export function firstKeyToSql(
  { type, publishedOnly, key: plan }: Omit<CountedGroup, 'members'> & { readonly key: SortKeyPlan },
  options: StatementOptions,
): Sql {
  const writer = new StatementWriter(options);
  const key = sortKeyToSql(plan, writer);
  const select = KEY_CODECS[key.storedAs].select(key.value, writer.dialect);
  return sql`SELECT ${select} AS first_key
      FROM ${raw(`${type.table} e`)} WHERE ${selectionToSql({ publishedOnly, filter: { kind: 'always' } }, writer)}
      ORDER BY ${orderToSql([key], writer.dialect)} LIMIT 1`;
}

export function parseFirstKey({ first_key: key }: FirstKeyRow, { storedAs }: SortKeyPlan): IndexValue | null {
  return parseKey(key, storedAs);
}
