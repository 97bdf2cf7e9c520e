import {
  type Condition,
  type Filter,
  formatEndKey,
  formatStepKey,
  type FullTextSearch,
  type Operator,
  type PathStep,
  SEARCH_WEIGHTS,
  SearchIndexIncomplete,
} from '@content-service/entries';
import { groupBy } from '@content-service/kernel';
import type { IndexedSearch, TypeIndexSchema } from '../index-tables/index-schema.js';
import { type Catalog, hasIndex } from './catalog.js';
import {
  allOf,
  ALWAYS,
  anyOf,
  type FilterPlan,
  type IndexedSearches,
  type LinkPlan,
  type Lookup,
  NEVER,
  notOf,
  type TargetPlan,
} from './filter-plan.js';

/**
 * Plans a filter. It has the meaning and the structure of `evaluate` of the entries library: functions of the same name
 * correspond to each other.
 *
 * @throws SearchIndexIncomplete
 */
export function planFilter(filter: Filter, type: TypeIndexSchema, catalog: Catalog): FilterPlan {
  switch (filter.kind) {
    case 'nothing':
      return NEVER;
    case 'fulltext': {
      const properties = locateProperties(filter, type, catalog);
      return properties === undefined ? NEVER : { kind: 'search', search: filter, properties };
    }
    case 'condition':
      return planConjunction([filter], type, catalog);
    case 'group': {
      if (filter.conjunction === 'OR')
        return anyOf(filter.members.map((member) => planFilter(member, type, catalog)));
      const conditions = filter.members.filter((member) => member.kind === 'condition');
      const others = filter.members.filter((member) => member.kind !== 'condition');
      return allOf([
        planConjunction(conditions, type, catalog),
        ...others.map((member) => planFilter(member, type, catalog)),
      ]);
    }
    default:
      return impossible(filter);
  }
}

/** `undefined` for a type without words. @throws SearchIndexIncomplete */
export function locateProperties(
  { properties }: FullTextSearch,
  type: TypeIndexSchema,
  catalog: Catalog,
): IndexedSearches | undefined {
  const located = properties.flatMap((property) => {
    const indexed = catalog.findSearch(type, property);
    return indexed === undefined ? [] : [{ indexed, weight: property.weight }];
  });
  if (located.length === 0) return undefined;
  if (!located.every(({ indexed }) => indexed.ready)) throw new SearchIndexIncomplete(type.name);
  const ofWeight = (searched: number): IndexedSearch[] =>
    located.filter(({ weight }) => weight === searched).map(({ indexed }) => indexed);
  return { label: ofWeight(SEARCH_WEIGHTS.label), text: ofWeight(SEARCH_WEIGHTS.text) };
}

/** The conditions of one AND group. IS NULL concerns absent values, so it never applies to the same value as another condition. */
function planConjunction(
  conditions: readonly Condition[],
  type: TypeIndexSchema,
  catalog: Catalog,
): FilterPlan {
  const isNull = ({ operator }: Condition): boolean => operator === 'IS NULL';
  const present = conditions.filter((condition) => !isNull(condition));
  return allOf([
    ...conditions.filter(isNull).map((condition) => planNullPath(toPathCondition(condition), type, catalog)),
    planPathConditions(present.map(toPathCondition), type, catalog),
  ]);
}

/** A condition and the remaining steps of its path. */
interface PathCondition {
  readonly condition: Condition;
  readonly steps: readonly PathStep[];
}

/** A condition at its next step; `steps` are those behind it. */
interface NextStepCondition extends PathCondition {
  readonly step: PathStep;
}

const toPathCondition = (condition: Condition): PathCondition => ({ condition, steps: condition.path.steps });

/** Targets and values, one for each relationship and multi-valued field, that meet all conditions. */
function planPathConditions(
  pathConditions: readonly PathCondition[],
  type: TypeIndexSchema,
  catalog: Catalog,
): FilterPlan {
  const endConditions = pathConditions
    .filter(({ steps }) => steps.length === 0)
    .map(({ condition }) => condition);
  const nextConditions = pathConditions.flatMap(({ condition, steps: [step, ...steps] }) =>
    step === undefined ? [] : [{ condition, step, steps }],
  );
  return allOf([
    ...groupBy(endConditions, ({ path }) => formatEndKey(path.end)).map((group) =>
      planEnds(group, type, catalog),
    ),
    ...groupBy(nextConditions, ({ step }) => formatStepKey(step)).map((group) =>
      planTargets(group, type, catalog),
    ),
  ]);
}

/** Conditions on the same field, or on the id. */
function planEnds(conditions: NonEmpty<Condition>, type: TypeIndexSchema, catalog: Catalog): FilterPlan {
  if (conditions[0].path.end.kind === 'id')
    return allOf(conditions.filter(isRestriction).map((condition) => ({ kind: 'id', condition })));
  return planValues(conditions, type, catalog);
}

/** One value of a field that meets all conditions, which are on properties of the same field. */
function planValues(conditions: NonEmpty<Condition>, type: TypeIndexSchema, catalog: Catalog): FilterPlan {
  const { end } = conditions[0].path;
  if (end.kind === 'id' || !end.types.includes(type.name)) return NEVER;
  if (!end.multiple && (end.delta ?? 0) > 0) return NEVER;
  const located = conditions.flatMap((condition) => {
    const value = condition.path.end.kind === 'id' ? undefined : catalog.findValue(type, condition.path.end);
    return value === undefined ? [] : [{ condition, value }];
  });
  if (located.length < conditions.length) return NEVER;
  const columns = located.filter(({ value }) => value.placement === 'column');
  const comparisons = located.filter(({ value }) => value.placement !== 'column');
  const lookup = chooseLookup(comparisons.map(({ condition }) => condition));
  return allOf([
    ...columns.map((comparison) => ({ kind: 'column', ...comparison }) as const),
    comparisons.length === 0 ? ALWAYS : { kind: 'values', lookup, comparisons, delta: end.delta },
  ]);
}

function planTargets(
  group: NonEmpty<NextStepCondition>,
  type: TypeIndexSchema,
  catalog: Catalog,
): FilterPlan {
  const { step } = group[0];
  const link = planLink(step, type, catalog);
  if (link === undefined) return NEVER;
  const isOnIds = group.every(
    ({ condition, steps }) => steps.length === 0 && condition.path.end.kind === 'id',
  );
  const conditions = group.map(({ condition }) => condition);
  return planRelationship(
    {
      field: step.field,
      lookup: chooseLookup(conditions),
      link,
      publishedTargetsOnly: group.some(({ step }) => step.publishedTargetsOnly),
    },
    isOnIds
      ? [{ kind: 'ids', conditions: conditions.filter(isRestriction) }]
      : planRows(step, catalog, (target) => planPathConditions(group, target, catalog)),
  );
}

/** A path without a value somewhere: a relationship without a target, or a target without a value. */
function planNullPath(
  { condition, steps: [step, ...steps] }: PathCondition,
  type: TypeIndexSchema,
  catalog: Catalog,
): FilterPlan {
  if (step === undefined) return notOf(planEnds([{ ...condition, operator: 'IS NOT NULL' }], type, catalog));
  const link = planLink(step, type, catalog);
  if (link === undefined) return ALWAYS;
  const { field, publishedTargetsOnly } = step;
  const relationship = { field, lookup: 'probe', link, publishedTargetsOnly } as const;
  if (steps.length === 0 && condition.path.end.kind === 'id')
    return planRelationship(relationship, [{ kind: 'none' }]);
  const types = step.targetTypes.map((name) => catalog.findType(name)).filter((known) => known !== undefined);
  return planRelationship(relationship, [
    { kind: 'none' },
    ...planRows(step, catalog, (target) => planNullPath({ condition, steps }, target, catalog)),
    { kind: 'other', types },
  ]);
}

/** Targets of each type that can meet a condition. */
function planRows(
  { targetTypes }: PathStep,
  catalog: Catalog,
  planCondition: (target: TypeIndexSchema) => FilterPlan,
): TargetPlan[] {
  return targetTypes.flatMap((name) => {
    const type = catalog.findType(name);
    if (type === undefined) return [];
    const condition = planCondition(type);
    return condition.kind === 'never' ? [] : [{ kind: 'row', type, condition } as const];
  });
}

function planRelationship(
  relationship: Omit<Extract<FilterPlan, { kind: 'relationship' }>, 'kind' | 'alternatives'>,
  alternatives: readonly TargetPlan[],
): FilterPlan {
  return alternatives.length === 0 ? NEVER : { kind: 'relationship', ...relationship, alternatives };
}

/** `undefined` where the entry cannot have a target: its type lacks the field, or the field has fewer values. */
function planLink(step: PathStep, type: TypeIndexSchema, catalog: Catalog): LinkPlan | undefined {
  if (!step.sourceTypes.includes(type.name)) return undefined;
  const column = catalog.findTargetColumn(type, step);
  if (column !== undefined)
    return (step.delta ?? 0) > 0 ? undefined : { storage: 'column', reference: column };
  const linkage = catalog.findLinkage(type, step);
  return linkage && { storage: 'rows', reference: linkage, delta: step.delta };
}

/** Ids are never NULL. */
function isRestriction({ operator }: Condition): boolean {
  return operator !== 'IS NOT NULL';
}

const SELECTIVE_OPERATORS: ReadonlySet<Operator> = new Set(['=', 'IN', 'STARTS_WITH']);

/**
 * The lookup of rows that meet all conditions. The two forms are equivalent. Where an index finds few rows for one of the
 * conditions, the engine is to begin with those; otherwise it is to begin with the rows of the type.
 */
function chooseLookup(conditions: readonly Condition[]): Lookup {
  const isSelective = conditions.some(
    ({ operator, path }) => SELECTIVE_OPERATORS.has(operator) && hasIndex(path),
  );
  return isSelective ? 'list' : 'probe';
}

type NonEmpty<T> = readonly [T, ...T[]];

function impossible(filter: never): never {
  throw new Error(`There is no plan for ${JSON.stringify(filter)}.`);
}
