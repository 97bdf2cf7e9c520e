import { createHmac, hkdfSync } from 'node:crypto';
import type { AuditTrail } from '@content-service/audit';
import { type Clock, equalsInConstantTime, isUuid, type Uuid } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import type { AccountAdministrationService } from './account-administration.service.js';
import type { AccountEditor, BeforeUserChange, ChangedUser } from './account-editor.js';
import { PasswordLinkInvalid } from './account.errors.js';
import type { AccountStore } from './account.store.js';
import type { AccountSecrets } from './known-devices.js';
import { type Account, toUser, type User } from './user.js';

/** How long a link can be used: three days, so that an invitation outlives a weekend. */
export const PASSWORD_LINK_LIFETIME_SECONDS = 3 * 24 * 60 * 60;

/** How far the clocks of two processes may differ. */
const CLOCK_DIFFERENCE_SECONDS = 60;

const TOKEN = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

export interface PasswordLink {
  readonly user: User;
  /** `[A-Za-z0-9_.-]` only. */
  readonly token: string;
  /** UNIX seconds. */
  readonly expiresAt: number;
}

/**
 * Links with which users set a password without knowing one: invitations, and the way back for those who have forgotten theirs.
 *
 * A token is `user.time.mac`, the MAC over user, time, access epoch and hash of the password, under a key from KEY_SECRET: nothing is
 * stored, and a link ends with the first password that is set, with another role and when the user is disabled.
 */
export class PasswordLinks {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(
    { keySecret, previousKeySecret }: AccountSecrets,
    private readonly store: Pick<AccountStore, 'find'>,
    private readonly administration: Pick<AccountAdministrationService, 'getManageable'>,
    private readonly editor: Pick<AccountEditor, 'update'>,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {
    const former = previousKeySecret === undefined ? [] : [deriveKey(previousKeySecret)];
    this.keys = [deriveKey(keySecret), ...former];
  }

  /**
   * Makes a link for a user whose role has no scope that the actor does not have.
   *
   * @throws UserNotFound, ScopeNotHeld, PasswordLinkInvalid for a disabled user
   */
  async create(id: Uuid, actorContext: ActorContext): Promise<PasswordLink> {
    const { id: known } = await this.administration.getManageable(id, actorContext);
    const account = await this.store.find(known);
    if (account?.enabled !== true) throw new PasswordLinkInvalid();
    const expiresAt = this.clock.now() + PASSWORD_LINK_LIFETIME_SECONDS;
    await this.trail.record('user.password_link_created', actorContext, known, {});
    const token = `${known}.${expiresAt}.${computeMac(account, expiresAt, this.keys[0])}`;
    return { user: toUser(account), token, expiresAt };
  }

  /** The user of a link. @throws PasswordLinkInvalid */
  async find(token: string): Promise<User> {
    const [, id = '', time = ''] = TOKEN.exec(token) ?? [];
    const account = isUuid(id) ? await this.store.find(id) : undefined;
    if (account === undefined || !this.opens(token, account, Number(time))) throw new PasswordLinkInvalid();
    return toUser(account);
  }

  /**
   * Sets the password of the user of a link. All sessions of the user end.
   *
   * @param ipAddress the IP address
   * @throws PasswordLinkInvalid, UserFieldInvalid, PasswordHashingOverloaded, ResourceWriteContended
   */
  async setPassword(
    token: string,
    password: string,
    ipAddress: string,
    beforeChange?: BeforeUserChange,
  ): Promise<ChangedUser> {
    const { id } = await this.find(token);
    const [, , time = ''] = TOKEN.exec(token) ?? [];
    // Of two requests with one link the second finds another password.
    const authorize = (present: Account): void => {
      if (!this.opens(token, present, Number(time))) throw new PasswordLinkInvalid();
    };
    const auditContext = { actor: { kind: 'user', userId: id }, ipAddress } as const;
    const changes = { password, passwordChangeRequired: false };
    return this.editor.update(id, changes, auditContext, { authorize, beforeChange });
  }

  /** A time too far ahead was signed before the clock was set back; it must not make links valid for longer. */
  private opens(token: string, account: Account, expiresAt: number): boolean {
    const mac = token.slice(token.lastIndexOf('.') + 1);
    const rest = expiresAt - this.clock.now();
    const matches = this.keys.map((key) => equalsInConstantTime(computeMac(account, expiresAt, key), mac));
    return (
      account.enabled &&
      rest > 0 &&
      rest <= PASSWORD_LINK_LIFETIME_SECONDS + CLOCK_DIFFERENCE_SECONDS &&
      matches.includes(true)
    );
  }
}

function computeMac({ id, accessEpoch, passwordHash }: Account, expiresAt: number, key: Buffer): string {
  const text = JSON.stringify([id, expiresAt, accessEpoch, passwordHash]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** The secret may be of any length; HKDF (RFC 5869) makes a key of the right one. */
function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'content-service password links', 32));
}
