export type { ClientChange, NewClient, Preset } from './client-draft.js';
export { ClientRegistry, type Registration } from './client-registry.js';
export { type ApiClient, FIRST_PARTY_CLIENT_ID, GRANT_TYPES, type GrantType } from './client.js';
export {
  ClientAuthenticationFailed,
  ClientFieldInvalid,
  ClientIdTaken,
  ClientIsPublic,
  ClientUnknown,
} from './client.errors.js';
export { ClientStore } from './client.store.js';
export { OAuthClientsModule } from './oauth-clients.module.js';
