import { type IndexValue } from '@content-service/entries';
import { isUuid, uuidBytes } from '@content-service/kernel';
import type { Dialect } from '../dialects/dialect.js';
import { raw, type Sql, type SqlValue } from '../database/sql.js';
import { indexKey } from '../index-tables/index-key.js';
import { columnOf, type IndexedValue, KEEPS_TEXT, STORED_AS, textColumnOf } from '../index-tables/layout.js';
import type { Operand } from './comparison.js';

/** A property in the column of its type's table. */
export function columnOperand(alias: string, value: IndexedValue, dialect: Dialect): Operand {
  const column = raw(`${alias}.${columnOf(value)}`);
  return {
    value: column,
    text: textOf(value, column, raw(`${alias}.${textColumnOf(value)}`), dialect),
    bind: binder(value),
  };
}

/** A property in the table of multi-valued properties, or in that of long texts. */
export function placedOperand(alias: string, value: IndexedValue, dialect: Dialect): Operand {
  const column = placedColumn(alias, value);
  return {
    value: column,
    text: textOf(value, column, raw(`${alias}.s`), dialect),
    bind: value.placement === 'text' ? (wanted) => Buffer.from(String(wanted)) : binder(value),
  };
}

const MULTI_COLUMN = { bytes: 's', integer: 'n', float: 'd' } as const;

export function placedColumn(alias: string, { placement, property }: IndexedValue): Sql {
  return raw(`${alias}.${placement === 'text' ? 's' : MULTI_COLUMN[STORED_AS[property.kind]]}`);
}

/** A key of sixteen bytes. Values that are no UUIDs compare with its text. */
export function idOperand(id: Sql, values: readonly IndexValue[], dialect: Dialect): Operand {
  const text = dialect.uuidText(id);
  return values.every((value) => isUuid(String(value)))
    ? { value: id, text, bind: (value) => uuidBytes(String(value)) }
    : { value: text, text, bind: (value) => Buffer.from(String(value)) };
}

function textOf({ property }: IndexedValue, column: Sql, textColumn: Sql, dialect: Dialect): Sql {
  if (STORED_AS[property.kind] === 'bytes') return column;
  return KEEPS_TEXT.has(property.kind) ? textColumn : dialect.digits(column);
}

function binder({ property }: IndexedValue): (value: IndexValue) => SqlValue {
  return STORED_AS[property.kind] === 'bytes' ? (value) => indexKey(String(value)) : withinRange;
}

const INTEGER_MAXIMUM = 2n ** 63n - 1n;

/** A whole number that no column can hold becomes one that is as far beyond all that are stored, and can be bound. */
function withinRange(value: IndexValue): SqlValue {
  if (typeof value !== 'bigint' || (value >= -INTEGER_MAXIMUM && value <= INTEGER_MAXIMUM)) return value;
  return value > 0 ? 1e30 : -1e30;
}
