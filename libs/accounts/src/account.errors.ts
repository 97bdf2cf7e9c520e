import { DomainError, type ErrorDetails } from '@content-service/kernel';

/** One member of a user's description breaks a rule. */
export class UserFieldInvalid extends DomainError {
  /**
   * @param pointer to the value, such as `/password`
   * @param rule the broken rule as members of JSON Schema, such as `{maxLength: 255}`
   */
  constructor(pointer: string, message: string, rule?: ErrorDetails['meta']) {
    super('user_invalid', message, { source: { pointer }, meta: rule });
  }
}

export class UserNotFound extends DomainError {
  constructor(id: string) {
    super('user_unknown', `There is no user '${id}'.`);
  }
}

/** Users reset the failed logins of others only: the holder of a stolen session could otherwise go on guessing the password. */
export class SelfUnlockRefused extends DomainError {
  constructor() {
    super('self_unlock_refused', 'Users cannot unlock their own account; another administrator can.');
  }
}

/** What is asked for needs a user who is enabled. */
export class UserDisabled extends DomainError {
  constructor(name: string) {
    super('user_disabled', `The user '${name}' is disabled: enable the user first.`);
  }
}

/** A link for a new password is unknown, expired or used, or its user is disabled. */
export class PasswordLinkInvalid extends DomainError {
  constructor() {
    super(
      'password_link_invalid',
      'The link has expired or was used already, or its user is disabled: ask for a new one.',
    );
  }
}

/** Another account has the name, or one that differs in case only. */
export class NameTaken extends DomainError {
  constructor(name: string) {
    super('user_name_taken', `There is a user '${name}' already.`, { source: { pointer: '/name' } });
  }
}

/** One member of a role's description breaks a rule. */
export class RoleFieldInvalid extends DomainError {
  /**
   * @param pointer to the value, such as `/scopes/0`
   * @param rule the broken rule as members of JSON Schema, such as `{maxLength: 255}`
   */
  constructor(pointer: string, message: string, rule?: ErrorDetails['meta']) {
    super('role_invalid', message, { source: { pointer }, meta: rule });
  }
}

export class RoleNotFound extends DomainError {
  constructor(name: string) {
    super('role_unknown', `There is no role '${name}'.`);
  }
}

export class RoleNameTaken extends DomainError {
  constructor(name: string) {
    super('role_name_taken', `There is a role '${name}' already.`, { source: { pointer: '/name' } });
  }
}

export class RoleBuiltIn extends DomainError {
  constructor(name: string) {
    super('role_built_in', `The role '${name}' is part of the service; make another role instead.`);
  }
}

export class RoleInUse extends DomainError {
  constructor(name: string) {
    super('role_in_use', `Users have the role '${name}'; give them another one first.`);
  }
}

/** Unknown name, wrong password or disabled user; the error does not tell them apart. */
export class LoginFailed extends DomainError {
  constructor() {
    super('login_failed', 'The name or the password is wrong.');
  }
}

/** A name or password is longer than any of an account, and is not compared. */
export class LoginFieldTooLong extends DomainError {
  constructor(field: 'name' | 'password', length: number, maximum: number) {
    super('login_invalid', `The ${field} has ${length} characters; at most ${maximum} are read.`, {
      source: { pointer: `/${field}` },
    });
  }
}

/** The password was chosen by an administrator or generated, and must be changed before anything else. */
export class PasswordChangeRequired extends DomainError {
  constructor() {
    super('password_change_required', 'This password must be changed first; do that at /user/password.');
  }
}

/** Too many failed logins, under this name or from this address. */
export class LoginThrottled extends DomainError {
  constructor(readonly retryAfterSeconds: number) {
    super('login_throttled', 'There were too many failed attempts to sign in; try again later.', {
      meta: { retryAfterSeconds },
    });
  }
}

/** More passwords wait to be checked than the service takes on. */
export class PasswordHashingOverloaded extends DomainError {
  readonly retryAfterSeconds = 1;

  constructor() {
    super('passwords_busy', 'Too many people sign in at this moment; try again in a second.');
  }
}
