import { SessionStore, type UserSession } from '@content-service/accounts';
import type { AuditLines } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import type { RecordDatabase } from './record-database.js';

const SESSIONS = 'session/';

export class RecordSessionStore extends SessionStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override start(session: UserSession, replacedHash?: string): Promise<void> {
    return this.database.transaction(async (transaction) => {
      if (replacedHash !== undefined) await transaction.delete(SESSIONS + replacedHash);
      await transaction.put(SESSIONS + session.idHash, session);
    });
  }

  override find(idHash: string): Promise<UserSession | undefined> {
    return this.database.get(SESSIONS + idHash);
  }

  override async listByUser(userId: Uuid): Promise<UserSession[]> {
    const sessions = await this.database.select<UserSession>(
      SESSIONS,
      (session) => session.userId === userId,
    );
    return sessions.sort((a, b) => b.startedAt - a.startedAt);
  }

  override markAuthenticated(idHash: string, authenticatedAt: number): Promise<void> {
    return this.raise(idHash, { authenticatedAt });
  }

  override touch(idHash: string, expiresAt: number): Promise<void> {
    return this.raise(idHash, { expiresAt });
  }

  override delete(idHash: string, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction((transaction) => transaction.delete(SESSIONS + idHash), auditLines);
  }

  override async deleteByUser(userId: Uuid): Promise<void> {
    await this.database.deleteSelected(SESSIONS, (session: UserSession) => session.userId === userId);
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.database.deleteSelected(SESSIONS, ({ expiresAt }: UserSession) => expiresAt < now, limit);
  }

  /** Changes a time of a session unless it is later already. */
  private raise(
    idHash: string,
    time: Partial<Pick<UserSession, 'authenticatedAt' | 'expiresAt'>>,
  ): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const session = await transaction.get<UserSession>(SESSIONS + idHash);
      if (session === undefined) return;
      const { authenticatedAt = session.authenticatedAt, expiresAt = session.expiresAt } = time;
      await transaction.put(SESSIONS + idHash, {
        ...session,
        authenticatedAt: Math.max(session.authenticatedAt, authenticatedAt),
        expiresAt: Math.max(session.expiresAt, expiresAt),
      });
    });
  }
}
