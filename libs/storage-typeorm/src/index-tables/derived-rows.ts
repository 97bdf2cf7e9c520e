import { type Entry, toIndexValues, getPathAlias, type ValueAtDelta } from '@content-service/entries';
import { parseUuid } from '@content-service/kernel';
import type { Row, SqlValue } from '../database/sql.js';
import { KEEPS_TEXT, STORED_AS, toFoldedAlias, toIndexKey } from './index-key.js';
import {
  formatColumnName,
  formatTextColumnName,
  type IndexedReference,
  type IndexedValue,
  type TypeIndexSchema,
} from './index-schema.js';
import { deriveSearchRows } from './search-rows.js';

/** One row that is derived from a document and can be rebuilt at any time. */
export interface DerivedRow {
  readonly table: string;
  readonly key: Row;
  readonly values: Row;
}

/** All rows that are derived from an entry. */
export function deriveRows(entry: Entry, type: TypeIndexSchema): DerivedRow[] {
  const id = parseUuid(entry.id);
  const rows: DerivedRow[] = [{ table: type.table, key: { id }, values: toTypeRow(entry, type) }];
  for (const value of type.values)
    if (value.placement !== 'column') rows.push(...toValueRows(entry, id, value, value.placement));
  for (const reference of type.references)
    if (reference.placement !== 'column') rows.push(...toLinkageRows(entry, id, reference));
  rows.push(...toAliasRows(entry, id));
  rows.push(...deriveSearchRows(entry, type));
  return rows;
}

/** The row in the table of the type: every column, also those without a value. */
function toTypeRow(entry: Entry, type: TypeIndexSchema): Row {
  const row: Record<string, SqlValue> = { published: Number(entry.published), position: entry.position };
  for (const value of type.values) {
    if (value.placement !== 'column') continue;
    const [valueAtDelta] = getValues(entry, value);
    row[formatColumnName(value)] = valueAtDelta === undefined ? null : toStoredValue(valueAtDelta, value);
    if (KEEPS_TEXT.has(value.property.kind))
      row[formatTextColumnName(value)] = valueAtDelta === undefined ? null : Buffer.from(valueAtDelta.text);
  }
  for (const reference of type.references)
    if (reference.placement === 'column') row[formatColumnName(reference)] = getFirstTarget(entry, reference);
  return row;
}

function getFirstTarget(entry: Entry, { field }: IndexedReference): Buffer | null {
  const target = entry.relationships[field]?.[0];
  return target === undefined ? null : parseUuid(target.id);
}

function toValueRows(
  entry: Entry,
  id: Buffer,
  value: IndexedValue,
  placement: 'multi' | 'text',
): DerivedRow[] {
  return getValues(entry, value).map((valueAtDelta) => ({
    table: `ix_${placement}`,
    key: { id, prop_id: value.id, delta: valueAtDelta.delta },
    values:
      placement === 'text' ? { s: Buffer.from(valueAtDelta.text) } : toMultiValueColumns(valueAtDelta, value),
  }));
}

/** One of the three columns has the value; the text of a number is stored in the text column. */
function toMultiValueColumns(valueAtDelta: ValueAtDelta, value: IndexedValue): Row {
  const type = STORED_AS[value.property.kind];
  const text = KEEPS_TEXT.has(value.property.kind) ? Buffer.from(valueAtDelta.text) : null;
  return {
    s: type === 'bytes' ? toStoredValue(valueAtDelta, value) : text,
    n: type === 'integer' ? toStoredValue(valueAtDelta, value) : null,
    d: type === 'float' ? toStoredValue(valueAtDelta, value) : null,
  };
}

function toLinkageRows(entry: Entry, source: Buffer, { id, field }: IndexedReference): DerivedRow[] {
  return (entry.relationships[field] ?? []).map((target, delta) => ({
    table: 'entry_ref',
    key: { source, prop_id: id, delta },
    values: { target: parseUuid(target.id) },
  }));
}

function toAliasRows(entry: Entry, id: Buffer): DerivedRow[] {
  const path = getPathAlias(entry);
  if (path === undefined) return [];
  const langcode = Buffer.from(path.langcode);
  const alias: DerivedRow = {
    table: 'path_alias',
    key: { langcode, alias: Buffer.from(path.alias) },
    values: { entry_id: id },
  };
  const folded = toFoldedAlias(path.alias);
  if (folded === undefined) return [alias];
  return [alias, { table: 'alias_fold', key: { folded, langcode, entry_id: id }, values: {} }];
}

function getValues(entry: Entry, { field, multiple, property }: IndexedValue): ValueAtDelta[] {
  return toIndexValues(entry, { name: field, multiple }, property);
}

function toStoredValue({ value }: ValueAtDelta, { property }: IndexedValue): SqlValue {
  if (STORED_AS[property.kind] !== 'bytes') return value;
  return toIndexKey(String(value));
}

/** The changes between two sets of rows. */
export interface RowDifference {
  readonly removed: readonly DerivedRow[];
  readonly added: readonly DerivedRow[];
  readonly changed: readonly ChangedRow[];
}

/** A row as it becomes. */
interface ChangedRow extends DerivedRow {
  /** The values of the row that differ from the stored ones. */
  readonly differing: Row;
}

export function computeRowDifference(
  before: readonly DerivedRow[],
  after: readonly DerivedRow[],
): RowDifference {
  if (before.length === 0) return { removed: [], added: after, changed: [] };
  const rowsBefore = new Map(before.map((row) => [formatIdentity(row), row]));
  const keysAfter = new Set(after.map(formatIdentity));
  const changed: ChangedRow[] = [];
  const added: DerivedRow[] = [];
  for (const row of after) {
    const present = rowsBefore.get(formatIdentity(row));
    if (present === undefined) added.push(row);
    else {
      const differing = findDiffering(present.values, row.values);
      if (Object.keys(differing).length > 0) changed.push({ ...row, differing });
    }
  }
  return { removed: before.filter((row) => !keysAfter.has(formatIdentity(row))), added, changed };
}

/** The table and the key of a row, as text. */
export function formatIdentity({ table, key }: DerivedRow): string {
  return [table, ...Object.values(key).map(toComparableText)].join(' ');
}

function findDiffering(before: Row, after: Row): Row {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([column, value]) => toComparableText(before[column] ?? null) !== toComparableText(value),
    ),
  );
}

/** Compares numbers by their digits: drivers return large ones as text. */
function toComparableText(value: SqlValue): string {
  if (value === null) return 'null';
  return Buffer.isBuffer(value) ? `x${value.toString('hex')}` : String(value);
}
