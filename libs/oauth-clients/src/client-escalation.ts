import { addedScopes, type Administrator, requireHeld } from '@content-service/scopes';
import type { ApiClient } from './client.js';

/**
 * Nobody gets hold of tokens that can do more than they can: whoever selects a scope must hold it, and whoever opens
 * another way to a client's tokens must hold all its scopes. What takes something from a client needs nothing.
 *
 * @throws ScopeNotHeld naming the first scope that is missing
 */
export function requireMayChange(who: Administrator, before: ApiClient, after: ApiClient): void {
  const given = addedScopes(before.allowedScopes, after.allowedScopes);
  requireHeld(who, opensAnotherWay(before, after) ? after.allowedScopes : given);
}

function opensAnotherWay(before: ApiClient, after: ApiClient): boolean {
  return (
    (after.enabled && !before.enabled) ||
    (after.rememberConsent && !before.rememberConsent) ||
    (before.requirePkce && !after.requirePkce) ||
    after.grants.some((grant) => !before.grants.includes(grant)) ||
    after.redirectUris.some((uri) => !before.redirectUris.includes(uri))
  );
}
