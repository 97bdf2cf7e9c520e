import type { Uuid } from '@content-service/kernel';
import type { FieldPath } from './field-path.js';

/** The operands of an operator: one value, a list of at least one, exactly two, or none. */
export type Arity = 'one' | 'many' | 'two' | 'none';

/**
 * The filter operators (specification, «GET /api/{entityType}/{bundle}»), exact and in upper case. A new one also needs its
 * meaning (`matchesOperator` in `evaluate.ts`), its SQL (`comparisonToSql` in `sql/comparison-to-sql.ts` of storage-typeorm), its
 * cost (`query-complexity.ts`) and a label in the administration (`entries/list/filter-choices.ts`).
 */
export const OPERATORS = {
  '=': { arity: 'one', comparesText: false },
  '<>': { arity: 'one', comparesText: false },
  '>': { arity: 'one', comparesText: false },
  '>=': { arity: 'one', comparesText: false },
  '<': { arity: 'one', comparesText: false },
  '<=': { arity: 'one', comparesText: false },
  STARTS_WITH: { arity: 'one', comparesText: true },
  CONTAINS: { arity: 'one', comparesText: true },
  ENDS_WITH: { arity: 'one', comparesText: true },
  IN: { arity: 'many', comparesText: false },
  'NOT IN': { arity: 'many', comparesText: false },
  BETWEEN: { arity: 'two', comparesText: false },
  'NOT BETWEEN': { arity: 'two', comparesText: false },
  'IS NULL': { arity: 'none', comparesText: false },
  'IS NOT NULL': { arity: 'none', comparesText: false },
} as const satisfies Record<string, { arity: Arity; comparesText: boolean }>;

export type Operator = keyof typeof OPERATORS;

export function isOperator(text: string): text is Operator {
  return Object.hasOwn(OPERATORS, text);
}

/**
 * A value in the form in which its property is compared (`index-value.ts`): folded text, canonical UUID, whole numbers,
 * scaled decimals as bigint, UNIX seconds, 1 and 0 for booleans.
 */
export type IndexValue = string | number | bigint;

export interface Condition {
  readonly kind: 'condition';
  readonly path: FieldPath;
  readonly operator: Operator;
  /**
   * The operands, as many as the arity of the operator requires. For operators that compare text, the text to search
   * (folded like the property). Empty for IS NULL and IS NOT NULL.
   */
  readonly values: readonly IndexValue[];
}

/**
 * Conditions joined by AND or OR. In an AND group, conditions on the same relationship must hold for the same target, and
 * those on the same multi-valued field for the same value; nested groups are independent.
 */
export interface Group {
  readonly kind: 'group';
  readonly conjunction: 'AND' | 'OR';
  readonly members: readonly Filter[];
}

/** Matches no entry: for a path that the principal may not use, or a value that no entry can have. */
export interface MatchNone {
  readonly kind: 'nothing';
}

/** Adjacent tokens to search. */
export interface SearchTerm {
  readonly tokens: readonly string[];
  /** Whether the last token is the beginning of a word. */
  readonly prefix: boolean;
}

/** A property whose words full text search finds. */
export interface SearchedProperty {
  readonly field: string;
  /** The member of a compound value; empty for a plain field. */
  readonly property: string;
  /** The score of a term that is found in it. */
  readonly weight: number;
}

/**
 * Matches entries whose searched properties have every required term, and none of the excluded ones. Each term is found
 * within one property.
 */
export interface FullTextSearch {
  readonly kind: 'fulltext';
  readonly properties: readonly SearchedProperty[];
  /** At least one. */
  readonly required: readonly SearchTerm[];
  readonly excluded: readonly SearchTerm[];
}

export type Filter = Condition | Group | MatchNone | FullTextSearch;

export interface Sort {
  /**
   * A path with several values sorts by the smallest ascending and by the greatest descending. Entries without a value come
   * first ascending.
   */
  readonly path: FieldPath;
  readonly direction: 'ascending' | 'descending';
  /**
   * Sort unpublished entries like entries without a value: for principals that may not see them, because the rank of a
   * hidden entry would disclose its value. `PathStep.publishedTargetsOnly` does the same for targets.
   */
  readonly publishedOnly: boolean;
}

/** A page of the entries of one resource type. */
export interface EntryQuery {
  readonly type: string;
  readonly filter?: Filter;
  /** Exclude unpublished entries. */
  readonly publishedOnly: boolean;
  /** Empty for the order of creation. Ties are ordered by position and id. */
  readonly sort: readonly Sort[];
  /**
   * Order by relevance for this search, the most relevant first, before the order of creation. It is the filter or a member
   * of its outermost AND group, and `sort` is empty.
   */
  readonly ranking?: FullTextSearch;
  readonly offset: number;
  readonly limit: number;
}

/** The members of a query that determine the matching entries, without order and page. */
export type EntrySelection = Pick<EntryQuery, 'type' | 'filter' | 'publishedOnly'>;

/** The position of an entry in an order. It stays valid after the entry was moved or deleted. */
export interface KeysetPosition {
  /** The value of each sort, or `null` for none. Opaque outside of the store that created them. */
  readonly keys: readonly (IndexValue | null)[];
  readonly position: number;
  readonly id: Uuid;
}

/** A page next to a position: unlike an offset, it does not shift when entries are inserted or deleted. */
export interface KeysetQuery extends EntrySelection {
  /** As in `EntryQuery`. */
  readonly sort: readonly Sort[];
  readonly limit: number;
  /** Without it, the first entries. */
  readonly bound?: KeysetBound;
}

export interface KeysetBound {
  readonly direction: 'after' | 'before';
  /** A position that the store returned for a query with the same `sort`. */
  readonly position: KeysetPosition;
}

/** The entries next to a position, in the order of the query. */
export interface KeysetPage {
  readonly positions: readonly KeysetPosition[];
  /** Whether further entries follow in the direction of the query. */
  readonly more: boolean;
}
