import { createHmac } from 'node:crypto';
import type { AuditTrail } from '@content-service/audit';
import { type Clock, deriveKey, equalsInConstantTime, isUuid, type Uuid } from '@content-service/kernel';
import { type ActorContext, assertMayGrant } from '@content-service/scopes';
import type { AccountEditor, BeforeUserChange, ChangedUser } from './account-editor.js';
import { PasswordLinkInvalid, UserDisabled } from './account.errors.js';
import { getAccount } from './account.service.js';
import type { AccountStore } from './account.store.js';
import type { AccountSecrets } from './known-devices.js';
import type { RoleService } from './role.service.js';
import { type Account, toUser, type User } from './user.js';

/** How long a link can be used: three days, so that an invitation outlives a weekend. */
export const PASSWORD_LINK_LIFETIME_SECONDS = 3 * 24 * 60 * 60;

/** How far the clocks of two processes may differ. */
const CLOCK_DIFFERENCE_SECONDS = 60;

/** The purpose of the keys, for `deriveKey`. */
const PURPOSE = 'content-service password links';

const TOKEN = /^([0-9a-f-]{36})\.(\d{1,12})\.([0-9a-f-]{36})?\.([\w-]{43})$/;

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
 * A token is `user.time.maker.mac`, the MAC over user, time, access epoch and hash of the password, and over the access epoch of the user who
 * made it, under a key from KEY_SECRET: nothing is stored. Any number of links is valid at a time. All end with the first password that is
 * set, with another role and when the user is disabled; and those of a maker when the maker gets another password or role, or is disabled.
 */
export class PasswordLinkService {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(
    { keySecret, previousKeySecret }: AccountSecrets,
    private readonly store: AccountStore,
    private readonly roles: Pick<RoleService, 'findScopes'>,
    private readonly editor: Pick<AccountEditor, 'update'>,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {
    const former = previousKeySecret === undefined ? [] : [deriveKey(previousKeySecret, PURPOSE)];
    this.keys = [deriveKey(keySecret, PURPOSE), ...former];
  }

  /**
   * Makes a link for a user whose role has no scope that the actor does not have.
   *
   * @throws UserNotFound, ScopeNotHeld, UserDisabled
   */
  async create(id: Uuid, actorContext: ActorContext): Promise<PasswordLink> {
    const { actor } = actorContext;
    const account = await getAccount(this.store, id);
    assertMayGrant(actor, await this.roles.findScopes(account.role));
    if (!account.enabled) throw new UserDisabled(account.name);
    const maker = actor.kind === 'user' ? await getAccount(this.store, actor.userId) : undefined;
    const expiresAt = this.clock.now() + PASSWORD_LINK_LIFETIME_SECONDS;
    await this.trail.record('user.password_link_created', actorContext, account.id, {});
    const mac = computeMac({ account, maker, expiresAt }, this.keys[0]);
    const token = `${account.id}.${expiresAt}.${maker?.id ?? ''}.${mac}`;
    return { user: toUser(account), token, expiresAt };
  }

  /** The user of a link. @throws PasswordLinkInvalid */
  async find(token: string): Promise<User> {
    const [, id = ''] = TOKEN.exec(token) ?? [];
    const account = isUuid(id) ? await this.store.find(id) : undefined;
    if (account === undefined || !(await this.opens(token, account))) throw new PasswordLinkInvalid();
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
    // The second of two requests with one link finds another password.
    const authorize = async (present: Account): Promise<void> => {
      if (!(await this.opens(token, present))) throw new PasswordLinkInvalid();
    };
    const auditContext = { actor: { kind: 'user', userId: id }, ipAddress } as const;
    const changes = { password, passwordChangeRequired: false };
    return this.editor.update(id, changes, auditContext, { authorize, beforeChange });
  }

  /** A time too far ahead was signed before the clock was set back; it must not make links valid for longer. */
  private async opens(token: string, account: Account): Promise<boolean> {
    const [, , time = '0', makerId = '', mac = ''] = TOKEN.exec(token) ?? [];
    const maker = isUuid(makerId) ? await this.store.find(makerId) : undefined;
    const expiresAt = Number(time);
    const rest = expiresAt - this.clock.now();
    const matches = this.keys.map((key) =>
      equalsInConstantTime(computeMac({ account, maker, expiresAt }, key), mac),
    );
    return (
      account.enabled &&
      (makerId === '' || maker?.enabled === true) &&
      rest > 0 &&
      rest <= PASSWORD_LINK_LIFETIME_SECONDS + CLOCK_DIFFERENCE_SECONDS &&
      matches.includes(true)
    );
  }
}

interface SignedLink {
  readonly account: Account;
  /** The user who made the link; `undefined` for an API client that acts for itself. */
  readonly maker: Account | undefined;
  readonly expiresAt: number;
}

function computeMac({ account, maker, expiresAt }: SignedLink, key: Buffer): string {
  const { id, accessEpoch, passwordHash } = account;
  const text = JSON.stringify([id, expiresAt, accessEpoch, passwordHash, maker?.id, maker?.accessEpoch]);
  return createHmac('sha256', key).update(text).digest('base64url');
}
