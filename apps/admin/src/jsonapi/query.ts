import type { Link } from './document.js';

/** The query parameters of a read. */
export interface Query {
  readonly filters?: readonly Filter[];
  /** Words that the label or the texts contain. */
  readonly fulltext?: string | undefined;
  /** A field, with `-` before it for descending. */
  readonly sort?: string | undefined;
  readonly include?: readonly string[];
  /** Sparse fieldsets: the fields in the response by resource type. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly limit?: number;
  readonly offset?: number;
  /** The number of a revision whose state is read; `working-copy` for the working copy of an entry that has one. */
  readonly revision?: number | 'working-copy';
}

export type Filter = Condition | FilterGroup;

interface Condition {
  readonly path: string;
  readonly operator: string;
  /** A list for `IN`, `NOT IN` and `BETWEEN`; absent for `IS NULL` and `IS NOT NULL`. */
  readonly value?: string | readonly string[];
}

/** Filters of which one (`OR`) or all must hold. */
interface FilterGroup {
  readonly conjunction: 'AND' | 'OR';
  readonly filters: readonly Filter[];
}

/** The query string with its question mark; empty without parameters. */
export function toQueryString(query: Query): string {
  const text = new URLSearchParams(toParameters(query).map(([name, value]) => [name, value])).toString();
  return text === '' ? '' : `?${text}`;
}

/** The query parameters as pairs of name and value. */
export function toParameters(query: Query): readonly (readonly [string, string])[] {
  const { filters = [], fulltext, sort, include = [], fields = {}, limit, offset, revision } = query;
  const members = formatFilters(filters);
  if (fulltext !== undefined) members.push(['filter[fulltext]', fulltext]);
  if (sort !== undefined) members.push(['sort', sort]);
  if (include.length > 0) members.push(['include', include.join(',')]);
  for (const [type, names] of Object.entries(fields)) members.push([`fields[${type}]`, names.join(',')]);
  if (limit !== undefined) members.push(['page[limit]', String(limit)]);
  if (offset !== undefined && offset > 0) members.push(['page[offset]', String(offset)]);
  if (revision !== undefined)
    members.push(['resourceVersion', typeof revision === 'number' ? `id:${revision}` : `rel:${revision}`]);
  return members;
}

/** The offset of the page that a link leads to. */
export function parseOffset({ href }: Link): number {
  return Number(new URL(href).searchParams.get('page[offset]'));
}

/** Items in parts of at most `maximum`, each for a request of its own. */
export function split<Item>(items: readonly Item[], maximum: number): readonly (readonly Item[])[] {
  const parts = Math.ceil(items.length / maximum);
  return Array.from({ length: parts }, (_, n) => items.slice(n * maximum, (n + 1) * maximum));
}

type Parameters = (readonly [string, string])[];

/** The long form `filter[c0][condition][path]=…`, which exists for every operator, and `filter[g1][group][conjunction]=OR`. */
function formatFilters(filters: readonly Filter[]): Parameters {
  const members: Parameters = [];
  let count = 0;
  const add = (filter: Filter, group: string | undefined): void => {
    const isGroup = 'conjunction' in filter;
    const name = `${isGroup ? 'g' : 'c'}${count++}`;
    const prefix = `filter[${name}][${isGroup ? 'group' : 'condition'}]`;
    if (isGroup) members.push([`${prefix}[conjunction]`, filter.conjunction]);
    else members.push(...formatCondition(filter, prefix));
    if (group !== undefined) members.push([`${prefix}[memberOf]`, group]);
    if (isGroup) for (const member of filter.filters) add(member, name);
  };
  for (const filter of filters) add(filter, undefined);
  return members;
}

function formatCondition({ path, operator, value }: Condition, prefix: string): Parameters {
  const operands: Parameters =
    value === undefined
      ? []
      : typeof value === 'string'
        ? [[`${prefix}[value]`, value]]
        : value.map((one) => [`${prefix}[value][]`, one] as const);
  return [[`${prefix}[path]`, path], [`${prefix}[operator]`, operator], ...operands];
}
