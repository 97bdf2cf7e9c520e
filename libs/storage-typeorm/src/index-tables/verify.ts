import { formatUuid, type ProgressMonitor } from '@content-service/kernel';
import type { Drift } from '@content-service/storage';
import type { Database } from '../database/database.js';
import { findCountDrifts } from '../entries/entry-counts.js';
import type { DerivedRow, RowDifference } from './derived-rows.js';
import type { TypeIndexSchema, IndexSchemaCache } from './index-schema.js';
import { findOrphans, getIds } from './orphans.js';
import { countEntries } from './repair.js';
import { ENTRY_ID_COLUMN } from './row-writer.js';
import { compareInBatches } from './compare-in-batches.js';

/** Compares all derived rows with the documents. */
export async function verifyIndex(
  database: Database,
  schemaCache: IndexSchemaCache,
  monitor: ProgressMonitor,
): Promise<Drift[]> {
  const { types } = await schemaCache.current();
  const total = await countEntries(database);
  let done = 0;
  const drifts: Drift[] = [];
  for (const { name } of types) {
    const batches = compareInBatches(
      database,
      schemaCache,
      name,
      database.dialect.forShare,
      (difference, _, type) => Promise.resolve(toDrifts(difference, type)),
      { restrict: onlyReady },
    );
    for await (const { read, result } of batches) {
      drifts.push(...result);
      done += read;
      await monitor.report({ phase: 'verify', done, total });
    }
  }
  const orphans = (await findOrphans(database, types)).flatMap((found) =>
    getIds(found).map((id) => ({ table: found.table, id, problem: 'superfluous' }) as const),
  );
  return deduplicate([...drifts, ...orphans, ...(await findCountDrifts(database, types))]);
}

/** Without the properties of an unfinished or cancelled change of the model, which no query reads. */
function onlyReady({ values, references, search, ...type }: TypeIndexSchema): TypeIndexSchema {
  const isReady = ({ ready }: { readonly ready: boolean }): boolean => ready;
  return {
    ...type,
    values: values.filter(isReady),
    references: references.filter(isReady),
    search: search.filter(isReady),
  };
}

/** Rows of removed properties are no drift: the next rebuild deletes them. */
function toDrifts({ added, changed, removed }: RowDifference, type: TypeIndexSchema): Drift[] {
  const inUse = new Set([...type.values, ...type.references, ...type.search].map(({ id }) => id));
  const isInUse = ({ key }: DerivedRow): boolean => {
    const property = key['prop_id'];
    return property === undefined || inUse.has(Number(property));
  };
  return [
    ...added.map((row) => toDrift(row, 'missing')),
    ...changed.map((row) => toDrift(row, 'different')),
    ...removed.filter(isInUse).map((row) => toDrift(row, 'superfluous')),
  ];
}

function toDrift({ table, key, values }: DerivedRow, problem: Drift['problem']): Drift {
  const owner = ENTRY_ID_COLUMN[table] ?? 'id';
  const id = key[owner] ?? values[owner];
  return { table, id: Buffer.isBuffer(id) ? formatUuid(id) : '', problem };
}

function deduplicate(drifts: readonly Drift[]): Drift[] {
  return [...new Map(drifts.map((drift) => [Object.values(drift).join(' '), drift])).values()];
}
