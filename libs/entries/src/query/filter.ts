import type { FieldPath } from './field-path.js';
import type { Operator } from './operators.js';

/**
 * A value in the form its property is compared in (`index-value.ts`): folded text, canonical UUID, whole numbers,
 * scaled decimals as bigint, UNIX seconds, 1 and 0 for booleans.
 */
export type IndexValue = string | number | bigint;

export interface Condition {
  readonly kind: 'condition';
  readonly path: FieldPath;
  readonly operator: Operator;
  /**
   * As many as the operator's arity says. For operators that compare text, the piece of text to look for (folded as the
   * property is). Empty for IS NULL and IS NOT NULL.
   */
  readonly values: readonly IndexValue[];
}

/**
 * Conditions joined by AND or OR. Inside one AND group, conditions that go through the same relationship speak of the
 * same target, and those on the same multi-valued field of the same value; a nested group starts afresh.
 */
export interface Group {
  readonly kind: 'group';
  readonly conjunction: 'AND' | 'OR';
  readonly members: readonly Filter[];
}

/** Matches no entry: a path the reader may not use, a value no entry can have. */
export interface Nothing {
  readonly kind: 'nothing';
}

export type Filter = Condition | Group | Nothing;
