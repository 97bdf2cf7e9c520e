import type { JsonObject } from '@content-service/kernel';
import { CONTENT_ADMINISTER } from '@content-service/scopes';
import { formatCookieName, SESSION_COOKIE } from '../../browser/cookies.js';

/**
 * Access to an operation: `public` needs no token; `reader` needs a token unless a site setting permits anonymous
 * reading; `token` needs any token; `scope`, `anyScope` and `allScopes` need a token with that scope, one of these or all of
 * them; `session` needs a browser session.
 */
export type Access =
  | 'public'
  | 'reader'
  | 'token'
  | 'session'
  | { readonly scope: string }
  | { readonly anyScope: readonly string[] }
  | { readonly allScopes: readonly string[] };

/** Names in `components.securitySchemes`. */
const OAUTH = 'oauth2';
export const BEARER = 'bearerToken';
const SESSION = 'browserSession';

/**
 * Returns the security requirements of an operation, one of which must be met (OpenAPI 3.1 «Security Requirement
 * Object»). A bearer token of any origin is always one; scopes that the OAuth flows do not list allow only that.
 */
export function toSecurityRequirements(access: Access, oauth: boolean): readonly JsonObject[] {
  if (access === 'public') return [];
  if (access === 'session') return [{ [SESSION]: [] }];
  if (typeof access === 'object' && 'anyScope' in access)
    return access.anyScope.map((scope) => ({ [BEARER]: [scope] }));
  const scopes = findScopes(access);
  const isAdvertised = scopes.every((scope) => scope === CONTENT_ADMINISTER);
  return [
    ...(oauth && isAdvertised ? [{ [OAUTH]: scopes }] : []),
    { [BEARER]: scopes },
    ...(access === 'reader' ? [{}] : []),
  ];
}

function findScopes(access: Exclude<Access, { readonly anyScope: readonly string[] }>): readonly string[] {
  if (typeof access === 'string') return [];
  return 'allScopes' in access ? access.allScopes : [access.scope];
}

/**
 * Returns the security schemes. The flows list `content:administer` alone (specification, «Scope vocabulary»).
 * Headless deployments have no OAuth endpoints.
 */
export function securitySchemes(baseUrl: string, oauth: boolean): JsonObject {
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token, sent as `Authorization: Bearer <ACCESS_TOKEN>`.',
  };
  if (!oauth) return { [BEARER]: bearer };
  const token = `${baseUrl}/oauth/token`;
  const scopes = {
    [CONTENT_ADMINISTER]:
      'Create, update and delete content, and read unpublished content. Published content needs no scope.',
  };
  return {
    [OAUTH]: {
      type: 'oauth2',
      description: 'Access tokens are valid for 300 seconds.',
      flows: {
        clientCredentials: { tokenUrl: token, scopes },
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl: token,
          refreshUrl: token,
          scopes,
        },
      },
    },
    [BEARER]: bearer,
    [SESSION]: {
      type: 'apiKey',
      in: 'cookie',
      name: formatCookieName(baseUrl, SESSION_COOKIE),
      description:
        'The session of a browser after the login at `/user/login`. Only for requests from pages of this service.',
    },
  };
}
