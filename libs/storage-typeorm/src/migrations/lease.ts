import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '@content-service/entries';
import { generateSecret } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { type DbConnection, sql } from '../database/sql.js';
import type { Column } from '../dialects/dialect.js';
import { readNames } from '../index-tables/type-tables.js';

/** After a crash of its holder a lease is free again after this time. */
const LEASE_SECONDS = 20;
/** A timer renews the lease this often, however long a single statement of the work takes. */
const HEARTBEAT_MILLISECONDS = (LEASE_SECONDS * 1000) / 3;
const POLL_MILLISECONDS = 50;
const ACQUIRE_TIMEOUT_MILLISECONDS = 600_000;

/** The names of the leases: `schema` protects all changes of tables. */
export type LeaseName = 'schema';

const COLUMNS: readonly Column[] = [
  { name: 'name', type: 'bytes', required: true },
  { name: 'holder', type: 'bytes' },
  { name: 'expires_at', type: 'integer', required: true },
];
const TOKEN: Column = { name: 'token', type: 'integer' };

/** The table of leases comes before all migrations, because they need it. Earlier versions made it without tokens. */
export async function createLeases(database: Database): Promise<void> {
  const { dialect } = database;
  await database.executeAll(dialect.createTable('lease', [...COLUMNS, TOKEN], ['name']));
  for (let attempt = 0; !(await hasToken(database)); attempt += 1)
    await database.executeAll(dialect.extendTable('lease', [TOKEN], [])).catch((error: unknown) => {
      // Another process may have added the column in between.
      if (attempt > 0) throw error;
    });
}

async function hasToken(database: Database): Promise<boolean> {
  return (await readNames(database, database.dialect.columnNames('lease'))).has(TOKEN.name);
}

/** A lease that is held: one process at a time does what it protects. */
export interface Lease {
  /** The fencing token: every acquisition of the lease has a greater one. */
  readonly token: number;
  /** Renews the lease; call it before each long step. @throws StoreUnavailable when another process has taken it over */
  renew(): Promise<void>;
  /**
   * Locks the lease until the transaction ends, so that the changes of the transaction are stored only by the holder.
   *
   * @throws StoreUnavailable when another process has taken it over
   */
  assertHeld(connection: DbConnection): Promise<void>;
}

interface LeaseOptions {
  /** Called about once a second while another process holds the lease; an error ends the waiting. */
  readonly onWait?: () => Promise<void>;
}

/**
 * Runs work that only one process may do at a time. The lease is a row with an expiry, because locks of a connection do
 * not hold on a cluster. A timer renews it during long statements.
 *
 * @throws StoreUnavailable when another process does not finish within ten minutes
 */
export async function withLease<T>(
  database: Database,
  name: LeaseName,
  work: (lease: Lease) => Promise<T>,
  { onWait }: LeaseOptions = {},
): Promise<T> {
  const held = new HeldLease(database, Buffer.from(name), Buffer.from(generateSecret()));
  await held.acquire(onWait);
  try {
    return await work(held);
  } finally {
    await held.release();
  }
}

class HeldLease implements Lease {
  token = 0;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly name: Buffer,
    private readonly holder: Buffer,
  ) {}

  async acquire(onWait?: () => Promise<void>): Promise<void> {
    const { database, name, holder } = this;
    const { dialect } = database;
    const free = { name, holder: null, expires_at: 0, token: 0 };
    await database.execute(dialect.upsert('lease', ['name'], free, []));
    const take = sql`UPDATE lease SET holder = ${holder}, expires_at = ${dialect.now} + ${LEASE_SECONDS},
        token = COALESCE(token, 0) + 1
      WHERE name = ${name} AND (holder IS NULL OR expires_at < ${dialect.now})`;
    const since = performance.now();
    for (let polls = 0; (await database.execute(take)) === 0; polls += 1) {
      if (performance.now() - since > ACQUIRE_TIMEOUT_MILLISECONDS)
        throw new StoreUnavailable(
          new Error('Another process has been changing the schema for ten minutes.'),
        );
      if (polls % (1000 / POLL_MILLISECONDS) === 0) await onWait?.();
      await sleep(POLL_MILLISECONDS);
    }
    const [row] = await database.query<{ token: number }>(
      sql`SELECT token FROM lease WHERE name = ${name} AND holder = ${holder}`,
    );
    this.token = row?.token ?? 0;
    // An error here shows at the next step of the work, which renews the lease itself.
    this.heartbeat = setInterval(() => void this.renew().catch(() => undefined), HEARTBEAT_MILLISECONDS);
    this.heartbeat.unref();
  }

  async renew(): Promise<void> {
    await this.renewBy(this.database);
  }

  async assertHeld(connection: DbConnection): Promise<void> {
    await this.renewBy(connection);
  }

  async release(): Promise<void> {
    clearInterval(this.heartbeat);
    await this.database.execute(
      sql`UPDATE lease SET holder = NULL WHERE name = ${this.name} AND token = ${this.token} AND holder = ${this.holder}`,
    );
  }

  private async renewBy(connection: Pick<DbConnection, 'execute'>): Promise<void> {
    const { dialect } = this.database;
    const kept = await connection.execute(
      sql`UPDATE lease SET expires_at = ${dialect.now} + ${LEASE_SECONDS}
        WHERE name = ${this.name} AND token = ${this.token} AND holder = ${this.holder}`,
    );
    if (kept === 0)
      throw new StoreUnavailable(
        new Error(`The lease '${this.name.toString()}' ran out and another process has it.`),
      );
  }
}
