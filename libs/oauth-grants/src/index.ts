export {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
  type Consent,
  ConsentStore,
  type PendingAuthorization,
  PendingAuthorizationStore,
  type RefreshToken,
  RefreshTokenStore,
  type Revocation,
  RevocationLog,
  type Rotation,
  type SigningKey,
  SigningKeyStore,
} from './grant.store.js';
export {
  AccessTokenCodec,
  ACCESS_TOKEN_TYPE,
  type AccessTokenClaims,
  AccessTokenRefused,
  isInLifetime,
  parseClaims,
  toPrincipal,
  TokenVerifier,
  type VerifiedToken,
} from './access-token.js';
export {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  OAuthOptions,
  RECENT_AUTHENTICATION_SECONDS,
} from './oauth-options.js';
export { AccessTokenService, RevocationService } from './access-token.service.js';
export {
  AuthorizationEndpoint,
  type AuthorizationStep,
  type ConsentPrompt,
  type ResourceOwner,
} from './authorization-endpoint.js';
export { type CredentialParameters, findClaimedClientIds } from './client-authentication.js';
export { ClientLifecycle } from './client-lifecycle.js';
export { FirstPartyTokenService } from './first-party-token.service.js';
export { type Introspection, IntrospectionEndpoint } from './introspection-endpoint.js';
export { KeyRing, type PublishedKey } from './key-ring.js';
export {
  type SigningAlgorithm,
  type UnsealedKey,
  unsealSigningKey,
  type VerificationKey,
} from './signing-key.js';
export { OAuthGrantsModule } from './oauth-grants.module.js';
export { OAUTH_ERROR_CODES, OAuthError, toErrorBody, TooManyAuthenticationFailures } from './oauth.errors.js';
export { AuthorizationPolicy } from './authorization-request.js';
export { CODE_CHALLENGE_METHODS } from './pkce.js';
export {
  type RefreshLimits,
  RefreshPolicy,
  TokenFamilyService,
  type TokenOwner,
} from './token-family.service.js';
export { RevocationEndpoint } from './revocation-endpoint.js';
export { RoleLifecycle } from './role-lifecycle.js';
export { TokenEndpoint } from './token-endpoint.js';
export {
  TOKEN_LOOKUP_PARAMETERS,
  type TokenLookupParameters,
  TOKEN_PARAMETERS,
  type TokenLookupRequest,
  type TokenParameters,
  type TokenRequest,
} from './request-parameters.js';
export type { TokenResponse } from './grants/grant.js';
export { UserAccessService, type UserGrantOverview } from './user-access.service.js';
export { UserLifecycle } from './user-lifecycle.js';
export { UserScopes } from './user-token.service.js';
