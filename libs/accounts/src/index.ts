export {
  LoginFailed,
  LoginThrottled,
  NameTaken,
  PasswordsBusy,
  RoleBuiltIn,
  RoleFieldInvalid,
  RoleInUse,
  RoleNameTaken,
  RoleUnknown,
  UserFieldInvalid,
  UserUnknown,
} from './account.errors.js';
export {
  AccountStore,
  type AccountWindow,
  RoleStore,
  SessionStore,
  type Tally,
  ThrottleStore,
} from './account.store.js';
export { Accounts, type ChangedUser } from './accounts.js';
export { AccountsModule } from './accounts.module.js';
export { Login } from './login.js';
export { passwordFault, PasswordHasher } from './password.js';
export { BUILT_IN_ROLES, type Role } from './role.js';
export { type RoleChange, type RoleDraft, Roles } from './roles.js';
export { csrfTokenOf, hashOfSessionId, isCsrfTokenOf, newSessionId, type Session } from './session.js';
export { type BegunSession, Sessions, type SignedIn } from './sessions.js';
export type { NewUser, UserChange } from './user-change.js';
export { type Account, nameFault, type User } from './user.js';
