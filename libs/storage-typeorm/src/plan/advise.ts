import type { Condition, FieldPath, Filter, Operator, QueryAdvice } from '@content-service/entries';
import type { TypeIndexSchema } from '../index-tables/index-schema.js';
import { type Catalog, hasIndex } from './catalog.js';
import { THRESHOLDS } from './costs.js';
import type { PageQuery } from './plan.js';

/**
 * What would let an index answer more of a query. Every property has an index by itself, so there is none to be declared, except:
 * booleans, long texts, properties beyond the number of columns that a table can have (`index-tables/index-schema-plan.ts`).
 * Several values, and values behind a relationship, have one of their own table, which gives no order of the entries.
 */
export function adviseOn(query: PageQuery, type: TypeIndexSchema, catalog: Catalog): readonly QueryAdvice[] {
  const conditions = query.filter === undefined ? [] : getConditions(query.filter);
  const { window } = query;
  const advice = [
    ...conditions.map(({ path, operator }) =>
      toAdvice(path, adviseOnCondition(path, operator, type, catalog)),
    ),
    ...query.sort.map(({ path }) => toAdvice(path, adviseOnSort(path, type, catalog))),
    window.kind === 'offset' && window.offset > THRESHOLDS.offsetRows
      ? {
          path: 'page[offset]',
          message: 'All rows of the offset are read. Read the next page by cursor pagination.',
        }
      : undefined,
  ];
  const given = advice.filter((one) => one !== undefined);
  return given.filter(
    ({ path, message }, n) => given.findIndex((one) => one.path === path && one.message === message) === n,
  );
}

function toAdvice({ text }: FieldPath, message: string | undefined): QueryAdvice | undefined {
  return message === undefined ? undefined : { path: text, message };
}

function getConditions(filter: Filter): readonly Condition[] {
  if (filter.kind === 'group') return filter.members.flatMap(getConditions);
  return filter.kind === 'condition' ? [filter] : [];
}

/** Operators by which every value is compared, although it has an index. */
const COMPARED_OPERATORS: Readonly<Partial<Record<Operator, string>>> = {
  CONTAINS: 'No index finds values by a part. Use STARTS_WITH, or filter[fulltext] for words.',
  ENDS_WITH: 'No index finds values by their end. Use STARTS_WITH, or filter[fulltext] for words.',
  '<>': 'No index finds all other values. Name the values to find by IN.',
  'NOT IN': 'No index finds all other values. Name the values to find by IN.',
  'NOT BETWEEN': 'No index finds all other values. Name the range to find by BETWEEN.',
};

function adviseOnCondition(
  path: FieldPath,
  operator: Operator,
  type: TypeIndexSchema,
  catalog: Catalog,
): string | undefined {
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') return undefined;
  return adviseOnKind(path) ?? COMPARED_OPERATORS[operator] ?? adviseOnPlacement(path, type, catalog);
}

function adviseOnSort(path: FieldPath, type: TypeIndexSchema, catalog: Catalog): string | undefined {
  const { steps, end } = path;
  if (steps.length > 0)
    return 'No index has the order of values behind a relationship. Keep the value in a field of this bundle as well.';
  if (end.kind === 'property' && end.multiple)
    return 'No index has the order of a field with several values. Sort by a field with one value.';
  return adviseOnKind(path) ?? adviseOnPlacement(path, type, catalog);
}

function adviseOnKind(path: FieldPath): string | undefined {
  const { end } = path;
  if (hasIndex(path) || end.kind === 'id') return undefined;
  return end.property.kind === 'boolean'
    ? 'Booleans have no index, since each value has too many entries. Add a condition that finds fewer.'
    : 'Long texts have no index of their values. Use filter[fulltext] for words, or a field of the type string.';
}

/** The column of a value that has one by its field. */
function adviseOnPlacement(path: FieldPath, type: TypeIndexSchema, catalog: Catalog): string | undefined {
  const { steps, end } = path;
  if (steps.length > 0 || end.kind === 'id' || end.multiple || !end.types.includes(type.name))
    return undefined;
  return catalog.findValue(type, end)?.placement === 'multi'
    ? 'The table of the type has no column left for this field, so its values are in a table of their own. Remove fields that are not used.'
    : undefined;
}
