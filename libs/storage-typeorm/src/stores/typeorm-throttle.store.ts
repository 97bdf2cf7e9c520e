import { type HitCounter, ThrottleStore } from '@content-service/accounts';
import type { AuditLines } from '@content-service/audit';
import type { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import type { AuditedTransactions } from './audited-transactions.js';

export class TypeOrmThrottleStore extends ThrottleStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  /** The upsert locks the row until the commit, so every caller reads a different count. */
  override increment(key: string, windowSeconds: number, now: number, amount = 1): Promise<HitCounter> {
    const fresh = { subject: key, hits: 0, ends_at: now + windowSeconds };
    // `hits` first: MySQL assigns from left to right, and later assignments read the new values.
    const count = sql`UPDATE throttle
      SET hits = CASE WHEN ends_at <= ${now} THEN ${amount} ELSE hits + ${amount} END,
        ends_at = CASE WHEN ends_at <= ${now} THEN ${now + windowSeconds} ELSE ends_at END
      WHERE subject = ${key}`;
    return this.database.transaction(async (connection) => {
      await connection.execute(this.database.dialect.upsert('throttle', ['subject'], fresh, []));
      await connection.execute(count);
      const [row] = await connection.query<HitCounterRow>(
        sql`SELECT hits, ends_at FROM throttle WHERE subject = ${key}`,
      );
      if (row === undefined) throw new Error('A row that was just locked is gone.');
      return { count: row.hits, endsAt: row.ends_at };
    });
  }

  override async find(key: string, now: number): Promise<HitCounter | undefined> {
    const [row] = await this.database.query<HitCounterRow>(
      sql`SELECT hits, ends_at FROM throttle WHERE subject = ${key} AND hits > 0 AND ends_at > ${now}`,
    );
    return row === undefined ? undefined : { count: row.hits, endsAt: row.ends_at };
  }

  override async decrement(key: string): Promise<void> {
    await this.database.execute(sql`UPDATE throttle SET hits = hits - 1 WHERE subject = ${key} AND hits > 0`);
  }

  override async restart(
    key: string,
    windowSeconds: number,
    now: number,
    auditLines?: AuditLines,
  ): Promise<void> {
    const fresh = { subject: key, hits: 1, ends_at: now + windowSeconds };
    const { dialect } = this.database;
    const change = dialect.upsert('throttle', ['subject'], fresh, ['hits', 'ends_at']);
    await this.transactions.run(auditLines, (connection) => connection.execute(change));
  }

  override async reset(key: string): Promise<void> {
    await this.database.execute(sql`DELETE FROM throttle WHERE subject = ${key}`);
  }

  override prune(now: number, limit: number): Promise<number> {
    const isExpired = sql`ends_at < ${now}`;
    return this.database.deleteFirst('throttle', ['subject'], isExpired, raw('ends_at'), limit);
  }
}

interface HitCounterRow {
  readonly hits: number;
  readonly ends_at: number;
}
