import type { EntrySelection, FieldPath, KeysetBound, Sort } from '@content-service/entries';
import type { Dialect } from '../dialects/dialect.js';
import { STORED_AS } from '../index-tables/index-key.js';
import type { TypeIndexSchema } from '../index-tables/index-schema.js';
import { type Catalog, hasIndex } from './catalog.js';
import type { OrderPart, OrderPlan, PageQuery, SortKeyPlan, SortKeySource } from './plan.js';
import { planPath } from './plan-path.js';

export function planOrder(
  query: PageQuery,
  type: TypeIndexSchema,
  catalog: Catalog,
  dialect: Dialect,
): OrderPlan {
  const bound = query.window.kind === 'keyset' ? query.window.bound : undefined;
  const keys = query.sort.map((sort) => planSortKey(sort, query, type, catalog));
  const isReversed = bound?.direction === 'before';
  const states = hidesUnpublished(query) ? (['unpublished', 'published'] as const) : (['any'] as const);
  const parts = states.flatMap((state) =>
    planRanges(bound, keys[0], state, isReversed, dialect).map((range) => ({ state, range })),
  );
  return { keys, isReversed, parts };
}

/** Whether unpublished entries are found, but sort as if they had no value. */
export function hidesUnpublished({ publishedOnly, sort }: PageQuery): boolean {
  return !publishedOnly && sort.some((key) => key.publishedOnly);
}

/** The parts of the rows behind a bound: those with a value to sort by, and where need be those without one. */
function planRanges(
  bound: KeysetBound | undefined,
  first: SortKeyPlan | undefined,
  state: OrderPart['state'],
  isReversed: boolean,
  { splitsNullRanges }: Dialect,
): readonly OrderPart['range'][] {
  if (bound === undefined) return ['all'];
  const isBoundByValue = (bound.position.keys[0] ?? null) !== null;
  if (!splitsNullRanges || !isBoundByValue || first === undefined) return ['behind'];
  const isDescending = (first.direction === 'descending') !== isReversed;
  const hasValue = hasValues(first) && !(state === 'unpublished' && first.hidesUnpublished);
  const endsInNull = isDescending && first.isNullable && hasValue;
  return endsInNull ? ['behind with a value', 'without a value'] : ['behind'];
}

/** Whether some row may have a value of the key. */
export function hasValues({ source }: SortKeyPlan): boolean {
  return source.kind !== 'none';
}

/**
 * The key of one sort. A path through relationships or into a multi-valued field sorts by its least value ascending, its
 * greatest descending.
 */
export function planSortKey(
  sort: Sort,
  { publishedOnly }: EntrySelection,
  type: TypeIndexSchema,
  catalog: Catalog,
): SortKeyPlan {
  const { path, direction } = sort;
  const isOwnId = path.steps.length === 0 && path.end.kind === 'id';
  return {
    path: path.text,
    source: findOwnColumn(path, type, catalog) ?? planExtreme(sort, type, catalog),
    storedAs: path.end.kind === 'id' ? 'bytes' : STORED_AS[path.end.property.kind],
    direction,
    isNullable: !isOwnId,
    hidesUnpublished: sort.publishedOnly && !publishedOnly,
  };
}

const NO_VALUE: SortKeySource = { kind: 'none' };

/** The column of the type's own table. */
function findOwnColumn(
  { steps, end }: FieldPath,
  type: TypeIndexSchema,
  catalog: Catalog,
): SortKeySource | undefined {
  if (steps.length > 0) return undefined;
  if (end.kind === 'id') return { kind: 'id' };
  if (!end.types.includes(type.name) || (!end.multiple && (end.delta ?? 0) > 0)) return NO_VALUE;
  const value = catalog.findValue(type, end);
  if (value === undefined) return NO_VALUE;
  return value.placement === 'column' ? { kind: 'column', value } : undefined;
}

function planExtreme(sort: Sort, type: TypeIndexSchema, catalog: Catalog): SortKeySource {
  const path = planPath(sort, type, catalog);
  return path === undefined ? NO_VALUE : { kind: 'extreme', path };
}

/** Whether an index of the type's own table has the values. */
export function isOwnIndexedValue({ path }: Sort, type: TypeIndexSchema, catalog: Catalog): boolean {
  const { steps, end } = path;
  if (steps.length > 0 || end.kind === 'id' || end.multiple || !hasIndex(path)) return false;
  return end.types.includes(type.name) && catalog.findValue(type, end)?.placement === 'column';
}

/**
 * The row whose first sort key limits the rows to sort. For engines that would sort all rows of the type because the index
 * gives the first key of the order alone (`Dialect.sortsWithinEqualKeys`): up to the key they sort the rows of the page and
 * those whose first key equals that of the last.
 *
 * @param row the last row that is needed, counted from 1
 * @param readsByFirstKey whether rows are read from the index of the first key on every engine
 * @returns `undefined` for a query with a filter, and where an index gives the whole order or none gives the first key
 */
export function planSortBound(
  query: PageQuery,
  row: number | bigint,
  readsByFirstKey: boolean,
  order: OrderPlan,
  { type, catalog, dialect }: { type: TypeIndexSchema; catalog: Catalog; dialect: Dialect },
): number | bigint | undefined {
  const [first, ...others] = query.sort;
  if (query.filter !== undefined || (dialect.sortsWithinEqualKeys && !readsByFirstKey)) return undefined;
  if (first === undefined || !isOwnIndexedValue(first, type, catalog)) return undefined;
  return others.length === 0 && isIndexOrder(first, order) ? undefined : row;
}

/** Whether the index of a value gives the order, read from its beginning or its end (`index-tables/type-tables.ts`). */
function isIndexOrder({ path, direction }: Sort, { isReversed }: OrderPlan): boolean {
  const isTimestamp = path.end.kind === 'property' && path.end.property.kind === 'timestamp';
  const isBackward = (direction === 'descending') !== isReversed;
  // Creation order and id follow, which are in the direction of the page.
  return (isBackward !== isTimestamp) === isReversed;
}
