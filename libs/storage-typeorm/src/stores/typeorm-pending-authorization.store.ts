import { type PendingAuthorization, PendingAuthorizationStore } from '@content-service/oauth-grants';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { insert } from '../database/statements.js';

export class TypeOrmPendingAuthorizationStore extends PendingAuthorizationStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async save({ id, sessionHash, request, expiresAt }: PendingAuthorization): Promise<void> {
    const row = { id, session_hash: sessionHash, request, expires_at: expiresAt };
    await this.database.run(insert('pending_authorization', [row]));
  }

  /** Nobody changes a pending authorization, so whoever deletes it has what was read before. */
  override async take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined> {
    const its = sql`FROM pending_authorization WHERE id = ${id} AND session_hash = ${sessionHash}`;
    const [row] = await this.database.rows<{ request: string; expires_at: number }>(
      sql`SELECT request, expires_at ${its}`,
    );
    if (row === undefined || (await this.database.run(sql`DELETE ${its}`)) === 0) return undefined;
    return { id, sessionHash, request: row.request, expiresAt: row.expires_at };
  }

  override async prune(now: number): Promise<void> {
    await this.database.run(sql`DELETE FROM pending_authorization WHERE expires_at < ${now}`);
  }
}
