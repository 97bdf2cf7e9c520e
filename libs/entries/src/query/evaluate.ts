import type { Uuid } from '@content-service/kernel';
import type { Entry } from '../entry.js';
import type { EntryQuery, EntrySelection, Found, Place, SeekQuery, Sort } from './entry-query.js';
import { type PathEnd, type PathStep, stepKey } from './field-path.js';
import type { Condition, Filter, IndexValue } from './filter.js';
import { indexValuesOf, type PlacedValue } from './index-value.js';
import { compareIndexValues, holds } from './holds.js';

/** Finds any entry by id, whatever its type. */
export interface EntryLookup {
  get(id: Uuid): Entry | undefined;
}

/**
 * What a query means: the answer every store must give. It reads all entries and is as slow as it is plain; stores that
 * keep everything in memory use it, and the conformance kit compares all others with it.
 */
export function evaluate(query: EntryQuery, entries: Iterable<Entry>, all: EntryLookup): Entry[] {
  return inOrder(query, entries, all).map(({ entry }) => entry);
}

/** What a search from a place means, as `evaluate` says it of a window. */
export function evaluateSeek(query: SeekQuery, entries: Iterable<Entry>, all: EntryLookup): Found {
  const { sort, limit, from } = query;
  const order = inOrder(query, entries, all).map(({ place }) => place);
  const beyond = order.filter((place) => {
    const distance = from === undefined ? 1 : comparePlaces(sort, place, from.place);
    return from?.direction === 'before' ? distance < 0 : distance > 0;
  });
  const places = from?.direction === 'before' ? beyond.slice(-limit) : beyond.slice(0, limit);
  return { places, more: beyond.length > limit };
}

/** The members of a selection, in no particular order. */
export function select(selection: EntrySelection, entries: Iterable<Entry>, all: EntryLookup): Entry[] {
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
    case 'condition':
      return matchesTogether([filter], entry, all);
    case 'group': {
      if (filter.conjunction === 'OR') return filter.members.some((member) => matches(member, entry, all));
      const conditions = filter.members.filter((member) => member.kind === 'condition');
      const others = filter.members.filter((member) => member.kind !== 'condition');
      return matchesTogether(conditions, entry, all) && others.every((member) => matches(member, entry, all));
    }
  }
}

/** The conditions of one AND group. IS NULL asks for what is not there, so it cannot speak of the same value: it stands apart. */
function matchesTogether(conditions: readonly Condition[], entry: Entry, all: EntryLookup): boolean {
  const isNull = (condition: Condition): boolean => condition.operator === 'IS NULL';
  return (
    conditions.filter(isNull).every(({ path }) => hasGap(path.steps, path.end, entry, all)) &&
    bind(
      conditions.filter((condition) => !isNull(condition)).map((condition) => ({ condition, depth: 0 })),
      entry,
      all,
    )
  );
}

/** A condition of which the first `depth` steps have been walked. */
interface Bound {
  readonly condition: Condition;
  readonly depth: number;
}

/** Whether there are targets and values, one for each relationship and multi-valued field, that meet all conditions. */
function bind(bounds: readonly Bound[], entry: Entry, all: EntryLookup): boolean {
  const here = bounds.filter(({ condition, depth }) => condition.path.steps.length === depth);
  const onward = bounds.filter(({ condition, depth }) => condition.path.steps.length > depth);
  return (
    groupBy(here, ({ condition }) => endKey(condition.path.end)).every((group) => someValue(group, entry)) &&
    groupBy(onward, stepKeyOf).every((group) => someTarget(group, entry, all))
  );
}

function someTarget(group: readonly Bound[], entry: Entry, all: EntryLookup): boolean {
  const step = nextStep(first(group));
  return targets(step, entry, all).some(
    (target) =>
      group.every((bound) => target.published || !nextStep(bound).publishedTargetsOnly) &&
      bind(
        group.map(({ condition, depth }) => ({ condition, depth: depth + 1 })),
        target,
        all,
      ),
  );
}

function someValue(group: readonly Bound[], entry: Entry): boolean {
  const tests = group.map(({ condition: { path, operator, values } }) => ({
    placed: valuesAt(path.end, entry),
    isMet: (placed: PlacedValue) => holds(operator, values, placed),
  }));
  const deltas = new Set(first(tests).placed.map(({ delta }) => delta));
  return [...deltas].some((delta) =>
    tests.every(({ placed, isMet }) => placed.some((value) => value.delta === delta && isMet(value))),
  );
}

/** Whether a path leads to no value somewhere: a relationship without a target, or a target without a value. */
function hasGap(steps: readonly PathStep[], end: PathEnd, entry: Entry, all: EntryLookup): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return valuesAt(end, entry).length === 0;
  const reached = visibleTargets(step, entry, all);
  return reached.length === 0 || reached.some((target) => hasGap(rest, end, target, all));
}

/** All values a path leads to. */
function valuesAlong(
  steps: readonly PathStep[],
  end: PathEnd,
  entry: Entry,
  all: EntryLookup,
): readonly PlacedValue[] {
  const [step, ...rest] = steps;
  if (step === undefined) return valuesAt(end, entry);
  return visibleTargets(step, entry, all).flatMap((target) => valuesAlong(rest, end, target, all));
}

function visibleTargets(step: PathStep, entry: Entry, all: EntryLookup): Entry[] {
  return targets(step, entry, all).filter((target) => target.published || !step.publishedTargetsOnly);
}

/** Of any type: `.id` compares the linkage itself, and what follows otherwise looks for the types that have it. */
function targets(step: PathStep, entry: Entry, all: EntryLookup): Entry[] {
  if (!step.sourceTypes.includes(entry.type)) return [];
  const linkage = entry.relationships[step.field] ?? [];
  return linkage
    .filter((_, delta) => step.delta === undefined || step.delta === delta)
    .map(({ id }) => all.get(id))
    .filter((target) => target !== undefined);
}

function valuesAt(end: PathEnd, entry: Entry): readonly PlacedValue[] {
  if (end.kind === 'id') return [{ delta: 0, value: entry.id, text: entry.id }];
  if (!end.types.includes(entry.type)) return [];
  const values = indexValuesOf(entry, { name: end.field, multiple: end.multiple }, end.property);
  return end.delta === undefined ? values : values.filter(({ delta }) => delta === end.delta);
}

function sortKey({ path, direction }: Sort, entry: Entry, all: EntryLookup): IndexValue | null {
  const values = valuesAlong(path.steps, path.end, entry, all).map(({ value }) => value);
  const sorted = values.sort(compareIndexValues);
  return (direction === 'ascending' ? sorted[0] : sorted.at(-1)) ?? null;
}

interface Placed {
  readonly entry: Entry;
  readonly place: Place;
}

function inOrder(
  query: Pick<SeekQuery, 'sort'> & EntrySelection,
  entries: Iterable<Entry>,
  all: EntryLookup,
): Placed[] {
  const { sort } = query;
  const placed = select(query, entries, all).map((entry) => {
    const keys = sort.map((by) => sortKey(by, entry, all));
    return { entry, place: { keys, position: entry.position, id: entry.id } };
  });
  return placed.sort((a, b) => comparePlaces(sort, a.place, b.place));
}

function comparePlaces(sorts: readonly Sort[], a: Place, b: Place): number {
  for (const [n, sort] of sorts.entries()) {
    const order = compareNullable(a.keys[n] ?? null, b.keys[n] ?? null);
    if (order !== 0) return sort.direction === 'ascending' ? order : -order;
  }
  return a.position - b.position || compareIndexValues(a.id, b.id);
}

/** No value comes before any value. */
function compareNullable(a: IndexValue | null, b: IndexValue | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareIndexValues(a, b);
}

const nextStep = ({ condition, depth }: Bound): PathStep => first(condition.path.steps.slice(depth));
const stepKeyOf = (bound: Bound): string => stepKey(nextStep(bound));
const endKey = (end: PathEnd): string =>
  end.kind === 'id' ? '.id' : end.delta === undefined ? end.field : `${end.field}.${end.delta}`;

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('A group has at least one member.');
  return item;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}
