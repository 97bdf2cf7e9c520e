import { type Tally, ThrottleStore } from '@content-service/accounts';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';

export class TypeOrmThrottleStore extends ThrottleStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** Whoever comes second waits at the row until the first has committed, so each one reads a count of its own. */
  override increment(key: string, windowSeconds: number, now: number): Promise<Tally> {
    const none = { subject: key, hits: 0, ends_at: now + windowSeconds };
    // `hits` first: MySQL assigns from left to right, and what follows sees the new values.
    const count = sql`UPDATE throttle
      SET hits = CASE WHEN ends_at <= ${now} THEN 1 ELSE hits + 1 END,
        ends_at = CASE WHEN ends_at <= ${now} THEN ${now + windowSeconds} ELSE ends_at END
      WHERE subject = ${key}`;
    return this.database.transaction(async (session) => {
      await session.run(this.database.dialect.upsert('throttle', ['subject'], none, []));
      await session.run(count);
      const [row] = await session.rows<TallyRow>(
        sql`SELECT hits, ends_at FROM throttle WHERE subject = ${key}`,
      );
      if (row === undefined) throw new Error('A row that was just locked is gone.');
      return { count: row.hits, endsAt: row.ends_at };
    });
  }

  override async decrement(key: string): Promise<void> {
    await this.database.run(sql`UPDATE throttle SET hits = hits - 1 WHERE subject = ${key} AND hits > 0`);
  }

  override async reset(key: string): Promise<void> {
    await this.database.run(sql`DELETE FROM throttle WHERE subject = ${key}`);
  }

  override async prune(now: number): Promise<void> {
    await this.database.run(sql`DELETE FROM throttle WHERE ends_at < ${now}`);
  }
}

interface TallyRow {
  readonly hits: number;
  readonly ends_at: number;
}
