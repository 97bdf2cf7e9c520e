import { groupBy, type Uuid } from '@content-service/kernel';
import type { Entry } from '../entry.js';
import { computeScore, matchesSearch } from '../search/full-text-search.js';
import type {
  Condition,
  EntryQuery,
  EntrySelection,
  Filter,
  FullTextSearch,
  IndexValue,
  KeysetPage,
  KeysetPosition,
  KeysetQuery,
  Operator,
  Sort,
} from './entry-query.js';
import { formatEndKey, formatStepKey, type PathEnd, type PathStep } from './field-path.js';
import { compareIndexValues, toIndexValues, type ValueAtDelta } from './index-value.js';

/** Finds any entry by id, whatever its type. */
export interface EntryLookup {
  get(id: Uuid): Entry | undefined;
}

/**
 * The reference implementation of a query: all stores must return the same entries. It reads all entries and is not
 * optimized; the memory adapter uses it, and the conformance kit compares other adapters with it.
 */
export function evaluate(query: EntryQuery, entries: Iterable<Entry>, all: EntryLookup): Entry[] {
  const sorted = sortEntries(query, entries, all).map(({ entry }) => entry);
  return query.ranking === undefined ? sorted : rank(query.ranking, sorted);
}

/** The most relevant entries first, equally relevant ones in their order. */
function rank(search: FullTextSearch, entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, score: computeScore(search, entry) }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** The reference implementation of keyset pagination. */
export function evaluateKeyset(query: KeysetQuery, entries: Iterable<Entry>, all: EntryLookup): KeysetPage {
  const { sort, limit, bound } = query;
  const order = sortEntries(query, entries, all).map(({ position }) => position);
  const beyond = order.filter((position) => {
    const distance = bound === undefined ? 1 : comparePositions(sort, position, bound.position);
    return bound?.direction === 'before' ? distance < 0 : distance > 0;
  });
  const positions = bound?.direction === 'before' ? beyond.slice(-limit) : beyond.slice(0, limit);
  return { positions, more: beyond.length > limit };
}

/** The entries of a selection, in no particular order. */
export function findSelected(selection: EntrySelection, entries: Iterable<Entry>, all: EntryLookup): Entry[] {
  const { type, publishedOnly, filter } = selection;
  return [...entries].filter(
    (entry) =>
      entry.type === type &&
      (!publishedOnly || entry.published) &&
      (filter === undefined || matches(filter, entry, all)),
  );
}

export function matches(filter: Filter, entry: Entry, all: EntryLookup): boolean {
  switch (filter.kind) {
    case 'nothing':
      return false;
    case 'fulltext':
      return matchesSearch(filter, entry);
    case 'condition':
      return matchesAll([filter], entry, all);
    case 'group': {
      if (filter.conjunction === 'OR') return filter.members.some((member) => matches(member, entry, all));
      const conditions = filter.members.filter((member) => member.kind === 'condition');
      const others = filter.members.filter((member) => member.kind !== 'condition');
      return matchesAll(conditions, entry, all) && others.every((member) => matches(member, entry, all));
    }
  }
}

/** The conditions of one AND group. IS NULL tests for an absent value, so it never shares a value with other conditions. */
function matchesAll(conditions: readonly Condition[], entry: Entry, all: EntryLookup): boolean {
  const isNull = (condition: Condition): boolean => condition.operator === 'IS NULL';
  return (
    conditions.filter(isNull).every(({ path }) => hasNullPath(path.steps, path.end, entry, all)) &&
    matchPathConditions(
      conditions.filter((condition) => !isNull(condition)).map((condition) => ({ condition, depth: 0 })),
      entry,
      all,
    )
  );
}

/** A condition at the step `depth` of its path. */
interface PathCondition {
  readonly condition: Condition;
  readonly depth: number;
}

/** Whether there are targets and values, one for each relationship and multi-valued field, that match all conditions. */
function matchPathConditions(conditions: readonly PathCondition[], entry: Entry, all: EntryLookup): boolean {
  const here = conditions.filter(({ condition, depth }) => condition.path.steps.length === depth);
  const onward = conditions.filter(({ condition, depth }) => condition.path.steps.length > depth);
  return (
    groupBy(here, ({ condition }) => formatEndKey(condition.path.end)).every((group) =>
      matchesSomeValue(group, entry),
    ) &&
    groupBy(onward, (condition) => formatStepKey(getNextStep(condition))).every((group) =>
      matchesSomeTarget(group, entry, all),
    )
  );
}

function matchesSomeTarget(
  group: readonly [PathCondition, ...PathCondition[]],
  entry: Entry,
  all: EntryLookup,
): boolean {
  return findTargets(getNextStep(group[0]), entry, all).some(
    (target) =>
      group.every((condition) => target.published || !getNextStep(condition).publishedTargetsOnly) &&
      matchPathConditions(
        group.map(({ condition, depth }) => ({ condition, depth: depth + 1 })),
        target,
        all,
      ),
  );
}

function matchesSomeValue(group: readonly PathCondition[], entry: Entry): boolean {
  const matchingDeltas = group.map(({ condition: { path, operator, values } }) => {
    const matching = getEndValues(path.end, entry).filter((value) =>
      matchesOperator(operator, values, value),
    );
    return new Set(matching.map(({ delta }) => delta));
  });
  const [first, ...others] = matchingDeltas;
  return [...(first ?? [])].some((delta) => others.every((deltas) => deltas.has(delta)));
}

/** Whether a branch of a path ends without a value: a relationship without a target, or a target without a value. */
function hasNullPath(steps: readonly PathStep[], end: PathEnd, entry: Entry, all: EntryLookup): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return getEndValues(end, entry).length === 0;
  const targets = findVisibleTargets(step, entry, all);
  return targets.length === 0 || targets.some((target) => hasNullPath(rest, end, target, all));
}

/** All values of a path. */
function collectValues(
  steps: readonly PathStep[],
  end: PathEnd,
  entry: Entry,
  all: EntryLookup,
): readonly ValueAtDelta[] {
  const [step, ...rest] = steps;
  if (step === undefined) return getEndValues(end, entry);
  return findVisibleTargets(step, entry, all).flatMap((target) => collectValues(rest, end, target, all));
}

function findVisibleTargets(step: PathStep, entry: Entry, all: EntryLookup): Entry[] {
  return findTargets(step, entry, all).filter((target) => target.published || !step.publishedTargetsOnly);
}

/** The targets of a step, of any type: `.id` compares the linkage itself, other ends check the type (`getEndValues`). */
function findTargets(step: PathStep, entry: Entry, all: EntryLookup): Entry[] {
  if (!step.sourceTypes.includes(entry.type)) return [];
  const linkage = entry.relationships[step.field] ?? [];
  return linkage
    .filter((_, delta) => step.delta === undefined || step.delta === delta)
    .map(({ id }) => all.get(id))
    .filter((target) => target !== undefined);
}

function getEndValues(end: PathEnd, entry: Entry): readonly ValueAtDelta[] {
  if (end.kind === 'id') return [{ delta: 0, value: entry.id, text: entry.id }];
  if (!end.types.includes(entry.type)) return [];
  const values = toIndexValues(entry, { name: end.field, multiple: end.multiple }, end.property);
  return end.delta === undefined ? values : values.filter(({ delta }) => delta === end.delta);
}

function getSortKey(
  { path, direction, publishedOnly }: Sort,
  entry: Entry,
  all: EntryLookup,
): IndexValue | null {
  if (publishedOnly && !entry.published) return null;
  const values = collectValues(path.steps, path.end, entry, all).map(({ value }) => value);
  const sorted = values.sort(compareIndexValues);
  return (direction === 'ascending' ? sorted[0] : sorted.at(-1)) ?? null;
}

interface PositionedEntry {
  readonly entry: Entry;
  readonly position: KeysetPosition;
}

function sortEntries(
  query: Pick<KeysetQuery, 'sort'> & EntrySelection,
  entries: Iterable<Entry>,
  all: EntryLookup,
): PositionedEntry[] {
  const { sort } = query;
  const positioned = findSelected(query, entries, all).map((entry) => {
    const keys = sort.map((key) => getSortKey(key, entry, all));
    return { entry, position: { keys, position: entry.position, id: entry.id } };
  });
  return positioned.sort((a, b) => comparePositions(sort, a.position, b.position));
}

function comparePositions(sorts: readonly Sort[], a: KeysetPosition, b: KeysetPosition): number {
  for (const [n, sort] of sorts.entries()) {
    const order = compareNullable(a.keys[n] ?? null, b.keys[n] ?? null);
    if (order !== 0) return sort.direction === 'ascending' ? order : -order;
  }
  return a.position - b.position || compareIndexValues(a.id, b.id);
}

/** `null` comes before any value. */
function compareNullable(a: IndexValue | null, b: IndexValue | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareIndexValues(a, b);
}

function getNextStep({ condition, depth }: PathCondition): PathStep {
  const step = condition.path.steps[depth];
  if (step === undefined) throw new Error(`The path ${condition.path.text} has no step ${depth}.`);
  return step;
}

type ComparedValue = Pick<ValueAtDelta, 'value' | 'text'>;

/** Whether a present value matches an operator. An absent value matches none except IS NULL, not even `<>` and NOT IN. */
export function matchesOperator(
  operator: Operator,
  operands: readonly IndexValue[],
  { value, text }: ComparedValue,
): boolean {
  const compared = operands.map((other) => compareIndexValues(value, other));
  const [first = Number.NaN, second = Number.NaN] = compared;
  const searched = String(operands[0]);
  switch (operator) {
    case '=':
      return first === 0;
    case '<>':
      return first !== 0;
    case '>':
      return first > 0;
    case '>=':
      return first >= 0;
    case '<':
      return first < 0;
    case '<=':
      return first <= 0;
    case 'IN':
      return compared.includes(0);
    case 'NOT IN':
      return !compared.includes(0);
    case 'BETWEEN':
      return first >= 0 && second <= 0;
    case 'NOT BETWEEN':
      return first < 0 || second > 0;
    case 'STARTS_WITH':
      return text.startsWith(searched);
    case 'CONTAINS':
      return text.includes(searched);
    case 'ENDS_WITH':
      return text.endsWith(searched);
    case 'IS NULL':
      return false;
    case 'IS NOT NULL':
      return true;
  }
}
