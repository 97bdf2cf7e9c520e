import type { AuditContext, AuditTrail, AuditLines } from '@content-service/audit';
import type { Clock } from '@content-service/kernel';
import { LoginFailed, LoginFieldTooLong, LoginThrottled } from './account.errors.js';
import type { AccountStore } from './account.store.js';
import type { KnownDevices } from './known-devices.js';
import type { AdmittedAttempt, LoginAttempt, LoginThrottle, ThrottleRefusal } from './login-throttle.js';
import { TYPED_PASSWORD_MAXIMUM } from './password.js';
import type { PasswordService } from './password.service.js';
import { type Account, toNameKey, toUser, TYPED_NAME_MAXIMUM, type User } from './user.js';

/** Authentication by name and password. */
export class Login {
  constructor(
    private readonly accounts: AccountStore,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
    private readonly devices: KnownDevices,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs in. Takes the same time whether the name, the password or nothing is wrong.
   *
   * @param ipAddress the IP address, as a trusted proxy tells it
   * @param deviceTokens what the browser keeps from earlier logins, as `deviceTokensFor` made them
   * @throws LoginFieldTooLong, LoginFailed, LoginThrottled, PasswordHashingOverloaded
   */
  async authenticate(
    name: string,
    password: string,
    ipAddress: string,
    deviceTokens: readonly string[] = [],
  ): Promise<User> {
    assertLength('name', name, TYPED_NAME_MAXIMUM);
    assertLength('password', password, TYPED_PASSWORD_MAXIMUM);
    const nameKey = toNameKey(name);
    const found = await this.accounts.findByName(nameKey);
    const device = this.devices.find(deviceTokens, found);
    const account = await this.verifyCredentials({ nameKey, address: ipAddress, device }, found, password);
    const lastLoginAt = this.clock.now();
    await this.accounts.touch(account.id, lastLoginAt);
    await this.trail.record('login.succeeded', toAuditContext(account, ipAddress), account.id, {});
    return toUser({ ...account, lastLoginAt });
  }

  /**
   * The device tokens for the user's browser, so that failures elsewhere do not delay its next login.
   *
   * @param user as `authenticate` gave it
   * @param present what the browser keeps already
   * @returns a new token and those of other accounts, the latest first
   */
  async deviceTokensFor(user: User, present: readonly string[]): Promise<readonly string[]> {
    const account = await this.accounts.find(user.id);
    return account === undefined ? present : this.devices.renew(present, account);
  }

  /**
   * Verifies the password of a signed-in user again, as before a change of the password. Failures are counted for the user's
   * sessions alone, so failed logins elsewhere have no effect.
   *
   * @returns the verified account
   * @throws LoginFailed, LoginThrottled, PasswordHashingOverloaded
   */
  async reauthenticate({ id, nameKey }: Account, password: string, ipAddress: string): Promise<Account> {
    const found = await this.accounts.findByName(nameKey);
    return this.verifyCredentials({ nameKey, address: ipAddress, signedInUser: id }, found, password);
  }

  /**
   * Resets the failed attempts of the user's name, as after a new password.
   *
   * @param auditLines are stored with it
   */
  async resetThrottle({ nameKey }: Pick<Account, 'nameKey'>, auditLines?: AuditLines): Promise<void> {
    await this.throttle.reset(nameKey, auditLines);
  }

  /** @param account the account with the name, if there is one */
  private async verifyCredentials(
    attempt: LoginAttempt,
    account: Account | undefined,
    password: string,
  ): Promise<Account> {
    const { address } = attempt;
    const admitted = await this.throttle.consume(attempt);
    if ('retryAfterSeconds' in admitted) return this.rejectThrottled(admitted, account, address);

    const isMatch = await this.verifyPassword(admitted, password, account?.passwordHash);
    if (account?.enabled !== true || !isMatch) return this.rejectFailed(account, address);
    await this.throttle.recordSuccess(admitted);
    return account;
  }

  /** Does not count an attempt whose password could not be checked. */
  private async verifyPassword(
    admitted: AdmittedAttempt,
    password: string,
    hash: string | undefined,
  ): Promise<boolean> {
    try {
      return await this.passwords.verify(password, hash);
    } catch (error) {
      await this.throttle.refund(admitted);
      throw error;
    }
  }

  /** Records the first refused attempt only; further ones would only fill the log. */
  private async rejectThrottled(
    refusal: ThrottleRefusal,
    account: Account | undefined,
    ipAddress: string,
  ): Promise<never> {
    const { limit, retryAfterSeconds, isFirst } = refusal;
    if (isFirst) {
      const details = { limit, retryAfterSeconds };
      await this.trail.record(
        'login.throttled',
        { actor: { kind: 'anonymous' }, ipAddress },
        account?.id,
        details,
      );
    }
    throw new LoginThrottled(retryAfterSeconds);
  }

  /** An unknown name is not logged: it may be a password typed into the wrong field. */
  private async rejectFailed(account: Account | undefined, ipAddress: string): Promise<never> {
    const reason = account === undefined ? 'unknown name' : account.enabled ? 'wrong password' : 'disabled';
    await this.trail.record('login.failed', { actor: { kind: 'anonymous' }, ipAddress }, account?.id, {
      reason,
    });
    throw new LoginFailed();
  }
}

/** @throws LoginFieldTooLong before the text is normalised */
function assertLength(field: 'name' | 'password', text: string, maximum: number): void {
  if (text.length > maximum) throw new LoginFieldTooLong(field, text.length, maximum);
}

function toAuditContext({ id }: Account, ipAddress: string): AuditContext {
  return { actor: { kind: 'user', userId: id }, ipAddress };
}
