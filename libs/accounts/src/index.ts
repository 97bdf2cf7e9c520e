export {
  PasswordLinkInvalid,
  LoginFailed,
  LoginFieldTooLong,
  LoginThrottled,
  NameTaken,
  PasswordChangeRequired,
  PasswordHashingOverloaded,
  RoleBuiltIn,
  RoleFieldInvalid,
  RoleInUse,
  RoleNameTaken,
  RoleNotFound,
  UserFieldInvalid,
  UserNotFound,
} from './account.errors.js';
export {
  AccountStore,
  type AccountPageRequest,
  RoleStore,
  SessionStore,
  type HitCounter,
  ThrottleStore,
} from './account.store.js';
export { PreferenceDocument } from './preference-document.js';
export { type Preference, PreferenceStore } from './preference.store.js';
export { AccountAdministrationService, type UserDeletion } from './account-administration.service.js';
export type { BeforeUserChange, ChangedUser } from './account-editor.js';
export { AccountSelfService } from './account-self.service.js';
export { AccountService } from './account.service.js';
export { AccountsModule } from './accounts.module.js';
export { DEVICE_TOKEN_LIFETIME_SECONDS, AccountSecrets } from './known-devices.js';
export { Login } from './login.js';
export { toRateLimitPrefix } from './login-throttle.js';
export {
  PASSWORD_LINK_LIFETIME_SECONDS,
  type PasswordLink,
  PasswordLinkService,
} from './password-link.service.js';
export { validatePassword, PasswordHasher, PasswordRules } from './password.js';
export {
  BUILT_IN_ROLES,
  CHANGED_ROLE_MEMBERS,
  NEW_ROLE_MEMBERS,
  type Role,
  type RoleChange,
  type RoleDraft,
} from './role.js';
export { findRoleProblems, RoleService } from './role.service.js';
export {
  deriveCsrfToken,
  hashSessionId,
  isValidCsrfToken,
  generateSessionId,
  type SessionOrigin,
  truncateUserAgent,
  type UserSession,
} from './session.js';
export { type StartedSession, SessionService, type AuthenticatedSession } from './session.service.js';
export {
  CHANGED_USER_MEMBERS,
  NEW_USER_MEMBERS,
  type NewUser,
  requirePasswordChange,
  USER_MEMBERS,
  type UserChange,
  type UserChangeRequest,
  type UserRequest,
} from './user-members.js';
export { type Account, toNameKey, validateUserName, type User } from './user.js';
