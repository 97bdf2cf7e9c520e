import type { Condition, IndexValue } from '@content-service/entries';
import { isUuid, parseUuid } from '@content-service/kernel';
import { all, FALSE, join, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { KEEPS_TEXT, STORED_AS, toIndexKey } from '../index-tables/index-key.js';
import { formatColumnName, formatTextColumnName, type IndexedValue } from '../index-tables/index-schema.js';
import { deltaCondition, isSelective, type QueryWriter, semiJoin, type TableRef } from './joins.js';

interface LocatedCondition {
  readonly condition: Condition;
  readonly value: IndexedValue;
}

/** That one value of a field meets all conditions, which are on properties of the same field. */
export function valueCondition(conditions: readonly Condition[], entry: TableRef, writer: QueryWriter): Sql {
  const located = conditions.map((condition) => locateCondition(condition, entry, writer));
  if (!located.every((found) => found !== undefined)) return FALSE;
  const inColumns = located.filter(({ value }) => value.placement === 'column');
  const [first, ...others] = located.filter(({ value }) => value.placement !== 'column');
  return all([
    ...inColumns.map(({ condition, value }) =>
      comparisonToSql(condition, columnOperand(entry.alias, value, writer.dialect), writer.dialect),
    ),
    first === undefined ? TRUE : valueTableCondition([first, ...others], entry, writer),
  ]);
}

/** `undefined` where the entry cannot have such a value: its type lacks the field, or the field has fewer values. */
function locateCondition(
  condition: Condition,
  { type }: TableRef,
  writer: QueryWriter,
): LocatedCondition | undefined {
  const { end } = condition.path;
  if (end.kind === 'id' || !end.types.includes(type.name)) return undefined;
  if (!end.multiple && (end.delta ?? 0) > 0) return undefined;
  const value = writer.findValue(type, end);
  return value && { condition, value };
}

/**
 * Rows of the same delta are parts of the same value. There is a row only where there is a value: a comparison with NULL
 * would lead SQLite to the index of values, where it reads every row of the property for every entry (2,000 entries with
 * three values each: 240 ms).
 */
function valueTableCondition(
  located: readonly [LocatedCondition, ...LocatedCondition[]],
  entry: TableRef,
  writer: QueryWriter,
): Sql {
  const rows = new Map<number, { readonly value: IndexedValue; readonly alias: string }>();
  for (const { value } of located)
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
  const comparisons = located.map(({ condition, value }) =>
    condition.operator === 'IS NOT NULL'
      ? TRUE
      : comparisonToSql(
          condition,
          valueTableOperand(rows.get(value.id)?.alias ?? '', value, writer.dialect),
          writer.dialect,
        ),
  );
  const relation = {
    from: sql`${first.table}${join(joins, '')}`,
    foreignKey: raw(`${first.alias}.id`),
    localKey: raw(`${entry.alias}.id`),
  };
  const { end } = located[0].condition.path;
  const isAtDelta = deltaCondition(first.alias, end.kind === 'property' ? end.delta : undefined);
  const driveFromTarget = located.some(({ condition }) => isSelective(condition));
  return semiJoin(relation, all([first.isProperty, isAtDelta, ...comparisons]), driveFromTarget);
}

/** A property in the column of its type's table. */
function columnOperand(alias: string, value: IndexedValue, dialect: Dialect): Operand {
  const column = raw(`${alias}.${formatColumnName(value)}`);
  return {
    value: column,
    text: toTextOperand(value, column, raw(`${alias}.${formatTextColumnName(value)}`), dialect),
    bind: createBinder(value, dialect),
  };
}

/** A property in the table of multi-valued properties, or in that of long texts. */
function valueTableOperand(alias: string, value: IndexedValue, dialect: Dialect): Operand {
  const column = valueTableColumn(alias, value);
  return {
    value: column,
    text: toTextOperand(value, column, raw(`${alias}.s`), dialect),
    bind: value.placement === 'text' ? (value) => toBytes(String(value)) : createBinder(value, dialect),
  };
}

const MULTI_COLUMN = { bytes: 's', integer: 'n', float: 'd' } as const;

export function valueTableColumn(alias: string, { placement, property }: IndexedValue): Sql {
  return raw(`${alias}.${placement === 'text' ? 's' : MULTI_COLUMN[STORED_AS[property.kind]]}`);
}

/** A key of sixteen bytes. Values that are no UUIDs compare with its text. */
export function idOperand(id: Sql, values: readonly IndexValue[], dialect: Dialect): Operand {
  const text = dialect.uuidText(id);
  return values.every((value) => isUuid(String(value)))
    ? { value: id, text, bind: (value) => sql`${parseUuid(String(value))}` }
    : { value: text, text, bind: (value) => toBytes(String(value)) };
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
export interface Operand {
  readonly value: Sql;
  readonly text: Sql;
  /** A value of a condition in the form in which `value` is stored. */
  readonly bind: (value: IndexValue) => Sql;
}

/** That an operand meets a condition. For NULL, only IS NULL is true; other operators give NULL or false. */
export function comparisonToSql({ operator, values }: Condition, operand: Operand, dialect: Dialect): Sql {
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
