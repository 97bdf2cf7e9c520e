import { type Entry, indexValuesOf, pathAliasOf, type PlacedValue } from '@content-service/entries';
import { uuidBytes } from '@content-service/kernel';
import type { SqlValue } from '../database/sql.js';
import type { Row } from '../database/statements.js';
import { indexKey } from './index-key.js';
import {
  columnOf,
  type IndexedReference,
  type IndexedValue,
  KEEPS_TEXT,
  STORED_AS,
  textColumnOf,
  type TypeLayout,
} from './layout.js';

/** One row that follows from a document: derived, so it can be made again at any time. */
export interface DerivedRow {
  readonly table: string;
  readonly key: Row;
  readonly values: Row;
}

/** All rows that follow from an entry. */
export function derivedRows(entry: Entry, type: TypeLayout): DerivedRow[] {
  const id = uuidBytes(entry.id);
  return [
    { table: type.table, key: { id }, values: ownRow(entry, type) },
    ...type.values.flatMap((value) => placedRows(entry, id, value)),
    ...type.references.flatMap((reference) => linkageRows(entry, id, reference)),
    ...aliasRows(entry, id),
  ];
}

/** The row in the table of the type: every column, also those without a value. */
function ownRow(entry: Entry, type: TypeLayout): Row {
  const { published, position } = entry;
  const values = type.values.filter(({ placement }) => placement === 'column');
  const references = type.references.filter(({ placement }) => placement === 'column');
  return {
    published: Number(published),
    position,
    ...Object.fromEntries(values.flatMap((value) => Object.entries(columnsOf(entry, value)))),
    ...Object.fromEntries(
      references.map((reference) => [columnOf(reference), firstTarget(entry, reference)]),
    ),
  };
}

function columnsOf(entry: Entry, value: IndexedValue): Row {
  const [placed] = valuesOf(entry, value);
  const text = KEEPS_TEXT.has(value.property.kind)
    ? { [textColumnOf(value)]: placed === undefined ? null : Buffer.from(placed.text) }
    : {};
  return { [columnOf(value)]: placed === undefined ? null : stored(placed, value), ...text };
}

function firstTarget(entry: Entry, { field }: IndexedReference): Buffer | null {
  const target = entry.relationships[field]?.[0];
  return target === undefined ? null : uuidBytes(target.id);
}

function placedRows(entry: Entry, id: Buffer, value: IndexedValue): DerivedRow[] {
  if (value.placement === 'column') return [];
  const place = value.placement;
  return valuesOf(entry, value).map((placed) => ({
    table: `ix_${place}`,
    key: { id, prop_id: value.id, delta: placed.delta },
    values: place === 'text' ? { s: Buffer.from(placed.text) } : multiColumns(placed, value),
  }));
}

/** One of the three columns has the value; the text of a number stands in the column of texts beside it. */
function multiColumns(placed: PlacedValue, value: IndexedValue): Row {
  const type = STORED_AS[value.property.kind];
  const text = KEEPS_TEXT.has(value.property.kind) ? Buffer.from(placed.text) : null;
  return {
    s: type === 'bytes' ? stored(placed, value) : text,
    n: type === 'integer' ? stored(placed, value) : null,
    d: type === 'float' ? stored(placed, value) : null,
  };
}

function linkageRows(entry: Entry, source: Buffer, { id, field, placement }: IndexedReference): DerivedRow[] {
  if (placement === 'column') return [];
  return (entry.relationships[field] ?? []).map((target, delta) => ({
    table: 'entry_ref',
    key: { source, prop_id: id, delta },
    values: { target: uuidBytes(target.id) },
  }));
}

function aliasRows(entry: Entry, id: Buffer): DerivedRow[] {
  const path = pathAliasOf(entry);
  if (path === undefined) return [];
  const key = { langcode: Buffer.from(path.langcode), alias: Buffer.from(path.alias) };
  return [{ table: 'path_alias', key, values: { entry_id: id } }];
}

function valuesOf(entry: Entry, { field, multiple, property }: IndexedValue): PlacedValue[] {
  return indexValuesOf(entry, { name: field, multiple }, property);
}

function stored({ value }: PlacedValue, { property }: IndexedValue): SqlValue {
  if (STORED_AS[property.kind] !== 'bytes') return value;
  return indexKey(String(value));
}
