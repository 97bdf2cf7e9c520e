import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { OAuthError } from './oauth.errors.js';

/**
 * The scopes a client gets: those it asks for, all selected on it; every selected one when it names none
 * (specification, «Scope rules» 1 to 4).
 *
 * @throws OAuthError invalid_scope, naming the first scope that is unknown or not selected
 */
export function grantedScopes(requested: string | undefined, client: ApiClient): ScopeSet {
  const scopes = ScopeSet.parse(requested ?? '');
  if (scopes.size === 0) return client.allowedScopes;
  const offending = scopes.firstOutside(client.allowedScopes);
  if (offending !== undefined) throw OAuthError.scope(offending);
  return scopes;
}
