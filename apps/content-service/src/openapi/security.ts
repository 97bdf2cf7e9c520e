import type { JsonObject } from '@content-service/kernel';
import { CONTENT_ADMINISTER } from '@content-service/scopes';

/**
 * Who may call an operation: anybody; a reader, who needs a token unless Public access is Yes; whoever has a token;
 * whoever has a token with a scope, or with one of several; or whoever is signed in with a browser.
 */
export type Access =
  | 'anybody'
  | 'reader'
  | 'token'
  | 'session'
  | { readonly scope: string }
  | { readonly anyScope: readonly string[] };

/** The names under `components.securitySchemes`. */
const OAUTH = 'oauth2';
const BEARER = 'bearerToken';
const SESSION = 'browserSession';

/**
 * The security requirements of an operation, of which one must be met (OpenAPI 3.1 «Security Requirement Object»). How
 * a client came by its token does not matter, so the bare token is always among them; with scopes the flows do not
 * name, it is the only one.
 */
export function securityOf(access: Access, oauth: boolean): readonly JsonObject[] {
  if (access === 'anybody') return [];
  if (access === 'session') return [{ [SESSION]: [] }];
  if (typeof access === 'object' && 'anyScope' in access)
    return access.anyScope.map((scope) => ({ [BEARER]: [scope] }));
  const scopes = typeof access === 'object' ? [access.scope] : [];
  const isAdvertised = scopes.every((scope) => scope === CONTENT_ADMINISTER);
  return [
    ...(oauth && isAdvertised ? [{ [OAUTH]: scopes }] : []),
    { [BEARER]: scopes },
    ...(access === 'reader' ? [{}] : []),
  ];
}

/**
 * The flows advertise `content:administer` alone (specification, «Scope vocabulary»). Without OAuth endpoints, which
 * headless deployments lack, a token comes from elsewhere.
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
      name: baseUrl.startsWith('https:') ? '__Host-session' : 'session',
      description:
        'Of a browser in which somebody signed in at `/user/login`. Only for requests from pages of this service.',
    },
  };
}
