import type { EntryQuery, EntrySelection } from '@content-service/entries';
import { all, joined, raw, type Sql, sql, TRUE } from '../database/sql.js';
import { filterToSql } from './filter-to-sql.js';
import type { QueryWriter, Reached } from './query-writer.js';
import { orderToSql, sortKey } from './sort-to-sql.js';

/** Selects the `id`s of a window and of one entry behind it, in order; `undefined` when there is no such type. */
export function idsToSql(query: EntryQuery, writer: QueryWriter): Sql | undefined {
  const entry = rootOf(query, writer);
  if (entry === undefined) return undefined;
  const keys = query.sort.map((sort) => sortKey(sort, entry, writer));
  return sql`SELECT e.id FROM ${raw(entry.type.table)} e
    WHERE ${selectionToSql(query, entry, writer)}
    ORDER BY ${joined([...keys.map(orderToSql), raw('e.position'), raw('e.id')])}
    LIMIT ${query.limit + 1} OFFSET ${query.offset}`;
}

/** Selects the `total` of a selection; `undefined` when there is no such type. */
export function countToSql(selection: EntrySelection, writer: QueryWriter): Sql | undefined {
  const entry = rootOf(selection, writer);
  if (entry === undefined) return undefined;
  return sql`SELECT COUNT(*) AS total FROM ${raw(entry.type.table)} e
    WHERE ${selectionToSql(selection, entry, writer)}`;
}

/** The rows of the type's table; `undefined` when there is no such type. */
export function rootOf({ type: name }: EntrySelection, writer: QueryWriter): Reached | undefined {
  const type = writer.typeOf(name);
  return type && { type, alias: 'e' };
}

/** That a row belongs to the selection. */
export function selectionToSql(
  { filter, publishedOnly }: EntrySelection,
  entry: Reached,
  writer: QueryWriter,
): Sql {
  return all([
    publishedOnly ? writer.isPublished('e') : TRUE,
    filter === undefined ? TRUE : filterToSql(filter, entry, writer),
  ]);
}
