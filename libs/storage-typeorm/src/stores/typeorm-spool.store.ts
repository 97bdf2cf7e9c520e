import { Between } from 'typeorm';
import { type SpoolPart, SpoolStore } from '@content-service/jobs';
import { formatUuid, type Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { SPOOL_PART } from '../entities/operations.js';

/** Parts that one transaction deletes: it stays short. */
const DELETED_AT_ONCE = 20;

export class TypeOrmSpoolStore extends SpoolStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async put(part: SpoolPart): Promise<void> {
    await this.database.change((connection) =>
      connection.repository(SPOOL_PART).upsert(part, ['spool', 'part']),
    );
  }

  override async find(spool: Uuid, part: number): Promise<string | undefined> {
    const found = await this.database.read((connection) =>
      connection.repository(SPOOL_PART).findOneBy({ spool, part }),
    );
    return found?.text;
  }

  override async delete(spool: Uuid): Promise<void> {
    const newest = await this.database.read((connection) =>
      connection.repository(SPOOL_PART).maximum('part', { spool }),
    );
    // From the end, so that an interrupted deletion can be repeated.
    for (let last = newest ?? -1; last >= 0; last -= DELETED_AT_ONCE) {
      const part = Between(last - DELETED_AT_ONCE + 1, last);
      await this.database.change((connection) => connection.repository(SPOOL_PART).delete({ spool, part }));
    }
  }

  override async prune(before: number, limit: number): Promise<number> {
    const rows = await this.database.query<{ spool: Buffer }>(
      sql`SELECT spool FROM spool_part GROUP BY spool HAVING MAX(stored_at) < ${before} LIMIT ${limit}`,
      // SQLite reads the content to get at the time behind it.
      { heavy: true, unlimited: true },
    );
    for (const { spool } of rows) await this.delete(formatUuid(spool));
    return rows.length;
  }
}
