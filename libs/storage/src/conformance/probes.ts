import type { ValueKind } from '@content-service/bundles';
import {
  type Arity,
  compareIndexValues,
  type Condition,
  type Entry,
  toIndexValues,
  type IndexValue,
  isOperator,
  OPERATORS,
  type PathEnd,
  type ValueAtDelta,
} from '@content-service/entries';
import { EXAMPLE_ENTRIES } from './example-content.js';
import type { QueryParts } from './queries.js';

/** What is worth asking the end of a path for: values that entries of the example have, and some that none has. */
export interface ValueProbe {
  readonly values: readonly IndexValue[];
  /** For the operators that compare text. */
  readonly pieces: readonly string[];
}

export const OPERATOR_NAMES = Object.keys(OPERATORS).filter(isOperator);

/**
 * Every operator at one path, each with several values.
 *
 * @param most how many conditions an operator gets; default: all that apply
 */
export function generateConditions(parts: QueryParts, path: string, most = Infinity): Condition[] {
  const probe = createProbe(parts.where(path, 'IS NULL').path.end);
  return OPERATOR_NAMES.flatMap((operator) => {
    const { arity, comparesText } = OPERATORS[operator];
    const lists = ARGUMENTS[arity](comparesText ? probe.pieces : probe.values);
    const gap = Math.max(1, Math.ceil(lists.length / most));
    return lists.filter((_, n) => n % gap === 0).map((values) => parts.where(path, operator, ...values));
  });
}

type Values = readonly IndexValue[];

/** The lists of values that an operator is tried with. */
const ARGUMENTS: Readonly<Record<Arity, (values: Values) => readonly Values[]>> = {
  none: () => [[]],
  one: (values) => values.map((value) => [value]),
  many: (values) => [values.slice(0, 1), values.slice(1, 4), values].filter(({ length }) => length > 0),
  two: (values) => [
    [values.at(0) ?? 0, values.at(-1) ?? 0],
    [values.at(1) ?? 0, values.at(-2) ?? 0],
    [values.at(-2) ?? 0, values.at(1) ?? 0],
    [values.at(1) ?? 0, values.at(1) ?? 0],
  ],
};

export function createProbe(end: PathEnd): ValueProbe {
  const kind = end.kind === 'id' ? 'uuid' : end.property.kind;
  const placed = EXAMPLE_ENTRIES.flatMap((entry) => getValuesAt(end, entry));
  const values = placed.map(({ value }) => value);
  const pieces = placed.flatMap(({ text }) => getSubstrings(text));
  return {
    values: [...sampleEvenly(values, 4), ...ABSENT[kind]],
    pieces: ['', '%', '_', ...sampleEvenly(pieces, 6)],
  };
}

function getValuesAt(end: PathEnd, entry: Entry): readonly ValueAtDelta[] {
  if (end.kind === 'id') return [{ delta: 0, value: entry.id, text: entry.id }];
  if (!end.types.includes(entry.type)) return [];
  return toIndexValues(entry, { name: end.field, multiple: end.multiple }, end.property);
}

/** So many different ones, evenly spread, the least and the greatest among them. */
function sampleEvenly<T extends IndexValue>(values: readonly T[], amount: number): T[] {
  const ordered = [...new Set(values)].sort(compareIndexValues);
  if (ordered.length <= amount) return ordered;
  const gap = (ordered.length - 1) / (amount - 1);
  const places = new Set(Array.from({ length: amount }, (_, n) => Math.round(n * gap)));
  return ordered.filter((_, index) => places.has(index));
}

/** Beginning, middle and end of a text, in whole characters. */
function getSubstrings(text: string): string[] {
  const characters = Array.from(text);
  const half = Math.floor(characters.length / 2);
  return [characters.slice(0, 2), characters.slice(half, half + 2), characters.slice(-2)].map((some) =>
    some.join(''),
  );
}

/** Values that no entry of the example has. A whole number can be compared with a fraction. */
const ABSENT: Readonly<Record<ValueKind, Values>> = {
  string: ['', 'nowhere'],
  text: ['', 'nowhere'],
  uuid: ['00000000-0000-7000-8000-000000000000'],
  integer: [3.5],
  decimal: [1n],
  float: [2.75],
  boolean: [],
  timestamp: [1],
  datetime: [1],
  date: [1],
};
