import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { ChangedEntry, Entry, EntryChange } from '@content-service/entries';
import { parseUuid } from '@content-service/kernel';
import type { DbConnection } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import {
  computeRowDifference,
  type DerivedRow,
  deriveRows,
  type RowDifference,
} from '../index-tables/derived-rows.js';
import type { IndexSchema } from '../index-tables/index-schema.js';
import { removeEntryRows, writeRows } from '../index-tables/row-writer.js';
import { withChangedSearch } from '../index-tables/search-rows.js';

/** What changed entries change in the derived tables. */
export interface DerivedChanges {
  /** The ids of deleted entries, and the rows that they had. */
  readonly deleted: readonly Buffer[];
  readonly deletedRows: readonly DerivedRow[];
  readonly difference: RowDifference;
}

export function deriveChangedRows(
  changed: readonly ChangedEntry[],
  indexSchema: IndexSchema,
): DerivedChanges {
  const deleted = changed.filter(({ after }) => after === undefined);
  const stored = changed.filter(({ after }) => after !== undefined);
  return {
    deleted: deleted.map(({ id }) => parseUuid(id)),
    deletedRows: deleted.flatMap(({ before }) => deriveEntryRows(before, indexSchema)),
    difference: computeRowDifference(
      stored.flatMap(({ before, after }) => deriveEntryRows(before, indexSchema, after)),
      stored.flatMap(({ before, after }) => deriveEntryRows(after, indexSchema, before)),
    ),
  };
}

/** The rows of new entries, derived before the transaction that writes them. */
export interface DerivedInserts {
  readonly indexSchema: IndexSchema;
  readonly rows: DerivedChanges;
}

/** Entries whose rows are derived between two turns of the event loop. */
const ENTRIES_PER_TURN = 25;

/**
 * Derives the rows of new entries before their transaction, which is short then, and may wait meanwhile for another one.
 *
 * @returns `undefined` if there are other changes, whose rows depend on what is stored
 */
export async function deriveInserts(
  changes: readonly EntryChange[],
  indexSchema: IndexSchema,
): Promise<DerivedInserts | undefined> {
  const entries = changes.flatMap((change) => (change.kind === 'insert' ? [change.entry] : []));
  if (entries.length < changes.length) return undefined;
  const added: DerivedRow[] = [];
  for (const [n, entry] of entries.entries()) {
    if (n % ENTRIES_PER_TURN === 0) await nextEventLoopTurn();
    added.push(...deriveEntryRows(entry, indexSchema));
  }
  const difference = { removed: [], changed: [], added };
  return { indexSchema, rows: { deleted: [], deletedRows: [], difference } };
}

export async function writeChangedRows(
  connection: DbConnection,
  dialect: Dialect,
  { deleted, deletedRows, difference }: DerivedChanges,
): Promise<void> {
  await removeEntryRows(connection, deleted, deletedRows);
  await writeRows(connection, dialect, difference);
}

/** @param other the other version of the entry; words that both have are left out */
function deriveEntryRows(entry: Entry | undefined, indexSchema: IndexSchema, other?: Entry): DerivedRow[] {
  const type = entry && indexSchema.find(entry.type);
  return entry === undefined || type === undefined
    ? []
    : deriveRows(entry, withChangedSearch(type, entry, other));
}
