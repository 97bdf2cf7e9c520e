import type { Condition, FullTextSearch, SEARCH_WEIGHTS } from '@content-service/entries';
import type {
  IndexedReference,
  IndexedSearch,
  IndexedValue,
  TypeIndexSchema,
} from '../index-tables/index-schema.js';

/**
 * How rows of other tables that meet a condition are found. `list`: they are read once, from the index of their values.
 * `probe`: they are looked up for each row of the type.
 */
export type Lookup = 'list' | 'probe';

/** How a filter is evaluated on a row of a type's table. It has the structure of the filter. */
export type FilterPlan =
  | { readonly kind: 'always' | 'never' }
  | { readonly kind: 'all' | 'any'; readonly members: readonly FilterPlan[] }
  | { readonly kind: 'not'; readonly member: FilterPlan }
  /** The id of the row. */
  | { readonly kind: 'id'; readonly condition: Condition }
  /** A column of the row. */
  | ({ readonly kind: 'column' } & ValueComparison)
  | ValueRowsPlan
  | RelationshipPlan
  | SearchPlan;

/** A condition on a stored property. */
export interface ValueComparison {
  readonly condition: Condition;
  readonly value: IndexedValue;
}

/** One value in the tables of multi-valued properties or long texts that meets all comparisons. */
export interface ValueRowsPlan {
  readonly kind: 'values';
  readonly lookup: Lookup;
  /** At least one. */
  readonly comparisons: readonly ValueComparison[];
  /** The index of the only value that counts. */
  readonly delta: number | undefined;
}

/** Some target of a relationship meets one of the alternatives. */
export interface RelationshipPlan {
  readonly kind: 'relationship';
  readonly field: string;
  readonly lookup: Lookup;
  readonly link: LinkPlan;
  /** Whether unpublished targets do not count. */
  readonly publishedTargetsOnly: boolean;
  /** At least one. */
  readonly alternatives: readonly TargetPlan[];
}

/** Where linkage is read: a column of the row, or rows of `entry_ref`. */
export type LinkPlan =
  | { readonly storage: 'column'; readonly reference: IndexedReference }
  | { readonly storage: 'rows'; readonly reference: IndexedReference; readonly delta: number | undefined };

/** A condition on the targets of a relationship. */
export type TargetPlan =
  /** A target whose id meets all conditions; any target without conditions. */
  | { readonly kind: 'ids'; readonly conditions: readonly Condition[] }
  /** No target. */
  | { readonly kind: 'none' }
  /** A target of a type, whose row meets a condition. */
  | { readonly kind: 'row'; readonly type: TypeIndexSchema; readonly condition: FilterPlan }
  /** A target of another type. */
  | { readonly kind: 'other'; readonly types: readonly TypeIndexSchema[] };

/** A row that matches a search. */
export interface SearchPlan {
  readonly kind: 'search';
  readonly search: FullTextSearch;
  readonly properties: IndexedSearches;
}

/** The stored properties of a search by their weight. */
export type IndexedSearches = Readonly<Record<keyof typeof SEARCH_WEIGHTS, readonly IndexedSearch[]>>;

export const ALWAYS: FilterPlan = { kind: 'always' };
export const NEVER: FilterPlan = { kind: 'never' };

/** The conjunction of conditions; `ALWAYS` without a condition. */
export function allOf(members: readonly FilterPlan[]): FilterPlan {
  if (members.some(({ kind }) => kind === 'never')) return NEVER;
  return combine(
    'all',
    members.filter(({ kind }) => kind !== 'always'),
    ALWAYS,
  );
}

/** The disjunction of conditions; `NEVER` without a condition. */
export function anyOf(members: readonly FilterPlan[]): FilterPlan {
  if (members.some(({ kind }) => kind === 'always')) return ALWAYS;
  return combine(
    'any',
    members.filter(({ kind }) => kind !== 'never'),
    NEVER,
  );
}

export function notOf(member: FilterPlan): FilterPlan {
  if (member.kind === 'always') return NEVER;
  return member.kind === 'never' ? ALWAYS : { kind: 'not', member };
}

function combine(kind: 'all' | 'any', members: readonly FilterPlan[], empty: FilterPlan): FilterPlan {
  const [only] = members;
  if (only === undefined) return empty;
  return members.length === 1 ? only : { kind, members };
}

/** Whether all that the filter asks is answered by one list of ids of the type, which can be read without its table. */
export function isListOfIds(filter: FilterPlan): filter is ValueRowsPlan | RelationshipPlan {
  if (filter.kind === 'values') return filter.lookup === 'list';
  if (filter.kind !== 'relationship' || filter.lookup !== 'list') return false;
  return filter.link.storage === 'rows' && filter.alternatives.length === 1;
}
