import { GRANT_TYPES } from '@content-service/oauth-clients';
import { CODE_CHALLENGE_METHODS, type OAuthOptions } from '@content-service/oauth-grants';
import { CONTENT_ADMINISTER } from '@content-service/scopes';

const WITH_SECRET = ['client_secret_post', 'client_secret_basic'];

/**
 * Metadata of the authorization server (RFC 8414 §2). Only one scope is advertised (specification, «Scope vocabulary»).
 */
export function buildServerMetadata({ issuer }: Pick<OAuthOptions, 'issuer'>): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: [CONTENT_ADMINISTER],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
    revocation_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
    introspection_endpoint_auth_methods_supported: WITH_SECRET,
    code_challenge_methods_supported: CODE_CHALLENGE_METHODS,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

/** Metadata of the protected resource: its authorization server and the ways to send tokens (RFC 9728 §2). */
export function buildResourceMetadata({
  issuer,
  audience,
}: Pick<OAuthOptions, 'issuer' | 'audience'>): object {
  return {
    resource: audience,
    authorization_servers: [issuer],
    scopes_supported: [CONTENT_ADMINISTER],
    bearer_methods_supported: ['header'],
    resource_documentation: `${issuer}/docs`,
  };
}
