export {
  CHANGED_CLIENT_MEMBERS,
  CLIENT_ROTATION_MEMBERS,
  type ClientChange,
  NEW_CLIENT_MEMBERS,
  type NewClient,
  type PresetCredentials,
} from './client-draft.js';
export { ClientRegistry, type Registration } from './client-registry.js';
export { type ApiClient, FIRST_PARTY_CLIENT_ID, GRANT_TYPES, type GrantType } from './client.js';
export {
  ClientAuthenticationFailed,
  ClientFieldInvalid,
  ClientIdTaken,
  ClientIsPublic,
  ClientNotFound,
} from './client.errors.js';
export { isRedirectUriOf } from './redirect-uri.js';
export { ClientUsers, ClientStore } from './client.store.js';
export { OAuthClientsModule } from './oauth-clients.module.js';
export { findPresentScopes, RequesterNotPermitted, type ScopeSources } from './find-present-scopes.js';
