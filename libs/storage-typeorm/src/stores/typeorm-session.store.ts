import type { TransactionalRecords } from '@content-service/audit';
import { type UserSession, SessionStore } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { insertStatement } from '../database/insert.js';
import { raw, sql } from '../database/sql.js';
import type { RecordedTransactions } from './recorded-transactions.js';

export class TypeOrmSessionStore extends SessionStore {
  private readonly database: Database;

  constructor(private readonly transactions: RecordedTransactions) {
    super();
    this.database = transactions.database;
  }

  override start(started: UserSession, replacedHash?: string): Promise<void> {
    const row = {
      id_hash: started.idHash,
      user_id: started.userId,
      access_epoch: started.accessEpoch,
      started_at: started.startedAt,
      authenticated_at: started.authenticatedAt,
      expires_at: started.expiresAt,
    };
    return this.database.transaction(async (connection) => {
      if (replacedHash !== undefined)
        await connection.execute(sql`DELETE FROM browser_session WHERE id_hash = ${replacedHash}`);
      await connection.execute(insertStatement('browser_session', [row]));
    });
  }

  override async find(idHash: string): Promise<UserSession | undefined> {
    const [row] = await this.database.query<SessionRow>(
      sql`SELECT * FROM browser_session WHERE id_hash = ${idHash}`,
    );
    return row && toSession(row);
  }

  override async listByUser(userId: Uuid): Promise<UserSession[]> {
    const rows = await this.database.query<SessionRow>(
      sql`SELECT * FROM browser_session WHERE user_id = ${userId} ORDER BY started_at DESC, id_hash`,
    );
    return rows.map(toSession);
  }

  override async markAuthenticated(idHash: string, authenticatedAt: number): Promise<void> {
    await this.database.execute(
      sql`UPDATE browser_session SET authenticated_at = ${authenticatedAt}
          WHERE id_hash = ${idHash} AND authenticated_at < ${authenticatedAt}`,
    );
  }

  override async touch(idHash: string, expiresAt: number): Promise<void> {
    await this.database.execute(
      sql`UPDATE browser_session SET expires_at = ${expiresAt}
          WHERE id_hash = ${idHash} AND expires_at < ${expiresAt}`,
    );
  }

  override async delete(idHash: string, records?: TransactionalRecords): Promise<boolean> {
    return (
      (await this.transactions.execute(records, sql`DELETE FROM browser_session WHERE id_hash = ${idHash}`)) >
      0
    );
  }

  override async deleteByUser(userId: Uuid): Promise<void> {
    await this.database.execute(sql`DELETE FROM browser_session WHERE user_id = ${userId}`);
  }

  override prune(now: number, limit: number): Promise<number> {
    const isExpired = sql`expires_at < ${now}`;
    return this.database.deleteFirst('browser_session', ['id_hash'], isExpired, raw('expires_at'), limit);
  }
}

interface SessionRow {
  readonly id_hash: string;
  readonly user_id: Uuid;
  readonly access_epoch: number;
  readonly started_at: number;
  readonly authenticated_at: number;
  readonly expires_at: number;
}

function toSession(row: SessionRow): UserSession {
  return {
    idHash: row.id_hash,
    userId: row.user_id,
    accessEpoch: row.access_epoch,
    startedAt: row.started_at,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
  };
}
