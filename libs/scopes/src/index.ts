export {
  addedScopes,
  type Administrator,
  type Initiator,
  OPERATOR,
  requireHeld,
  ScopeNotHeld,
} from './escalation.js';
export {
  ANONYMOUS,
  CONTENT_ADMINISTER,
  type AnonymousPrincipal,
  type ClientPrincipal,
  type Principal,
  type UserPrincipal,
} from './principal.js';
export { requireAnyScope, requireScope, ScopeMissing } from './scope.errors.js';
export { ScopeSet } from './scope-set.js';
export { isKnownScope, type Scope, SCOPES } from './scope-vocabulary.js';
