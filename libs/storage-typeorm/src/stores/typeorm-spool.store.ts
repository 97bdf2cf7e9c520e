import { type SpoolPart, SpoolStore } from '@content-service/jobs';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';

/** Parts that one transaction deletes: it stays short. */
const DELETED_AT_ONCE = 20;

export class TypeOrmSpoolStore extends SpoolStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async put({ spool, part, text, storedAt }: SpoolPart): Promise<void> {
    const row = { spool: parseUuid(spool), part, content: Buffer.from(text), stored_at: storedAt };
    const { dialect } = this.database;
    await this.database.execute(
      dialect.upsert('spool_part', ['spool', 'part'], row, ['content', 'stored_at']),
    );
  }

  override async find(spool: Uuid, part: number): Promise<string | undefined> {
    const [row] = await this.database.query<{ content: Buffer }>(
      sql`SELECT content FROM spool_part WHERE spool = ${parseUuid(spool)} AND part = ${part}`,
    );
    return row?.content.toString();
  }

  override async delete(spool: Uuid): Promise<void> {
    const id = parseUuid(spool);
    const [row] = await this.database.query<{ last: number | null }>(
      sql`SELECT MAX(part) AS last FROM spool_part WHERE spool = ${id}`,
    );
    // From the end, so that an interrupted deletion can be repeated.
    for (let last = row?.last ?? -1; last >= 0; last -= DELETED_AT_ONCE)
      await this.database.execute(
        sql`DELETE FROM spool_part WHERE spool = ${id} AND part > ${last - DELETED_AT_ONCE} AND part <= ${last}`,
      );
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
