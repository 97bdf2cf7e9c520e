import { getOwn, formatUuid, type ProgressMonitor } from '@content-service/kernel';
import { type Drift, DRIFTS_MAXIMUM, type IndexDifferences, NO_DIFFERENCES } from '@content-service/storage';
import type { Database } from '../database/database.js';
import { findCountDrifts } from '../entries/entry-counts.js';
import type { DerivedRow, RowDifference } from './derived-rows.js';
import type { TypeIndexSchema, IndexSchemaCache } from './index-schema.js';
import { findOrphans } from './orphans.js';
import { countEntries } from './repair.js';
import { ENTRY_ID_COLUMN } from './row-writer.js';
import { SHARED_TABLES } from './stored-rows.js';
import { compareInBatches } from './compare-in-batches.js';

/** Where an interrupted comparison continues, and what it has found. */
interface VerifyCheckpoint extends IndexDifferences {
  /** `orphans`: the derived rows of all entries were compared, and rows without an entry are looked for. */
  readonly stage: 'entries' | 'orphans';
  /** A table of derived rows; at the stage `entries` that of a type. */
  readonly table: string;
  /** The id of an entry, behind which to continue. */
  readonly after: string;
  readonly done: number;
}

/** Compares all derived rows with the documents, or continues at the checkpoint. */
export async function verifyIndex(
  database: Database,
  schemaCache: IndexSchemaCache,
  monitor: ProgressMonitor,
): Promise<IndexDifferences> {
  const { types } = await schemaCache.current();
  const total = await countEntries(database);
  const begun = findCheckpoint(monitor, types);
  const found = new FoundDrifts(begun);
  let done = begun?.done ?? 0;
  const report = (stage: VerifyCheckpoint['stage'], table: string, after: Buffer): Promise<void> => {
    const checkpoint = { stage, table, after: after.toString('hex'), done, ...found.toJson() };
    return monitor.report({ phase: 'verify', done, total, checkpoint });
  };
  const last = Buffer.from(begun?.after ?? '', 'hex');
  const first = types.findIndex(({ table }) => table === begun?.table);
  for (const { name, table } of begun?.stage === 'orphans' ? [] : types.slice(Math.max(first, 0))) {
    const batches = compareInBatches(
      database,
      schemaCache,
      name,
      database.dialect.forShare,
      (difference, _, type) => Promise.resolve(toDrifts(difference, type)),
      { start: table === begun?.table ? last : undefined, restrict: onlyReady },
    );
    for await (const batch of batches) {
      found.add(batch.result);
      done += batch.read;
      await report('entries', table, batch.last);
    }
  }
  const start = begun?.stage === 'orphans' ? { table: begun.table, last } : undefined;
  for await (const range of findOrphans(database, types, start)) {
    const { table } = range;
    found.add(range.ids.map((id) => ({ table, id: formatUuid(id), problem: 'superfluous' })));
    await report('orphans', table, range.last);
  }
  found.add(await findCountDrifts(database, types));
  // A job that failed because of differences is retried after a rebuild: it must not find them again.
  await monitor.report({ phase: 'verify', done, total, checkpoint: {} });
  return found.toJson();
}

function findCheckpoint(
  { checkpoint }: ProgressMonitor,
  types: readonly TypeIndexSchema[],
): VerifyCheckpoint | undefined {
  const begun = checkpoint as unknown as VerifyCheckpoint | undefined;
  const isKnown = [...SHARED_TABLES.map(({ name }) => name), ...types.map(({ table }) => table)].includes(
    begun?.table ?? '',
  );
  return isKnown ? begun : undefined;
}

/** Counts drifts and keeps the first ones. The drifts of an entry and a table are added together. */
class FoundDrifts {
  private differences: number;
  private readonly drifts: Drift[];

  constructor({ differences, drifts }: IndexDifferences = NO_DIFFERENCES) {
    this.differences = differences;
    this.drifts = [...drifts];
  }

  add(found: readonly Drift[]): void {
    const unique = deduplicate(found);
    this.differences += unique.length;
    this.drifts.push(...unique.slice(0, DRIFTS_MAXIMUM - this.drifts.length));
  }

  toJson(): { differences: number; drifts: { [Member in keyof Drift]: Drift[Member] }[] } {
    return { differences: this.differences, drifts: this.drifts.map((drift) => ({ ...drift })) };
  }
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
  const owner = getOwn(ENTRY_ID_COLUMN, table) ?? 'id';
  const id = key[owner] ?? values[owner];
  return { table, id: Buffer.isBuffer(id) ? formatUuid(id) : '', problem };
}

function deduplicate(drifts: readonly Drift[]): Drift[] {
  return [...new Map(drifts.map((drift) => [Object.values(drift).join(' '), drift])).values()];
}
