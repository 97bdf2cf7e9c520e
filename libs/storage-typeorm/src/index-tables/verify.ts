import { formatUuid } from '@content-service/kernel';
import type { Drift } from '@content-service/storage';
import type { Database } from '../database/database.js';
import type { DerivedRow } from './derived-rows.js';
import type { TypeLayout } from './layout.js';
import type { Layouts } from './layouts.js';
import { findOrphans, idsOf } from './orphans.js';
import type { RowDifference } from './row-difference.js';
import { OWNER } from './row-writer.js';
import { walk } from './walk.js';

/** Compares everything derived with the documents. */
export async function verify(database: Database, layouts: Layouts): Promise<Drift[]> {
  const { types } = await layouts.current();
  const drifts: Drift[] = [];
  for (const { name } of types) {
    const ranges = walk(database, layouts, name, database.dialect.forShare, (difference, _, type) =>
      Promise.resolve(driftsOf(difference, type)),
    );
    for await (const { result } of ranges) drifts.push(...result);
  }
  const orphans = (await findOrphans(database, types)).flatMap((found) =>
    idsOf(found).map((id) => ({ table: found.table, id, problem: 'superfluous' }) as const),
  );
  return distinct([...drifts, ...orphans]);
}

/** Rows of properties that are not in use any more are no fault: the next rebuild takes them away. */
function driftsOf({ added, changed, removed }: RowDifference, type: TypeLayout): Drift[] {
  const inUse = new Set([...type.values, ...type.references].map(({ id }) => id));
  const isInUse = ({ key }: DerivedRow): boolean => {
    const property = key['prop_id'];
    return property === undefined || inUse.has(Number(property));
  };
  return [
    ...added.map((row) => drift(row, 'missing')),
    ...changed.map((row) => drift(row, 'different')),
    ...removed.filter(isInUse).map((row) => drift(row, 'superfluous')),
  ];
}

function drift({ table, key, values }: DerivedRow, problem: Drift['problem']): Drift {
  const owner = OWNER[table] ?? 'id';
  const id = key[owner] ?? values[owner];
  return { table, id: Buffer.isBuffer(id) ? formatUuid(id) : '', problem };
}

function distinct(drifts: readonly Drift[]): Drift[] {
  return [...new Map(drifts.map((drift) => [Object.values(drift).join(' '), drift])).values()];
}
