import { type PendingAuthorization, PendingAuthorizationStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { raw, sql } from '../database/sql.js';

export class TypeOrmPendingAuthorizationStore extends PendingAuthorizationStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async save({ id, sessionHash, request, expiresAt }: PendingAuthorization): Promise<void> {
    const row = { id, session_hash: sessionHash, request, expires_at: expiresAt };
    await this.database.execute(insertStatement('pending_authorization', [row]));
  }

  /** Pending authorizations never change, so the row read before is the row that the DELETE removed. */
  override async take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined> {
    const selection = sql`FROM pending_authorization WHERE id = ${id} AND session_hash = ${sessionHash}`;
    const [row] = await this.database.query<{ request: string; expires_at: number }>(
      sql`SELECT request, expires_at ${selection}`,
    );
    if (row === undefined || (await this.database.execute(sql`DELETE ${selection}`)) === 0) return undefined;
    return { id, sessionHash, request: row.request, expiresAt: row.expires_at };
  }

  override prune(now: number, limit: number): Promise<number> {
    const isExpired = sql`expires_at < ${now}`;
    return this.database.deleteFirst('pending_authorization', ['id'], isExpired, raw('expires_at'), limit);
  }
}
