/** A condition on a field, as the address of the list has it. */
export interface Condition {
  /** A path of a filter, such as `field_tags.name`. */
  readonly path: string;
  readonly operator: string;
  readonly value: string;
}

/** Conditions of which one must hold. */
interface Alternatives {
  readonly any: readonly Condition[];
}

/** One of the filters of a list, all of which must hold. */
export type ListFilter = Condition | Alternatives;

/** The conditions of a filter: several are alternatives. */
export function toConditions(filter: ListFilter): readonly Condition[] {
  return 'any' in filter ? filter.any : [filter];
}

/** The filter that has these conditions as alternatives; none without any. */
export function toListFilters(conditions: readonly Condition[]): readonly ListFilter[] {
  const [first, second] = conditions;
  if (first === undefined) return [];
  return [second === undefined ? first : { any: conditions }];
}

/** Whether a member of the address is a filter. */
export function isListFilter(value: unknown): value is ListFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { any } = value as Partial<Record<string, unknown>>;
  return any === undefined
    ? isCondition(value)
    : Array.isArray(any) && any.length > 0 && any.every(isCondition);
}

function isCondition(value: unknown): value is Condition {
  if (typeof value !== 'object' || value === null) return false;
  const { path, operator, value: operand } = value as Partial<Record<string, unknown>>;
  return isText(path) && isText(operator) && typeof operand === 'string';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
