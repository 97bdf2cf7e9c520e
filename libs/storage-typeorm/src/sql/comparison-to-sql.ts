import type { Condition, IndexValue } from '@content-service/entries';
import { isUuid, parseUuid } from '@content-service/kernel';
import { all, FALSE, join, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { KEEPS_TEXT, STORED_AS, toIndexKey } from '../index-tables/index-key.js';
import { formatColumnName, formatTextColumnName, type IndexedValue } from '../index-tables/index-schema.js';
import type { ValueComparison, ValueRowsPlan } from '../plan/filter-plan.js';
import { semiJoin } from './semi-join.js';
import { deltaCondition, type StatementWriter } from './statement-writer.js';

/** Condition on the id of an entry: a key of sixteen bytes. Values that are no UUIDs compare with its text. */
export function idComparison(condition: Condition, id: Sql, dialect: Dialect): Sql {
  const text = dialect.uuidText(id);
  const operand: Operand = condition.values.every((value) => isUuid(String(value)))
    ? { value: id, text, bind: (value) => sql`${parseUuid(String(value))}` }
    : { value: text, text, bind: (value) => toBytes(String(value)) };
  return comparisonToSql(condition, operand, dialect);
}

/** Condition on a property in the column of its type's table. */
export function columnComparison(
  { condition, value }: ValueComparison,
  alias: string,
  dialect: Dialect,
): Sql {
  const column = raw(`${alias}.${formatColumnName(value)}`);
  const operand: Operand = {
    value: column,
    text: toTextOperand(value, column, raw(`${alias}.${formatTextColumnName(value)}`), dialect),
    bind: createBinder(value, dialect),
  };
  return comparisonToSql(condition, operand, dialect);
}

/**
 * Condition: some value in the tables of multi-valued properties or long texts meets all comparisons. Rows of the same delta
 * are parts of the same value. There is a row only where there is a value: a comparison with NULL would lead SQLite to the
 * index of values, where it reads every row of the property for every entry (2,000 entries with three values each: 240 ms).
 */
export function valueRowsToSql(plan: ValueRowsPlan, entry: string, writer: StatementWriter): Sql {
  const { comparisons, delta, lookup } = plan;
  const rows = new Map<number, { readonly value: IndexedValue; readonly alias: string }>();
  for (const { value } of comparisons)
    if (!rows.has(value.id)) rows.set(value.id, { value, alias: writer.nextAlias('v') });
  const [first, ...others] = [...rows.values()].map(({ value, alias }) => ({
    alias,
    table: raw(`ix_${value.placement} ${alias}`),
    isProperty: sql`${raw(alias)}.prop_id = ${value.id}`,
  }));
  if (first === undefined) return TRUE;
  const joins = others.map(
    ({ alias, table, isProperty }) =>
      sql` JOIN ${table} ON ${raw(`${alias}.id = ${first.alias}.id AND ${alias}.delta = ${first.alias}.delta`)} AND ${isProperty}`,
  );
  const conditions = comparisons.map(({ condition, value }) =>
    condition.operator === 'IS NOT NULL'
      ? TRUE
      : comparisonToSql(
          condition,
          valueRowOperand(rows.get(value.id)?.alias ?? '', value, writer.dialect),
          writer.dialect,
        ),
  );
  const relation = {
    from: sql`${first.table}${join(joins, '')}`,
    foreignKey: raw(`${first.alias}.id`),
    localKey: raw(`${entry}.id`),
  };
  return semiJoin(
    relation,
    all([first.isProperty, deltaCondition(first.alias, delta), ...conditions]),
    lookup,
  );
}

/** A property in the table of multi-valued properties, or in that of long texts. */
function valueRowOperand(alias: string, value: IndexedValue, dialect: Dialect): Operand {
  const column = raw(`${alias}.${formatValueRowColumn(value)}`);
  return {
    value: column,
    text: toTextOperand(value, column, raw(`${alias}.s`), dialect),
    bind: value.placement === 'text' ? (value) => toBytes(String(value)) : createBinder(value, dialect),
  };
}

const MULTI_COLUMN = { bytes: 's', integer: 'n', float: 'd' } as const;

/** The column of `ix_multi` or `ix_text` that has the values. */
export function formatValueRowColumn({ placement, property }: IndexedValue): string {
  return placement === 'text' ? 's' : MULTI_COLUMN[STORED_AS[property.kind]];
}

const toBytes = (text: string): Sql => sql`${Buffer.from(text)}`;

function toTextOperand({ property }: IndexedValue, column: Sql, textColumn: Sql, dialect: Dialect): Sql {
  if (STORED_AS[property.kind] === 'bytes') return column;
  return KEEPS_TEXT.has(property.kind) ? textColumn : dialect.digits(column);
}

function createBinder({ property }: IndexedValue, dialect: Dialect): Operand['bind'] {
  switch (STORED_AS[property.kind]) {
    case 'bytes':
      return (value) => sql`${toIndexKey(String(value))}`;
    case 'float':
      return (value) => sql`${value}`;
    case 'integer':
      return (value) =>
        typeof value === 'string' || isStorableInteger(value) ? sql`${value}` : dialect.beyondIntegers(value);
  }
}

const INTEGER_MAXIMUM = 2n ** 63n - 1n;

function isStorableInteger(value: number | bigint): boolean {
  return typeof value === 'number'
    ? Number.isSafeInteger(value)
    : value >= -INTEGER_MAXIMUM && value <= INTEGER_MAXIMUM;
}

/** One side of a comparison: its value, and the bytes for text operators. */
interface Operand {
  readonly value: Sql;
  readonly text: Sql;
  /** A value of a condition in the form in which `value` is stored. */
  readonly bind: (value: IndexValue) => Sql;
}

/** Condition: an operand meets a comparison. For NULL, only IS NULL is true; other operators give NULL or false. */
function comparisonToSql({ operator, values }: Condition, operand: Operand, dialect: Dialect): Sql {
  const { value, text } = operand;
  const [first = NULL, second = NULL] = values.map(operand.bind);
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
      return values.length === 0 ? FALSE : sql`${value} IN ${toParameterList(values.map(operand.bind))}`;
    case 'NOT IN':
      return values.length === 0
        ? isPresent(value)
        : sql`${value} NOT IN ${toParameterList(values.map(operand.bind))}`;
    case 'BETWEEN':
      return sql`${value} BETWEEN ${first} AND ${second}`;
    case 'NOT BETWEEN':
      return sql`(${value} < ${first} OR ${value} > ${second})`;
    case 'STARTS_WITH':
      return piece.length === 0 ? isPresent(value) : startsWith(text, piece);
    case 'CONTAINS':
      return piece.length === 0 ? isPresent(value) : dialect.contains(text, piece);
    case 'ENDS_WITH':
      return piece.length === 0 ? isPresent(value) : sql`${dialect.suffix(text, piece.length)} = ${piece}`;
    case 'IS NULL':
      return sql`${value} IS NULL`;
    case 'IS NOT NULL':
      return isPresent(value);
    default:
      return impossible(operator);
  }
}

const NULL = raw('NULL');

function isPresent(value: Sql): Sql {
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
