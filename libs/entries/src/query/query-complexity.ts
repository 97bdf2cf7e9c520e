import type { ValueKind } from '@content-service/bundles';
import { DomainError } from '@content-service/kernel';
import type { IncludeTree } from './resolve-query.js';
import { type Condition, type EntryQuery, type Filter, type Operator, OPERATORS } from './entry-query.js';
import type { FieldPath, PathEnd, PathStep } from './field-path.js';

/**
 * The cost of each part of a query. 1 is a tenth of a millisecond over 2,000 entries of a type: the greater time of SQLite
 * and MariaDB (2 processor cores of a virtual machine) for the statements of one page and its count together, in the worst
 * case of conditions joined by OR of which none matches, so that the database tests each of them on each entry. The
 * entries had texts of 400 words, and 3 targets in each to-many relationship.
 */
export const COMPLEXITY = {
  /** A comparison with a value in the row of the entry: 0.02 to 0.14 ms. */
  comparison: 1,
  /** A text operator on such a value: CONTAINS 0.25 ms, on a date 0.4 ms. */
  textOperator: 4,
  /** A text operator on an id, which is binary and is formatted for every entry: SQLite 2.8 ms, MariaDB 6.2 ms. */
  textOperatorOnId: 60,
  /** A comparison with the values of a multi-valued field, which are rows of another table: 1.6 ms. */
  multiple: 17,
  /** A comparison with a long text, which must be read: 2.2 ms on SQLite, 3.9 ms on MariaDB. */
  longText: 35,
  /** CONTAINS on a long text, which must be searched to its end: 7 ms. */
  longTextContains: 75,
  /** Each further value of a list: 45 values in NOT IN 0.8 ms on SQLite, 1.4 ms on MariaDB. */
  listedValue: 0.3,
  /** An entry on a path: 1.1 ms for a step to one target, 1.2 to 1.4 ms for each target of a to-many step. */
  visit: 13,
  /**
   * The same for IS NULL, which tests at each step for a missing target, a target without the value and one of another
   * type: 4 ms for one target, 7 to 14 ms for each target of a to-many step.
   */
  visitForNull: 95,
  /** The same for a sort, which is part of the statement of the page only: SQLite 0.5 to 0.7 ms, MariaDB 4 to 7 ms. */
  visitForSort: 40,
  /** A step to one target, followed backwards from all entries with a value: 4 ms. */
  lookup: 40,
  /** The same for a to-many step: 9 to 12 ms. */
  lookupOfMany: 110,
  /** A sort by a value in the row of the entry: not measurable. */
  sort: 1,
  /** A sort by a multi-valued field: SQLite 1 ms, MariaDB 6 ms. */
  multipleSort: 60,
  /** A sort by a long text: SQLite 2.4 ms, MariaDB 9 ms. */
  longTextSort: 90,
  /**
   * A word of a full text search, which an index finds. One that most entries have takes longer, and the time limit of
   * statements applies. 32 words are below the default maximum.
   */
  searchWord: 30,
  /** A beginning of words: one letter among 2,000 articles takes 8 ms on SQLite and 25 ms on MariaDB. */
  searchPrefix: 90,
  /** A relationship of an include: the lookup of the targets of up to 2,000 entries in memory, 0.5 to 1 ms. */
  include: 10,
} as const;

/**
 * The assumed number of targets of a to-many relationship; it multiplies the visited entries of each such step. Where
 * content has more, the time limit of statements applies.
 */
const TARGETS_OF_MANY = 3;

/** One kind of work in a query and its total cost. */
interface ComplexityPart {
  /** The family of query parameters. */
  readonly parameter: 'filter' | 'sort' | 'include';
  /** `CONTAINS on body.value`, or a path. */
  readonly name: string;
  /** The number of occurrences in the query. */
  readonly count: number;
  readonly cost: number;
}

/** The estimated cost of a query, in units of `COMPLEXITY`. */
export interface QueryComplexity {
  /** Rounded up. */
  readonly total: number;
  /** The part with the greatest cost; `undefined` for a query without parts. */
  readonly greatest: ComplexityPart | undefined;
}

type EstimatedQuery = Pick<EntryQuery, 'filter'> &
  Partial<Pick<EntryQuery, 'sort'>> & { readonly include?: IncludeTree | undefined };

/** The estimated cost of the query exceeds the maximum of the site (`queryComplexityMaximum`). */
export class QueryTooComplex extends DomainError {
  constructor({ total, greatest }: QueryComplexity, maximum: number) {
    const { parameter = 'filter', name = '', count = 0, cost = 0 } = greatest ?? {};
    const times = count === 1 ? '' : ` (${count} times)`;
    super(
      'invalid_parameter',
      `The query is too complex: it costs ${total}, at most ${maximum} are allowed. Most of it, ${Math.ceil(cost)}, ` +
        `is for ${shorten(name)}${times} in '${parameter}'; ask for less of it, or in several queries.`,
      { source: { parameter }, meta: { complexity: total, maximum } },
    );
  }
}

/** Checks the cost of a query before it runs. @throws QueryTooComplex */
export function requireComplexity(query: EstimatedQuery, maximum: number): void {
  const complexity = estimateComplexity(query);
  if (complexity.total > maximum) throw new QueryTooComplex(complexity, maximum);
}

/**
 * Estimates the work of the database from the form of the query: from the operators, the storage of the values and the
 * number of entries that paths visit, not from the content of the site.
 */
export function estimateComplexity({ filter, sort = [], include }: EstimatedQuery): QueryComplexity {
  const sum = new ComplexitySum();
  if (filter !== undefined) new FilterEstimator(sum).add(filter);
  for (const { path } of sort) sum.add('sort', path.text, estimateSort(path));
  if (include !== undefined) addIncludes(include, sum);
  return sum.toComplexity();
}

/** Adds up the costs of parts with the same parameter and name. */
class ComplexitySum {
  private readonly parts = new Map<
    string,
    { -readonly [Name in keyof ComplexityPart]: ComplexityPart[Name] }
  >();

  add(parameter: ComplexityPart['parameter'], name: string, cost: number): void {
    const key = `${parameter} ${name}`;
    const part = this.parts.get(key);
    if (part === undefined) this.parts.set(key, { parameter, name, count: 1, cost });
    else {
      part.count += 1;
      part.cost += cost;
    }
  }

  toComplexity(): QueryComplexity {
    let [total, greatest]: [number, ComplexityPart | undefined] = [0, undefined];
    for (const part of this.parts.values()) {
      total += part.cost;
      if (greatest === undefined || part.cost > greatest.cost) greatest = part;
    }
    return { total: Math.ceil(total), greatest };
  }
}

/** Operators for which the database finds the values in an index and follows the path backwards. */
const LOOKUP_OPERATORS: ReadonlySet<Operator> = new Set(['=', 'IN']);

class FilterEstimator {
  /** The paths and values of earlier lookups. */
  private readonly lookedUp = new Set<string>();

  constructor(private readonly sum: ComplexitySum) {}

  add(filter: Filter): void {
    if (filter.kind === 'group') for (const member of filter.members) this.add(member);
    if (filter.kind === 'fulltext')
      for (const { prefix } of [...filter.required, ...filter.excluded])
        this.sum.add(
          'filter',
          prefix ? 'a beginning in fulltext' : 'a word in fulltext',
          prefix ? COMPLEXITY.searchPrefix : COMPLEXITY.searchWord,
        );
    if (filter.kind === 'condition')
      this.sum.add('filter', `${filter.operator} on ${filter.path.text}`, this.estimateCondition(filter));
  }

  private estimateCondition(condition: Condition): number {
    const { path, operator, values } = condition;
    const listed = COMPLEXITY.listedValue * Math.max(0, values.length - 1);
    if (LOOKUP_OPERATORS.has(operator) && isIndexed(path)) return this.estimateLookup(condition) + listed;
    if (operator === 'IS NULL') return estimateNullTest(path);
    const { visits, arrivals } = walk(getWalkedSteps(path));
    return COMPLEXITY.visit * visits + arrivals * getEndCost(path.end, operator) + listed;
  }

  /**
   * Different values match different entries, so all lookups along one path together visit each entry at most once: the
   * walk is counted once. A repeated value visits the same entries again.
   */
  private estimateLookup({ path, values }: Condition): number {
    const { lookup, branches } = walk(getWalkedSteps(path));
    const keys = values.map((value) => `${path.text} ${value}`);
    const isNew = keys.every((key) => !this.lookedUp.has(key)) && this.lookedUp.has(path.text);
    for (const key of [path.text, ...keys]) this.lookedUp.add(key);
    const end =
      path.end.kind === 'property' && path.end.multiple ? COMPLEXITY.multiple : COMPLEXITY.comparison;
    return branches + (isNew ? COMPLEXITY.comparison : lookup + end);
  }
}

/** The last step of IS NULL on a relationship itself costs as much as with other operators: it tests for a target only. */
function estimateNullTest({ steps, end }: FieldPath): number {
  const testedSteps = end.kind === 'id' ? steps.slice(0, -1) : steps;
  const [tested, all] = [walk(testedSteps), walk(steps)];
  const linkage = COMPLEXITY.visit * (all.visits - tested.visits);
  return COMPLEXITY.visitForNull * tested.visits + linkage + all.arrivals * getEndCost(end, 'IS NULL');
}

/** Whether an index finds the entries with a value. */
function isIndexed({ end }: FieldPath): boolean {
  return end.kind === 'id' || (end.property.kind !== 'boolean' && end.property.kind !== 'text');
}

/** The steps of a path, without a single to-one step to an id: the linkage itself holds that id. */
function getWalkedSteps({ steps, end }: FieldPath): readonly PathStep[] {
  return end.kind === 'id' && steps.length === 1 && steps[0]?.multiple === false ? [] : steps;
}

/** The size of a path, for each entry at its start. */
interface Walk {
  /** The number of visited entries. */
  readonly visits: number;
  /** The number of entries at the end. */
  readonly arrivals: number;
  /** The number of subqueries: one for each target type of a step. */
  readonly branches: number;
  /** The cost of following the path backwards from all entries at its end. */
  readonly lookup: number;
}

function walk(steps: readonly PathStep[]): Walk {
  let [visits, arrivals, branches, lookup, types] = [0, 1, 0, 0, 1];
  for (const { multiple, delta, targetTypes } of steps) {
    types *= Math.max(1, targetTypes.length);
    const many = multiple && delta === undefined;
    arrivals *= many ? TARGETS_OF_MANY : 1;
    visits += arrivals * types;
    branches += types;
    lookup += types * (many ? COMPLEXITY.lookupOfMany : COMPLEXITY.lookup);
  }
  return { visits, arrivals, branches, lookup };
}

/** The cost of an operator at the end of a path, for each tested entry. */
function getEndCost(end: PathEnd, operator: Operator): number {
  const { comparesText } = OPERATORS[operator];
  if (end.kind === 'id') return comparesText ? COMPLEXITY.textOperatorOnId : COMPLEXITY.comparison;
  if (isLong(end.property.kind))
    return operator === 'CONTAINS' ? COMPLEXITY.longTextContains : COMPLEXITY.longText;
  if (end.multiple) return COMPLEXITY.multiple;
  return comparesText ? COMPLEXITY.textOperator : COMPLEXITY.comparison;
}

function estimateSort({ steps, end }: FieldPath): number {
  const { visits, arrivals } = walk(steps);
  return COMPLEXITY.visitForSort * visits + arrivals * getSortEndCost(end);
}

function getSortEndCost(end: PathEnd): number {
  if (end.kind === 'id') return COMPLEXITY.sort;
  if (isLong(end.property.kind)) return COMPLEXITY.longTextSort;
  return end.multiple ? COMPLEXITY.multipleSort : COMPLEXITY.sort;
}

const isLong = (kind: ValueKind): boolean => kind === 'text';

function addIncludes(tree: IncludeTree, sum: ComplexitySum): void {
  for (const [field, branch] of tree) {
    sum.add('include', field, COMPLEXITY.include);
    addIncludes(branch, sum);
  }
}

/** The maximum length of a quoted name in a message. */
const NAME_MAXIMUM = 100;

const shorten = (name: string): string =>
  name.length > NAME_MAXIMUM ? `${name.slice(0, NAME_MAXIMUM)}…` : name;
