import { Entry } from '@content-service/entries';
import { formatUuid, type Uuid } from '@content-service/kernel';
import { sql } from '../database/sql.js';
import type { Row } from '../database/statements.js';

/** A row of `entry`. */
export interface EntryRow {
  readonly id: Buffer;
  readonly type_id: number;
  readonly published: number;
  readonly created: number;
  readonly changed: number;
  readonly version: number;
  readonly position: number;
  readonly model_version: number;
  readonly attributes: string;
  readonly relationships: string;
}

export const ENTRY_COLUMNS = sql`id, type_id, published, created, changed, version, position, model_version,
  attributes, relationships`;

export function toEntry(row: EntryRow, type: string): Entry {
  return Entry.stored(
    {
      id: formatUuid(row.id),
      type,
      published: row.published === 1,
      created: row.created,
      changed: row.changed,
      version: row.version,
      position: row.position,
      modelVersion: row.model_version,
    },
    row.attributes,
    row.relationships,
  );
}

/** All columns but the key. */
export function toEntryColumns(entry: Entry, typeId: number): Row {
  return {
    type_id: typeId,
    published: Number(entry.published),
    created: entry.created,
    changed: entry.changed,
    version: entry.version,
    position: entry.position,
    model_version: entry.modelVersion,
    attributes: entry.attributesText,
    relationships: entry.relationshipsText,
  };
}

export const keyOf = ({ id }: { readonly id: Buffer }): Uuid => formatUuid(id);
