import type { AuditContext, AuditTrail } from '@content-service/audit';
import type { Clock, Uuid } from '@content-service/kernel';
import type { AccountStore, SessionStore } from './account.store.js';
import {
  computeExpiry,
  hashSessionId,
  generateSessionId,
  type SessionOrigin,
  type UserSession,
} from './session.js';
import { toUser, type User } from './user.js';

/** A session that has begun: the id goes into the cookie and nowhere else. */
export interface StartedSession {
  readonly id: string;
  readonly session: UserSession;
}

/** A session in force and its user. */
export interface AuthenticatedSession {
  readonly user: User;
  readonly session: UserSession;
}

/** The end of a session is postponed in steps of this length, so that most requests need no write. */
const TOUCH_INTERVAL_SECONDS = 60;

/** Browser sessions of users. */
export class SessionService {
  constructor(
    private readonly store: SessionStore,
    private readonly accounts: AccountStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a session, always with a new id, against session fixation (OWASP ASVS 5, 7.2.4).
   *
   * @param user as `Login.authenticate` or `AccountService.changeOwnPassword` gave it
   * @param replacedId the id the browser had until now, which ends
   */
  async start(user: User, replacedId?: string, origin: SessionOrigin = {}): Promise<StartedSession> {
    const id = generateSessionId();
    const now = this.clock.now();
    const session: UserSession = {
      idHash: hashSessionId(id),
      userId: user.id,
      accessEpoch: user.accessEpoch,
      startedAt: now,
      authenticatedAt: now,
      expiresAt: computeExpiry(now, now),
      ...origin,
    };
    await this.store.start(session, replacedId === undefined ? undefined : hashSessionId(replacedId));
    return { id, session };
  }

  /** The session with the id and its user, `undefined` when it has ended; using a session postpones its end. */
  async resume(id: string): Promise<AuthenticatedSession | undefined> {
    const now = this.clock.now();
    const authenticated = await this.findByHash(hashSessionId(id));
    if (authenticated === undefined) return undefined;
    const { session } = authenticated;
    const expiresAt = computeExpiry(session.startedAt, now);
    if (expiresAt - session.expiresAt >= TOUCH_INTERVAL_SECONDS)
      await this.store.touch(session.idHash, expiresAt);
    return authenticated;
  }

  /**
   * Whether the session has not ended, expired, or been outdated by a new `accessEpoch`, and its user is enabled; reads the
   * stores anew.
   *
   * Tokens and codes are dated before this check: a change of the user that the check does not see is stored after it and
   * revokes everything dated before.
   */
  async isActive(idHash: string): Promise<boolean> {
    return (await this.findByHash(idHash)) !== undefined;
  }

  /** Sessions of the user that are not over, the latest first. */
  async list(userId: Uuid): Promise<readonly UserSession[]> {
    const now = this.clock.now();
    const account = await this.accounts.find(userId);
    const sessions = await this.store.listByUser(userId);
    return sessions.filter(
      ({ expiresAt, accessEpoch }) => expiresAt > now && accessEpoch === account?.accessEpoch,
    );
  }

  /** Ends a session of a user by the hash of its id. @returns whether the user had such a session */
  async endForUser(userId: Uuid, idHash: string, actorContext: AuditContext): Promise<boolean> {
    if ((await this.store.find(idHash))?.userId !== userId) return false;
    return this.delete(idHash, userId, actorContext);
  }

  /** Records that the password of the user was just verified in this session. */
  async markAuthenticated({ idHash }: UserSession): Promise<void> {
    await this.store.markAuthenticated(idHash, this.clock.now());
  }

  /** Signs out; does nothing for an unknown or ended session. @param ipAddress the IP address */
  async end(id: string, ipAddress: string): Promise<void> {
    const idHash = hashSessionId(id);
    const session = await this.store.find(idHash);
    if (session === undefined) return;
    const actor = { kind: 'user', userId: session.userId } as const;
    await this.delete(idHash, session.userId, { actor, ipAddress });
  }

  private delete(idHash: string, userId: Uuid, actorContext: AuditContext): Promise<boolean> {
    const event = this.trail.createEvent('session.ended', actorContext, userId, {});
    return this.trail.commit([event], (auditLines) => this.store.delete(idHash, auditLines));
  }

  private async findByHash(idHash: string): Promise<AuthenticatedSession | undefined> {
    const session = await this.store.find(idHash);
    if (session === undefined || session.expiresAt <= this.clock.now()) return undefined;
    const account = await this.accounts.find(session.userId);
    if (account?.enabled !== true || account.accessEpoch !== session.accessEpoch) return undefined;
    return { user: toUser(account), session };
  }
}
