import { AuditModule, AuditTrail } from '@content-service/audit';
import { MonotonicPositionGenerator, EntriesModule, EntryStore } from '@content-service/entries';
import { Clock, IdGenerator, provide } from '@content-service/kernel';
import { Module } from '@nestjs/common';
import { AccountStore, RoleStore, SessionStore, ThrottleStore } from './account.store.js';
import { AccountAdministrationService } from './account-administration.service.js';
import { AccountEditor } from './account-editor.js';
import { AccountSelfService } from './account-self.service.js';
import { AccountService } from './account.service.js';
import { AccountSecrets, KnownDevices } from './known-devices.js';
import { Login } from './login.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher, PasswordRules } from './password.js';
import { PasswordLinkService } from './password-link.service.js';
import { PasswordService } from './password.service.js';
import { PreferenceStore } from './preference.store.js';
import { ProfileService } from './profile.service.js';
import { RoleService } from './role.service.js';
import { SessionService } from './session.service.js';

const EDITOR_DEPENDENCIES = [
  AccountStore,
  SessionStore,
  ProfileService,
  RoleService,
  PasswordService,
  PasswordRules,
  Login,
  AuditTrail,
] as const;

/** Needs the stores, `PasswordHasher`, `PasswordRules`, `AccountSecrets`, `Clock` and `IdGenerator` from modules that are global. */
@Module({
  imports: [AuditModule, EntriesModule],
  providers: [
    provide(PasswordService, [PasswordHasher]),
    provide(LoginThrottle, [ThrottleStore, Clock]),
    provide(KnownDevices, [AccountSecrets, Clock]),
    provide(Login, [AccountStore, PasswordService, LoginThrottle, KnownDevices, AuditTrail, Clock]),
    provide(SessionService, [SessionStore, AccountStore, AuditTrail, Clock]),
    provide(RoleService, [RoleStore, AuditTrail, Clock]),
    provide(ProfileService, [EntryStore, AccountStore, IdGenerator, MonotonicPositionGenerator, Clock]),
    provide(AccountService, [AccountStore, ProfileService, RoleService]),
    provide(AccountEditor, EDITOR_DEPENDENCIES),
    provide(AccountAdministrationService, [...EDITOR_DEPENDENCIES, AccountEditor, PreferenceStore]),
    provide(PasswordLinkService, [
      AccountSecrets,
      AccountStore,
      RoleService,
      AccountEditor,
      AuditTrail,
      Clock,
    ]),
    provide(AccountSelfService, [AccountStore, PasswordRules, Login, AccountEditor]),
  ],
  exports: [
    AccountService,
    AccountAdministrationService,
    AccountSelfService,
    Login,
    PasswordLinkService,
    RoleService,
    SessionService,
  ],
})
export class AccountsModule {}
