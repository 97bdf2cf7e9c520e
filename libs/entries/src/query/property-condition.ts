import { defineProperty, type ValueKind } from '@content-service/bundles';
import type { Condition, IndexValue, Operator } from './entry-query.js';

/** The condition on a plain field of one type. @param values in the form in which the property is compared */
export function buildPropertyCondition(
  { type, field, kind }: { readonly type: string; readonly field: string; readonly kind: ValueKind },
  operator: Operator,
  values: readonly IndexValue[],
): Condition {
  const end = {
    kind: 'property',
    field,
    property: defineProperty(kind),
    types: [type],
    multiple: false,
  } as const;
  return { kind: 'condition', path: { text: field, steps: [], end }, operator, values };
}
