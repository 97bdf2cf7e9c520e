import { type Session, SessionStore } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { act } from './act.js';

export class MemorySessionStore extends SessionStore {
  private readonly sessions = new Map<string, Session>();

  override start(session: Session, replacedHash?: string): Promise<void> {
    return act(() => {
      if (replacedHash !== undefined) this.sessions.delete(replacedHash);
      this.sessions.set(session.idHash, session);
    });
  }

  override find(idHash: string): Promise<Session | undefined> {
    return act(() => this.sessions.get(idHash));
  }

  override touch(idHash: string, expiresAt: number): Promise<void> {
    return act(() => {
      const session = this.sessions.get(idHash);
      if (session === undefined || session.expiresAt >= expiresAt) return;
      this.sessions.set(idHash, { ...session, expiresAt });
    });
  }

  override delete(idHash: string): Promise<boolean> {
    return act(() => this.sessions.delete(idHash));
  }

  override deleteOf(userId: Uuid): Promise<void> {
    return this.deleteAll((session) => session.userId === userId);
  }

  override prune(now: number): Promise<void> {
    return this.deleteAll(({ expiresAt }) => expiresAt < now);
  }

  private deleteAll(isMeant: (session: Session) => boolean): Promise<void> {
    return act(() => {
      for (const session of this.sessions.values())
        if (isMeant(session)) this.sessions.delete(session.idHash);
    });
  }
}
