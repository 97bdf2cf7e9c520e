export { DEFINITION_SCOPES, getDefinitionScopes } from './definition-scopes.js';
export { type Actor, type ActorContext, OPERATOR_CONTEXT, assertMayGrant } from './escalation.js';
export {
  ANONYMOUS,
  type AnonymousPrincipal,
  assertAnyScope,
  assertScope,
  type ClientPrincipal,
  CONTENT_ADMINISTER,
  MENU_ADMINISTER,
  SITE_SETTINGS_ADMINISTER,
  type Principal,
  ScopeSet,
  type UserPrincipal,
} from './principal.js';
export { ScopeMissing, ScopeNotHeld } from './scope.errors.js';
export {
  formatUnknownScope,
  isAdministrative,
  isKnownScope,
  type Scope,
  SCOPES,
} from './scope-vocabulary.js';
