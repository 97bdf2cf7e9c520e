import { type FullTextSearch, SEARCH_WEIGHTS, type SearchTerm, toNeedle } from '@content-service/entries';
import { all, join, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import type { IndexedSearch } from '../index-tables/index-schema.js';
import type { IndexedSearches, SearchPlan } from '../plan/filter-plan.js';
import type { StatementWriter } from './statement-writer.js';

/** Condition: a row of a type's table matches a search. */
export function searchToSql(plan: SearchPlan, alias: string, writer: StatementWriter): Sql {
  const { search, properties } = plan;
  const id = raw(`${alias}.id`);
  const [only, ...others] = search.required;
  const matching =
    only !== undefined && others.length === 0
      ? someTermToSql([only], properties, writer)
      : requiredToSql(search, properties, writer, false);
  return all([sql`${id} IN (${matching})`, exclusionCondition(plan, alias, writer)]);
}

/** Selects the `id` of each entry with all required terms, and its `score`. */
export function requiredToSql(
  { required }: FullTextSearch,
  indexed: IndexedSearches,
  writer: StatementWriter,
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

/** Condition: an entry has none of the excluded terms. */
export function exclusionCondition(
  { search: { excluded }, properties }: SearchPlan,
  alias: string,
  writer: StatementWriter,
): Sql {
  if (excluded.length === 0) return TRUE;
  return sql`${raw(alias)}.id NOT IN (${someTermToSql(excluded, properties, writer)})`;
}

/**
 * Selects the ids of the entries with one of the terms. They are collected before they are compared: MariaDB finds every row
 * by a full text index that it reads for one row of another table.
 */
function someTermToSql(terms: readonly SearchTerm[], indexed: IndexedSearches, writer: StatementWriter): Sql {
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
  writer: StatementWriter,
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
