import type { AuditTrail } from '@content-service/audit';
import type { Clock } from '@content-service/kernel';
import type { AccountStore, SessionStore } from './account.store.js';
import { expiryOf, hashOfSessionId, newSessionId, type Session } from './session.js';
import { toUser, type User } from './user.js';

/** A session that has begun: the id goes into the cookie and nowhere else. */
export interface BegunSession {
  readonly id: string;
  readonly session: Session;
}

/** Who uses a session. */
export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

/** A session's use is noted when its end would move by this much: not every request needs a write. */
const NOTE_USE_EVERY_SECONDS = 60;

/** Browser sessions: who is signed in. */
export class Sessions {
  constructor(
    private readonly store: SessionStore,
    private readonly accounts: AccountStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a session, always with a new id: an id that somebody slipped into the browser before the login is worth
   * nothing after it (OWASP ASVS 5, 7.2.4).
   *
   * @param user as `Login.authenticate` or `Accounts.changeOwnPassword` gave it
   * @param replacedId the id the browser had until now, which ends
   */
  async begin(user: User, replacedId?: string): Promise<BegunSession> {
    const id = newSessionId();
    const now = this.clock.now();
    const session: Session = {
      idHash: hashOfSessionId(id),
      userId: user.id,
      accessEpoch: user.accessEpoch,
      startedAt: now,
      expiresAt: expiryOf(now, now),
    };
    await this.store.start(session, replacedId === undefined ? undefined : hashOfSessionId(replacedId));
    return { id, session };
  }

  /** Who is signed in under the id, if anybody is; using a session postpones its end. */
  async resume(id: string): Promise<SignedIn | undefined> {
    const now = this.clock.now();
    const session = await this.store.find(hashOfSessionId(id));
    if (session === undefined || session.expiresAt <= now) return undefined;
    const account = await this.accounts.find(session.userId);
    if (account?.enabled !== true || account.accessEpoch !== session.accessEpoch) return undefined;
    const expiresAt = expiryOf(session.startedAt, now);
    if (expiresAt - session.expiresAt >= NOTE_USE_EVERY_SECONDS)
      await this.store.touch(session.idHash, expiresAt);
    return { user: toUser(account), session };
  }

  /** Signs out; an unknown or ended session is no fault. @param from the IP address */
  async end(id: string, from: string): Promise<void> {
    const idHash = hashOfSessionId(id);
    const session = await this.store.find(idHash);
    if (session === undefined || !(await this.store.delete(idHash))) return;
    const who = { kind: 'user', userId: session.userId } as const;
    await this.trail.record('session.ended', { who, from }, session.userId, {});
  }
}
