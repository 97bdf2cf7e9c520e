import {
  type FullTextSearch,
  SEARCH_WEIGHTS,
  SearchIndexIncomplete,
  type SearchTerm,
  toNeedle,
} from '@content-service/entries';
import { all, FALSE, join, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import type { IndexedSearch } from '../index-tables/index-schema.js';
import type { QueryWriter, TableRef } from './joins.js';

/** That a row of the type's table matches a search. @throws SearchIndexIncomplete */
export function searchCondition(search: FullTextSearch, entry: TableRef, writer: QueryWriter): Sql {
  const indexed = locateProperties(search, entry, writer);
  if (indexed === undefined) return FALSE;
  const id = raw(`${entry.alias}.id`);
  const [only, ...others] = search.required;
  const matching =
    only !== undefined && others.length === 0
      ? someTermToSql([only], indexed, writer)
      : requiredToSql(search, indexed, writer, false);
  return all([sql`${id} IN (${matching})`, exclusionCondition(search, indexed, entry, writer)]);
}

/** The stored properties of a search by their weight. */
export type IndexedSearches = Readonly<Record<keyof typeof SEARCH_WEIGHTS, readonly IndexedSearch[]>>;

/** `undefined` for a type without words. @throws SearchIndexIncomplete */
export function locateProperties(
  { properties }: FullTextSearch,
  { type }: TableRef,
  writer: QueryWriter,
): IndexedSearches | undefined {
  const located = properties.flatMap((property) => {
    const indexed = writer.findSearch(type, property);
    return indexed === undefined ? [] : [{ indexed, weight: property.weight }];
  });
  if (located.length === 0) return undefined;
  if (!located.every(({ indexed }) => indexed.ready)) throw new SearchIndexIncomplete(type.name);
  const ofWeight = (searched: number): IndexedSearch[] =>
    located.filter(({ weight }) => weight === searched).map(({ indexed }) => indexed);
  return { label: ofWeight(SEARCH_WEIGHTS.label), text: ofWeight(SEARCH_WEIGHTS.text) };
}

/** Selects the `id` of each entry with all required terms, and its `score`. */
export function requiredToSql(
  { required }: FullTextSearch,
  indexed: IndexedSearches,
  writer: QueryWriter,
  scored: boolean,
): Sql {
  const { label, text } = SEARCH_WEIGHTS;
  const weight = (row: string): Sql =>
    indexed.label.length === 0
      ? raw(String(text))
      : sql`CASE WHEN ${raw(row)}.prop_id IN ${toIdList(indexed.label)} THEN ${raw(`${label} ELSE ${text}`)} END`;
  const terms = required.map((term, n) =>
    termToSql(term, indexed, writer, (row) => {
      const columns = raw(`DISTINCT ${row}.id, ${n} AS term`);
      return scored ? sql`${columns}, ${weight(row)} AS weight` : columns;
    }),
  );
  const alias = writer.nextAlias('m');
  const columns = raw(scored ? `${alias}.id, SUM(${alias}.weight) AS score` : `${alias}.id`);
  return sql`SELECT ${columns} FROM (${join(terms, ' UNION ALL ')}) ${raw(alias)} GROUP BY ${raw(`${alias}.id`)}
    HAVING COUNT(DISTINCT ${raw(`${alias}.term`)}) = ${raw(String(required.length))}`;
}

/** That an entry has none of the excluded terms. */
export function exclusionCondition(
  { excluded }: FullTextSearch,
  indexed: IndexedSearches,
  entry: TableRef,
  writer: QueryWriter,
): Sql {
  if (excluded.length === 0) return TRUE;
  return sql`${raw(entry.alias)}.id NOT IN (${someTermToSql(excluded, indexed, writer)})`;
}

/**
 * Selects the ids of the entries with one of the terms. They are collected before they are compared: MariaDB finds every row
 * by a full text index that it reads for one row of another table.
 */
function someTermToSql(terms: readonly SearchTerm[], indexed: IndexedSearches, writer: QueryWriter): Sql {
  const found = terms.map((term) => termToSql(term, indexed, writer, (row) => raw(`DISTINCT ${row}.id`)));
  const alias = raw(writer.nextAlias('m'));
  return sql`SELECT ${alias}.id FROM (${join(found, ' UNION ALL ')}) ${alias}`;
}

/**
 * Selects the rows that have a term. The index finds the rows with all of its tokens; whether they stand next to each other
 * is read from the rows.
 */
function termToSql(
  term: SearchTerm,
  { label, text }: IndexedSearches,
  writer: QueryWriter,
  columns: (row: string) => Sql,
): Sql {
  const { dialect } = writer;
  const row = writer.nextAlias('w');
  const { from, condition } = dialect.searchRows(row, [...new Set(term.tokens)], getOpenEnd(term));
  const isAdjacent = term.tokens.length > 1 ? dialect.contains(raw(`${row}.tokens`), toNeedle(term)) : TRUE;
  const isSearched = sql`${raw(row)}.prop_id IN ${toIdList([...label, ...text])}`;
  return sql`SELECT ${columns(row)} FROM ${from} WHERE ${all([condition, isSearched, isAdjacent])}`;
}

/** The token that may be the beginning of a word. */
function getOpenEnd({ tokens, prefix }: SearchTerm): string | undefined {
  return prefix ? tokens.at(-1) : undefined;
}

const toIdList = (indexed: readonly IndexedSearch[]): Sql => toParameterList(indexed.map(({ id }) => id));
