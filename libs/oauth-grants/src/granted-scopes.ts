import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { OAuthError } from './oauth.errors.js';

/**
 * The scopes a client gets: those it asks for, all selected on it; every selected one when it asks for none
 * (specification, «Scope rules» 1 to 4).
 *
 * @throws OAuthError invalid_scope, naming the first scope that is unknown or not selected
 */
export function grantedScopes(requested: string | undefined, client: ApiClient): ScopeSet {
  if (requested === undefined) return client.allowedScopes;
  const scopes = ScopeSet.parse(requested);
  const offending = scopes.firstOutside(client.allowedScopes);
  if (offending !== undefined) throw OAuthError.scope(offending);
  return scopes;
}
