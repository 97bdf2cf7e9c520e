/** What the operator needs: one value, a list of at least one, exactly two, or none. */
export type Arity = 'one' | 'many' | 'two' | 'none';

/** The filter operators (specification, «GET /api/{entityType}/{bundle}»), exact and in upper case. */
export const OPERATORS = {
  '=': { arity: 'one', comparesText: false },
  '<>': { arity: 'one', comparesText: false },
  '>': { arity: 'one', comparesText: false },
  '>=': { arity: 'one', comparesText: false },
  '<': { arity: 'one', comparesText: false },
  '<=': { arity: 'one', comparesText: false },
  STARTS_WITH: { arity: 'one', comparesText: true },
  CONTAINS: { arity: 'one', comparesText: true },
  ENDS_WITH: { arity: 'one', comparesText: true },
  IN: { arity: 'many', comparesText: false },
  'NOT IN': { arity: 'many', comparesText: false },
  BETWEEN: { arity: 'two', comparesText: false },
  'NOT BETWEEN': { arity: 'two', comparesText: false },
  'IS NULL': { arity: 'none', comparesText: false },
  'IS NOT NULL': { arity: 'none', comparesText: false },
} as const satisfies Record<string, { arity: Arity; comparesText: boolean }>;

export type Operator = keyof typeof OPERATORS;

export function isOperator(text: string): text is Operator {
  return Object.hasOwn(OPERATORS, text);
}
