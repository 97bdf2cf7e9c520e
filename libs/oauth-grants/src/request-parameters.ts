import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { OAuthError } from './oauth.errors.js';
import type { OAuthOptions } from './oauth-options.js';

/** All parameters of token requests (specification, «POST /oauth/token»; RFC 7636 §4.5; RFC 8707 §2). */
export const TOKEN_PARAMETERS = [
  'grant_type',
  'client_id',
  'client_secret',
  'scope',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'resource',
] as const;

/** The parameters of revocation and introspection requests (RFC 7009 §2.1, RFC 7662 §2.1). */
export const TOKEN_LOOKUP_PARAMETERS = ['client_id', 'client_secret', 'token', 'token_type_hint'] as const;

/** The parameters that were given, each once. */
type OptionalParameters<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export type TokenParameters = OptionalParameters<(typeof TOKEN_PARAMETERS)[number]>;
export type TokenLookupParameters = OptionalParameters<(typeof TOKEN_LOOKUP_PARAMETERS)[number]>;

/** A request to an endpoint that authenticates clients. */
export interface ClientRequest<Parameters> {
  readonly parameters: Parameters;
  /** The Authorization header as it came. */
  readonly authorization?: string;
  /** The IP address, as a trusted proxy tells it. */
  readonly ipAddress?: string;
}

export type TokenRequest = ClientRequest<TokenParameters>;
export type TokenLookupRequest = ClientRequest<TokenLookupParameters>;

/** The trimmed values; an empty value counts as absent (RFC 6749 §3.2). */
export function omitEmptyParameters<Name extends string>(
  parameters: OptionalParameters<Name>,
): OptionalParameters<Name> {
  const trimmed = Object.entries<string | undefined>(parameters).map(([name, value]) => [
    name,
    value?.trim(),
  ]);
  return Object.fromEntries(
    trimmed.filter(([, value]) => value !== undefined && value !== ''),
  ) as OptionalParameters<Name>;
}

/**
 * The scopes that a client gets: the requested ones, which must be selected on it, or all selected ones without a request
 * (specification, «Scope rules» 1 to 4).
 *
 * @throws OAuthError invalid_scope, naming the first scope that is unknown or not selected
 */
export function resolveGrantedScopes(requested: string | undefined, client: ApiClient): ScopeSet {
  const scopes = ScopeSet.parse(requested ?? '');
  if (scopes.size === 0) return client.allowedScopes;
  const offending = scopes.firstMissingFrom(client.allowedScopes);
  if (offending !== undefined) throw OAuthError.scope(offending);
  return scopes;
}

/**
 * The only resource is the content interface, so the parameter has no effect (RFC 8707 §2).
 *
 * @throws OAuthError invalid_target for any other
 */
export function assertResourceIsAudience(
  resource: string | undefined,
  { audience }: Pick<OAuthOptions, 'audience'>,
): void {
  if (resource === undefined || resource === audience) return;
  throw new OAuthError('invalid_target', `The only resource that tokens are given for is ${audience}.`);
}
