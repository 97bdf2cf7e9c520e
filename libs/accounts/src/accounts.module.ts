import { AuditModule, AuditTrail } from '@content-service/audit';
import { MonotonicPositionGenerator, EntriesModule, EntryStore } from '@content-service/entries';
import { Clock, IdGenerator } from '@content-service/kernel';
import { Module } from '@nestjs/common';
import { AccountStore, RoleStore, SessionStore, ThrottleStore } from './account.store.js';
import { AccountAdministrationService } from './account-administration.service.js';
import { AccountEditor } from './account-editor.js';
import { AccountSelfService } from './account-self.service.js';
import { AccountService } from './account.service.js';
import { DeviceTokenOptions, KnownDevices } from './known-devices.js';
import { Login } from './login.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher, PasswordRules } from './password.js';
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
];

/** Needs the stores, `PasswordHasher`, `PasswordRules`, `DeviceTokenOptions`, `Clock` and `IdGenerator` from modules that are global. */
@Module({
  imports: [AuditModule, EntriesModule],
  providers: [
    {
      provide: PasswordService,
      inject: [PasswordHasher],
      useFactory: (hasher: PasswordHasher) => new PasswordService(hasher),
    },
    {
      provide: LoginThrottle,
      inject: [ThrottleStore, Clock],
      useFactory: (store: ThrottleStore, clock: Clock) => new LoginThrottle(store, clock),
    },
    {
      provide: KnownDevices,
      inject: [DeviceTokenOptions, Clock],
      useFactory: (options: DeviceTokenOptions, clock: Clock) => new KnownDevices(options, clock),
    },
    {
      provide: Login,
      inject: [AccountStore, PasswordService, LoginThrottle, KnownDevices, AuditTrail, Clock],
      useFactory: (...parts: ConstructorParameters<typeof Login>) => new Login(...parts),
    },
    {
      provide: SessionService,
      inject: [SessionStore, AccountStore, AuditTrail, Clock],
      useFactory: (store: SessionStore, accounts: AccountStore, trail: AuditTrail, clock: Clock) =>
        new SessionService(store, accounts, trail, clock),
    },
    {
      provide: RoleService,
      inject: [RoleStore, AuditTrail, Clock],
      useFactory: (...parts: ConstructorParameters<typeof RoleService>) => new RoleService(...parts),
    },
    {
      provide: ProfileService,
      inject: [EntryStore, AccountStore, IdGenerator, MonotonicPositionGenerator, Clock],
      useFactory: (...parts: ConstructorParameters<typeof ProfileService>) => new ProfileService(...parts),
    },
    {
      provide: AccountService,
      inject: [AccountStore, ProfileService, RoleService],
      useFactory: (...parts: ConstructorParameters<typeof AccountService>) => new AccountService(...parts),
    },
    {
      provide: AccountEditor,
      inject: EDITOR_DEPENDENCIES,
      useFactory: (...parts: ConstructorParameters<typeof AccountEditor>) => new AccountEditor(...parts),
    },
    {
      provide: AccountAdministrationService,
      inject: [...EDITOR_DEPENDENCIES, AccountEditor, PreferenceStore],
      useFactory: (...parts: ConstructorParameters<typeof AccountAdministrationService>) =>
        new AccountAdministrationService(...parts),
    },
    {
      provide: AccountSelfService,
      inject: [AccountStore, PasswordRules, Login, AccountEditor],
      useFactory: (...parts: ConstructorParameters<typeof AccountSelfService>) =>
        new AccountSelfService(...parts),
    },
  ],
  exports: [
    AccountService,
    AccountAdministrationService,
    AccountSelfService,
    Login,
    RoleService,
    SessionService,
  ],
})
export class AccountsModule {}
