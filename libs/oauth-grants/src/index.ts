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
export { AccessTokenCodec } from './access-token.codec.js';
export {
  ACCESS_TOKEN_TYPE,
  type AccessTokenClaims,
  AccessTokenRefused,
  readClaims,
  toPrincipal,
} from './access-token.js';
export { AccessTokens } from './access-tokens.js';
export {
  AuthorizationEndpoint,
  type AuthorizationStep,
  type ConsentQuestion,
  type Visitor,
} from './authorization-endpoint.js';
export { ClientLifecycle } from './client-lifecycle.js';
export { FirstPartyTokens } from './first-party-tokens.js';
export { type Introspection, IntrospectionEndpoint } from './introspection-endpoint.js';
export { KeyRing, type PublishedKey } from './key-ring.js';
export { KeySecretWrong } from './key-sealing.js';
export { OAuthGrantsModule } from './oauth-grants.module.js';
export { OAuthOptions } from './oauth-options.js';
export { OAuthError, toErrorBody, TooManyFailures } from './oauth.errors.js';
export { CODE_CHALLENGE_METHODS } from './pkce.js';
export { type RefreshLimits, RefreshPolicy } from './refresh-policy.js';
export { RevocationEndpoint } from './revocation-endpoint.js';
export { Revocations } from './revocation.js';
export type { OpenedKey, SigningAlgorithm, VerificationKey } from './signing-key.js';
export { TokenEndpoint } from './token-endpoint.js';
export { TokenFamilies, type TokenOwner } from './token-families.js';
export {
  INQUIRY_PARAMETERS,
  type InquiryParameters,
  TOKEN_PARAMETERS,
  type TokenInquiry,
  type TokenParameters,
  type TokenRequest,
} from './token-request.js';
export type { TokenResponse } from './token-response.js';
export { TokenVerifier, type VerifiedToken } from './token-verifier.js';
export { UserScopes } from './user-scopes.js';
