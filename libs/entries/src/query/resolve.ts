import { property } from '@content-service/bundles';
import type { Sort } from './entry-query.js';
import type { FieldPath } from './field-path.js';
import type { Condition, Filter, IndexValue } from './filter.js';
import { readFilterValues, UNMATCHABLE } from './filter-values.js';
import { type Operator, OPERATORS } from './operators.js';
import type { QueryContext } from './query-context.js';
import { FORBIDDEN_PATH, resolvePath } from './resolve-path.js';

/** A condition as the client wrote it. */
export interface WrittenCondition {
  readonly path: string;
  readonly operator: Operator;
  /** Already as many as the operator's arity says. */
  readonly values: readonly string[];
  /** The query parameters to blame for a bad path and for a bad value. */
  readonly pathParameter: string;
  readonly valueParameter: string;
}

const ID = property('uuid');

/** @throws InvalidPath, InvalidFilterValue */
export function resolveCondition(written: WrittenCondition, context: QueryContext): Filter {
  const { operator, values, pathParameter, valueParameter } = written;
  const use = OPERATORS[operator].arity === 'none' ? 'test for null' : 'compare';
  const path = resolvePath(written.path, use, pathParameter, context);
  if (path === FORBIDDEN_PATH) return { kind: 'nothing' };
  const compared = path.end.kind === 'id' ? ID : path.end.property;
  return simplify(path, operator, readFilterValues(operator, values, compared, valueParameter));
}

/**
 * @param parameter the query parameter to blame
 * @returns `undefined` when the reader may not sort by the path: it then tells entries apart as little as no sort
 * @throws InvalidPath
 */
export function resolveSort(
  path: string,
  direction: Sort['direction'],
  parameter: string,
  context: QueryContext,
): Sort | undefined {
  const resolved = resolvePath(path, 'compare', parameter, context);
  return resolved === FORBIDDEN_PATH ? undefined : { path: resolved, direction };
}

/** Takes values that no entry has out of the condition, so that stores only meet values they can bind. */
function simplify(
  path: FieldPath,
  operator: Operator,
  read: readonly (IndexValue | typeof UNMATCHABLE)[],
): Condition | { readonly kind: 'nothing' } {
  const values = read.filter((value) => value !== UNMATCHABLE);
  const condition = { kind: 'condition', path, operator, values } as const;
  if (values.length === read.length) return condition;
  if (operator === '<>' || operator === 'NOT IN')
    return values.length > 0 ? condition : { ...condition, operator: 'IS NOT NULL' };
  return operator === 'IN' && values.length > 0 ? condition : { kind: 'nothing' };
}
