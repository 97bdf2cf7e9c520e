import { AggregateDomainError, type Uuid } from '@content-service/kernel';
import type { AccountEditor, BeforeUserChange, ChangedUser } from './account-editor.js';
import { LoginFailed, UserFieldInvalid } from './account.errors.js';
import { getAccount } from './account.service.js';
import type { AccountStore } from './account.store.js';
import type { Login } from './login.js';
import type { PasswordRules } from './password.js';
import { validateUserChange } from './user-change.js';
import type { Account } from './user.js';

/** Changes that users make to their own accounts. */
export class AccountSelfService {
  constructor(
    private readonly store: AccountStore,
    private readonly rules: PasswordRules,
    private readonly login: Login,
    private readonly editor: AccountEditor,
  ) {}

  /**
   * Sets a new password after verifying the current one. All sessions end; the caller starts a new one with the returned user
   * for the browser that sent the request.
   *
   * @param ipAddress the IP address
   * @throws UserNotFound, UserFieldInvalid, LoginFailed, LoginThrottled, PasswordHashingOverloaded, ResourceWriteContended
   */
  async changePassword(
    id: Uuid,
    present: string,
    password: string,
    ipAddress: string,
    beforeChange?: BeforeUserChange,
  ): Promise<ChangedUser> {
    const account = await getAccount(this.store, id);
    if (password === present)
      throw new UserFieldInvalid('/password', 'password must be another one than the present.', {
        format: 'other-password',
      });
    AggregateDomainError.throwIfAny(validateUserChange({ password }, account.name, undefined, this.rules));
    const verified = await this.login.reauthenticate(account, present, ipAddress);
    // A concurrent reset of the password, or disabling, raises the epoch after the verification.
    const authorize = ({ accessEpoch }: Account): void => {
      if (accessEpoch !== verified.accessEpoch) throw new LoginFailed();
    };
    const auditContext = { actor: { kind: 'user', userId: id }, ipAddress } as const;
    return this.editor.update(id, { password }, auditContext, { authorize, beforeChange });
  }

  /**
   * Verifies the present password of a signed-in user.
   *
   * @param ipAddress the IP address
   * @throws UserNotFound, LoginFailed, LoginThrottled, PasswordHashingOverloaded
   */
  async reauthenticate(id: Uuid, password: string, ipAddress: string): Promise<void> {
    await this.login.reauthenticate(await getAccount(this.store, id), password, ipAddress);
  }
}
