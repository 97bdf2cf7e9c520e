import type { IndexValue } from './filter.js';
import type { PlacedValue } from './index-value.js';
import type { Operator } from './operators.js';

type Compared = Pick<PlacedValue, 'value' | 'text'>;

/** Whether a value that is there meets an operator. What has no value meets none, `<>` and NOT IN included. */
export function holds(operator: Operator, wanted: readonly IndexValue[], { value, text }: Compared): boolean {
  const compared = wanted.map((other) => compareIndexValues(value, other));
  const [first = Number.NaN, second = Number.NaN] = compared;
  const piece = String(wanted[0]);
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
      return text.startsWith(piece);
    case 'CONTAINS':
      return text.includes(piece);
    case 'ENDS_WITH':
      return text.endsWith(piece);
    case 'IS NULL':
      return false;
    case 'IS NOT NULL':
      return true;
  }
}

/** Numbers by size, texts by their UTF-8 bytes (JavaScript's `<` compares UTF-16 units, which no database does). */
export function compareIndexValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}
