import { AuditModule, AuditTrail } from '@content-service/audit';
import { CreationStamp, EntriesModule, EntryStore } from '@content-service/entries';
import { Clock, IdGenerator } from '@content-service/kernel';
import { Module } from '@nestjs/common';
import { AccountStore, RoleStore, SessionStore, ThrottleStore } from './account.store.js';
import { Accounts } from './accounts.js';
import { Login } from './login.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password.js';
import { Passwords } from './passwords.js';
import { Profiles } from './profiles.js';
import { Roles } from './roles.js';
import { Sessions } from './sessions.js';

/** Needs the stores, `PasswordHasher`, `Clock` and `IdGenerator` from modules that are global. */
@Module({
  imports: [AuditModule, EntriesModule],
  providers: [
    {
      provide: Passwords,
      inject: [PasswordHasher],
      useFactory: (hasher: PasswordHasher) => new Passwords(hasher),
    },
    {
      provide: LoginThrottle,
      inject: [ThrottleStore, Clock],
      useFactory: (store: ThrottleStore, clock: Clock) => new LoginThrottle(store, clock),
    },
    {
      provide: Login,
      inject: [AccountStore, Passwords, LoginThrottle, AuditTrail, Clock],
      useFactory: (
        accounts: AccountStore,
        passwords: Passwords,
        throttle: LoginThrottle,
        trail: AuditTrail,
        clock: Clock,
      ) => new Login(accounts, passwords, throttle, trail, clock),
    },
    {
      provide: Sessions,
      inject: [SessionStore, AccountStore, AuditTrail, Clock],
      useFactory: (store: SessionStore, accounts: AccountStore, trail: AuditTrail, clock: Clock) =>
        new Sessions(store, accounts, trail, clock),
    },
    {
      provide: Roles,
      inject: [RoleStore, AuditTrail],
      useFactory: (store: RoleStore, trail: AuditTrail) => new Roles(store, trail),
    },
    {
      provide: Profiles,
      inject: [EntryStore, IdGenerator, CreationStamp, Clock],
      useFactory: (entries: EntryStore, ids: IdGenerator, stamp: CreationStamp, clock: Clock) =>
        new Profiles(entries, ids, stamp, clock),
    },
    {
      provide: Accounts,
      inject: [AccountStore, SessionStore, Profiles, Roles, Passwords, Login, AuditTrail],
      useFactory: (
        store: AccountStore,
        sessions: SessionStore,
        profiles: Profiles,
        roles: Roles,
        passwords: Passwords,
        login: Login,
        trail: AuditTrail,
      ) => new Accounts(store, sessions, profiles, roles, passwords, login, trail),
    },
  ],
  exports: [Accounts, Login, Roles, Sessions],
})
export class AccountsModule {}
