import type { AuditLines } from '@content-service/audit';
import {
  type AcquiredLease,
  type ConsumerChange,
  type ConsumerLease,
  ConsumerLeaseLost,
  type EventConsumer,
  EventConsumerStore,
  type Position,
  SEQUENCER,
} from '@content-service/events';
import type { Database } from '../database/database.js';
import { type DbConnection, type Queryable, type Sql, sql } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import type { AuditedTransactions } from './audited-transactions.js';

interface ConsumerRow {
  readonly name: Buffer;
  readonly position: number;
  readonly holder: Buffer | null;
  readonly token: number;
  readonly free: number;
  readonly paused: number;
  readonly error: string | null;
}

export class TypeOrmEventConsumerStore extends EventConsumerStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async acquire(
    consumer: string,
    holder: string,
    seconds: number,
  ): Promise<AcquiredLease | undefined> {
    const { dialect } = this.database;
    const [row] = await this.select(isNamed(consumer));
    if (row === undefined) {
      await this.add(consumer);
      return this.acquire(consumer, holder, seconds);
    }
    if (row.free !== 1 || row.paused === 1) return undefined;
    const token = row.token + 1;
    // Only one of several parallel callers finds the token that it has read.
    const taken = await this.database.execute(
      sql`UPDATE event_cursor SET holder = ${Buffer.from(holder)}, token = ${token}, expires_at = ${dialect.now} + ${seconds}
          WHERE ${isNamed(consumer)} AND token = ${row.token} AND paused = 0`,
    );
    if (taken === 0) return undefined;
    const [held] = await this.select(isNamed(consumer));
    const lease = { consumer, token, seconds };
    return held && { lease, position: held.position, error: held.error ?? undefined };
  }

  override async renew(lease: ConsumerLease): Promise<boolean> {
    return (await this.database.execute(renewal(this.database.dialect, lease))) > 0;
  }

  override async advance(lease: ConsumerLease, to: Position, auditLines?: AuditLines): Promise<void> {
    const { dialect } = this.database;
    const change = sql`UPDATE event_cursor SET position = ${to}, error = NULL, expires_at = ${dialect.now} + ${lease.seconds}
          WHERE ${isHeld(lease)}`;
    // Without audit lines it is one statement.
    const advanced = await (auditLines === undefined
      ? this.database.execute(change)
      : this.transactions.execute(auditLines, change));
    if (advanced === 0) throw new ConsumerLeaseLost(lease);
  }

  override async release(lease: ConsumerLease, error?: string): Promise<void> {
    await this.database.execute(
      sql`UPDATE event_cursor SET holder = NULL, token = token + 1, expires_at = 0, error = COALESCE(${error ?? null}, error)
          WHERE ${isHeld(lease)}`,
    );
  }

  override async list(): Promise<readonly EventConsumer[]> {
    const rows = await this.select(sql`1 = 1 ORDER BY name`);
    return rows.map(({ name, position, paused, holder, free, error }) => ({
      name: name.toString(),
      position,
      paused: paused === 1,
      holder: free === 1 ? undefined : holder?.toString(),
      error: error ?? undefined,
    }));
  }

  override async change(
    consumer: string,
    { paused, position }: ConsumerChange,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    const flag = paused === undefined ? null : Number(paused);
    const changed = await this.transactions.execute(
      auditLines,
      sql`UPDATE event_cursor SET paused = COALESCE(${flag}, paused), position = COALESCE(${position ?? null}, position),
          holder = NULL, token = token + 1, expires_at = 0, error = NULL WHERE ${isNamed(consumer)}`,
    );
    return changed > 0;
  }

  override async remove(consumer: string, auditLines?: AuditLines): Promise<boolean> {
    const removed = await this.transactions.execute(
      auditLines,
      sql`DELETE FROM event_cursor WHERE ${isNamed(consumer)} AND expires_at < ${this.database.dialect.now}`,
    );
    return removed > 0;
  }

  /** Another process may have added it in between. */
  private async add(consumer: string): Promise<void> {
    const position = consumer === SEQUENCER ? 0 : await readNewest(this.database);
    const row = { name: Buffer.from(consumer), position, holder: null, token: 0, expires_at: 0 };
    await this.database.execute(this.database.dialect.upsert('event_cursor', ['name'], row, []));
  }

  private select(condition: Sql): Promise<ConsumerRow[]> {
    return this.database.query<ConsumerRow>(
      sql`SELECT name, position, paused, holder, token, error, CASE WHEN expires_at < ${this.database.dialect.now} THEN 1 ELSE 0 END AS free
          FROM event_cursor WHERE ${condition}`,
    );
  }
}

/** The position of the newest event; it is counted, so that pruned positions are never assigned again. */
export async function readNewest(queryable: Queryable): Promise<Position> {
  const [row] = await queryable.query<{ position: number }>(
    sql`SELECT position FROM event_cursor WHERE ${isNamed(SEQUENCER)}`,
  );
  return row?.position ?? 0;
}

/** Locks a lease until the transaction ends, and renews it. @throws ConsumerLeaseLost */
export async function assertLeaseHeld(
  connection: DbConnection,
  dialect: Dialect,
  lease: ConsumerLease,
): Promise<void> {
  if ((await connection.execute(renewal(dialect, lease))) === 0) throw new ConsumerLeaseLost(lease);
}

function renewal(dialect: Dialect, lease: ConsumerLease): Sql {
  return sql`UPDATE event_cursor SET expires_at = ${dialect.now} + ${lease.seconds} WHERE ${isHeld(lease)}`;
}

function isHeld(lease: ConsumerLease): Sql {
  return sql`${isNamed(lease.consumer)} AND token = ${lease.token}`;
}

const isNamed = (consumer: string): Sql => sql`name = ${Buffer.from(consumer)}`;
