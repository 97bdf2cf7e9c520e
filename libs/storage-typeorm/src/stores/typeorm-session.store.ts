import { type Session, SessionStore } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { insert } from '../database/statements.js';

export class TypeOrmSessionStore extends SessionStore {
  constructor(private readonly database: Database) {
    super();
  }

  override start(started: Session, replacedHash?: string): Promise<void> {
    const row = {
      id_hash: started.idHash,
      user_id: started.userId,
      access_epoch: started.accessEpoch,
      started_at: started.startedAt,
      expires_at: started.expiresAt,
    };
    return this.database.transaction(async (session) => {
      if (replacedHash !== undefined)
        await session.run(sql`DELETE FROM browser_session WHERE id_hash = ${replacedHash}`);
      await session.run(insert('browser_session', [row]));
    });
  }

  override async find(idHash: string): Promise<Session | undefined> {
    const [row] = await this.database.rows<SessionRow>(
      sql`SELECT * FROM browser_session WHERE id_hash = ${idHash}`,
    );
    return row && toSession(row);
  }

  override async touch(idHash: string, expiresAt: number): Promise<void> {
    await this.database.run(
      sql`UPDATE browser_session SET expires_at = ${expiresAt}
          WHERE id_hash = ${idHash} AND expires_at < ${expiresAt}`,
    );
  }

  override async delete(idHash: string): Promise<boolean> {
    return (await this.database.run(sql`DELETE FROM browser_session WHERE id_hash = ${idHash}`)) > 0;
  }

  override async deleteOf(userId: Uuid): Promise<void> {
    await this.database.run(sql`DELETE FROM browser_session WHERE user_id = ${userId}`);
  }

  override async prune(now: number): Promise<void> {
    await this.database.run(sql`DELETE FROM browser_session WHERE expires_at < ${now}`);
  }
}

interface SessionRow {
  readonly id_hash: string;
  readonly user_id: Uuid;
  readonly access_epoch: number;
  readonly started_at: number;
  readonly expires_at: number;
}

function toSession(row: SessionRow): Session {
  return {
    idHash: row.id_hash,
    userId: row.user_id,
    accessEpoch: row.access_epoch,
    startedAt: row.started_at,
    expiresAt: row.expires_at,
  };
}
