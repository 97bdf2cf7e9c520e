import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '@content-service/entries';
import { newSecret } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';

/** Longer than any one step of the work; after a crash the others wait this long. */
const LEASE_SECONDS = 20;
const POLL_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 600_000;

/** The table of leases comes before all migrations, because they need it. */
export async function createLeases(database: Database): Promise<void> {
  const columns = [
    { name: 'name', type: 'bytes', required: true },
    { name: 'holder', type: 'bytes' },
    { name: 'expires_at', type: 'integer', required: true },
  ] as const;
  await database.runAll(database.dialect.createTable('lease', columns, ['name']));
}

/**
 * Does work on the schema that must not be done twice at once, whichever process does it. The right to do it is a row
 * with an end, because locks that belong to a connection do not hold on a cluster.
 *
 * @param work gets a function to call before each long step, which prolongs the lease
 * @throws StoreUnavailable when another process does not come to an end
 */
export async function withLease<T>(
  database: Database,
  work: (prolong: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const holder = Buffer.from(newSecret());
  await acquire(database, holder);
  try {
    return await work(() => prolong(database, holder));
  } finally {
    await database.run(sql`UPDATE lease SET holder = NULL WHERE name = ${SCHEMA} AND holder = ${holder}`);
  }
}

const SCHEMA = Buffer.from('schema');

async function acquire(database: Database, holder: Buffer): Promise<void> {
  const { dialect } = database;
  await database.run(dialect.upsert('lease', ['name'], { name: SCHEMA, holder: null, expires_at: 0 }, []));
  const take = sql`UPDATE lease SET holder = ${holder}, expires_at = ${dialect.now} + ${LEASE_SECONDS}
    WHERE name = ${SCHEMA} AND (holder IS NULL OR expires_at < ${dialect.now})`;
  for (const since = performance.now(); (await database.run(take)) === 0;) {
    if (performance.now() - since > PATIENCE_MILLISECONDS)
      throw new StoreUnavailable(new Error('Another process has been changing the schema for ten minutes.'));
    await setTimeout(POLL_MILLISECONDS);
  }
}

async function prolong(database: Database, holder: Buffer): Promise<void> {
  const { dialect } = database;
  const kept = await database.run(sql`UPDATE lease SET expires_at = ${dialect.now} + ${LEASE_SECONDS}
    WHERE name = ${SCHEMA} AND holder = ${holder}`);
  if (kept === 0)
    throw new StoreUnavailable(new Error('The lease on the schema ran out and another process has it.'));
}
