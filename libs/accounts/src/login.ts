import type { AuditTrail, Origin } from '@content-service/audit';
import type { Clock } from '@content-service/kernel';
import { LoginFailed, LoginThrottled } from './account.errors.js';
import type { AccountStore } from './account.store.js';
import type { LoginThrottle, Refusal } from './login-throttle.js';
import type { Passwords } from './passwords.js';
import { type Account, toNameKey, toUser, type User } from './user.js';

/** The proof by name and password of who somebody is. */
export class Login {
  constructor(
    private readonly accounts: AccountStore,
    private readonly passwords: Passwords,
    private readonly throttle: LoginThrottle,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs in. Takes the same time whether the name, the password or nothing is wrong.
   *
   * @param from the IP address, as a trusted proxy tells it
   * @throws LoginFailed, LoginThrottled, PasswordsBusy
   */
  async authenticate(name: string, password: string, from: string): Promise<User> {
    const account = await this.prove(toNameKey(name), password, from);
    const lastLoginAt = this.clock.now();
    await this.accounts.touch(account.id, lastLoginAt);
    await this.trail.record('login.succeeded', originOf(account, from), account.id, {});
    return toUser({ ...account, lastLoginAt });
  }

  /**
   * Has a user who is signed in prove it once more, as before a change of the password.
   *
   * @returns the account as it was proven
   * @throws LoginFailed, LoginThrottled, PasswordsBusy
   */
  confirm({ nameKey }: Account, password: string, from: string): Promise<Account> {
    return this.prove(nameKey, password, from);
  }

  /** Forgets failed attempts under the user's name, as after a new password was set. */
  async forgive({ nameKey }: Account): Promise<void> {
    await this.throttle.forgive(nameKey);
  }

  private async prove(nameKey: string, password: string, from: string): Promise<Account> {
    const refusal = await this.throttle.admit(nameKey, from);
    const account = await this.accounts.findByName(nameKey);
    if (refusal !== undefined) return this.refuse(refusal, account, from);

    const fits = await this.verify(nameKey, password, from, account?.passwordHash);
    if (account?.enabled !== true || !fits) return this.fail(account, from);
    await this.throttle.succeed(nameKey, from);
    return account;
  }

  /** A password that could not be checked is no failed attempt. */
  private async verify(
    nameKey: string,
    password: string,
    from: string,
    hash: string | undefined,
  ): Promise<boolean> {
    try {
      return await this.passwords.verify(password, hash);
    } catch (error) {
      await this.throttle.withdraw(nameKey, from);
      throw error;
    }
  }

  /** Noted once: the attempts that follow would only fill the log. */
  private async refuse(refusal: Refusal, account: Account | undefined, from: string): Promise<never> {
    const { limit, retryAfterSeconds, isFirst } = refusal;
    if (isFirst) {
      const details = { limit, retryAfterSeconds };
      await this.trail.record('login.throttled', { who: { kind: 'anonymous' }, from }, account?.id, details);
    }
    throw new LoginThrottled(retryAfterSeconds);
  }

  /** The name is not noted when nobody has it: it may be a password in the wrong place. */
  private async fail(account: Account | undefined, from: string): Promise<never> {
    const reason = account === undefined ? 'unknown name' : account.enabled ? 'wrong password' : 'disabled';
    await this.trail.record('login.failed', { who: { kind: 'anonymous' }, from }, account?.id, { reason });
    throw new LoginFailed();
  }
}

function originOf({ id }: Account, from: string): Origin {
  return { who: { kind: 'user', userId: id }, from };
}
