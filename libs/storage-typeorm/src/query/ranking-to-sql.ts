import type { EntryQuery, Filter, FullTextSearch } from '@content-service/entries';
import { all, raw, type Sql, sql, TRUE } from '../database/sql.js';
import { filterToSql } from './filter-to-sql.js';
import type { QueryWriter, TableRef } from './joins.js';
import { exclusionCondition, locateProperties, requiredToSql } from './search-to-sql.js';

/** Selects the ids of a page by relevance and of one entry behind it. @throws SearchIndexIncomplete */
export function rankedIdsToSql(
  query: EntryQuery,
  search: FullTextSearch,
  entry: TableRef,
  writer: QueryWriter,
): Sql | undefined {
  const indexed = locateProperties(search, entry, writer);
  if (indexed === undefined) return undefined;
  const { filter, publishedOnly, limit, offset } = query;
  const conditions = all([
    publishedOnly ? writer.publishedCondition(entry.alias) : TRUE,
    filter === undefined ? TRUE : filterToSql(withoutSearch(filter, search), entry, writer),
    exclusionCondition(search, indexed, entry, writer),
  ]);
  const { type, alias } = entry;
  return sql`SELECT ${writer.toColumns([raw(`${alias}.id`)])} FROM (${requiredToSql(search, indexed, writer, true)}) q
    JOIN ${raw(`${type.table} ${alias} ON ${alias}.id = q.id`)}
    WHERE ${conditions}
    ORDER BY q.score DESC, ${raw(`${alias}.position, ${alias}.id`)} LIMIT ${limit + 1} OFFSET ${offset}`;
}

/** The filter without the search, whose matches the query begins with. */
function withoutSearch(filter: Filter, search: FullTextSearch): Filter {
  if (filter === search) return { kind: 'group', conjunction: 'AND', members: [] };
  if (filter.kind !== 'group' || filter.conjunction === 'OR') return filter;
  return { ...filter, members: filter.members.filter((member) => member !== search) };
}
