import type { TransactionalRecords } from '@content-service/audit';
import { type UserSession, SessionStore } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemorySessionStore extends SessionStore {
  constructor(
    private readonly sessions = new Map<string, UserSession>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override start(session: UserSession, replacedHash?: string): Promise<void> {
    return atomic(() => {
      if (replacedHash !== undefined) this.sessions.delete(replacedHash);
      this.sessions.set(session.idHash, session);
    });
  }

  override find(idHash: string): Promise<UserSession | undefined> {
    return atomic(() => this.sessions.get(idHash));
  }

  override listByUser(userId: Uuid): Promise<UserSession[]> {
    return atomic(() =>
      [...this.sessions.values()]
        .filter((session) => session.userId === userId)
        .sort((a, b) => b.startedAt - a.startedAt || (a.idHash < b.idHash ? -1 : 1)),
    );
  }

  override markAuthenticated(idHash: string, authenticatedAt: number): Promise<void> {
    return atomic(() => {
      const session = this.sessions.get(idHash);
      if (session !== undefined && session.authenticatedAt < authenticatedAt)
        this.sessions.set(idHash, { ...session, authenticatedAt });
    });
  }

  override touch(idHash: string, expiresAt: number): Promise<void> {
    return atomic(() => {
      const session = this.sessions.get(idHash);
      if (session === undefined || session.expiresAt >= expiresAt) return;
      this.sessions.set(idHash, { ...session, expiresAt });
    });
  }

  override delete(idHash: string, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => this.sessions.delete(idHash));
  }

  override deleteByUser(userId: Uuid): Promise<void> {
    return atomic(() => void deleteSelected(this.sessions, (session) => session.userId === userId));
  }

  override prune(now: number, limit: number): Promise<number> {
    return atomic(() => deleteSelected(this.sessions, ({ expiresAt }) => expiresAt < now, limit));
  }
}
