import type { Condition, IndexValue } from '@content-service/entries';
import type { Dialect } from '../dialects/dialect.js';
import { FALSE, type Sql, sql, type SqlValue } from '../database/sql.js';
import { list } from '../database/statements.js';

/** Something that can be compared: its value, and the bytes that the text operators look at. */
export interface Operand {
  readonly value: Sql;
  readonly text: Sql;
  /** A value of a condition in the form in which `value` is stored. */
  readonly bind: (value: IndexValue) => SqlValue;
}

/** Whether an operand meets a condition. NULL meets none but IS NULL; the answer may be NULL then instead of false. */
export function comparison({ operator, values }: Condition, operand: Operand, dialect: Dialect): Sql {
  const { value, text } = operand;
  const [first = null, second = null] = values.map(operand.bind);
  const piece = Buffer.from(String(values[0] ?? ''));
  switch (operator) {
    case '=':
      return sql`${value} = ${first}`;
    case '<>':
      return sql`${value} <> ${first}`;
    case '>':
      return sql`${value} > ${first}`;
    case '>=':
      return sql`${value} >= ${first}`;
    case '<':
      return sql`${value} < ${first}`;
    case '<=':
      return sql`${value} <= ${first}`;
    case 'IN':
      return values.length === 0 ? FALSE : sql`${value} IN ${list(values.map(operand.bind))}`;
    case 'NOT IN':
      return values.length === 0 ? isThere(value) : sql`${value} NOT IN ${list(values.map(operand.bind))}`;
    case 'BETWEEN':
      return sql`${value} BETWEEN ${first} AND ${second}`;
    case 'NOT BETWEEN':
      return sql`(${value} < ${first} OR ${value} > ${second})`;
    case 'STARTS_WITH':
      return piece.length === 0 ? isThere(value) : startsWith(text, piece);
    case 'CONTAINS':
      return piece.length === 0 ? isThere(value) : dialect.contains(text, piece);
    case 'ENDS_WITH':
      return piece.length === 0 ? isThere(value) : sql`${dialect.endOf(text, piece.length)} = ${piece}`;
    case 'IS NULL':
      return sql`${value} IS NULL`;
    case 'IS NOT NULL':
      return isThere(value);
    default:
      return impossible(operator);
  }
}

function isThere(value: Sql): Sql {
  return sql`${value} IS NOT NULL`;
}

/** As a range, which an index can answer. The last byte of UTF-8 is never 255. */
function startsWith(text: Sql, piece: Buffer): Sql {
  const next = Buffer.from(piece);
  next[next.length - 1] = (next.at(-1) ?? 0) + 1;
  return sql`(${text} >= ${piece} AND ${text} < ${next})`;
}

function impossible(operator: never): never {
  throw new Error(`Operator ${String(operator)} has no SQL.`);
}
