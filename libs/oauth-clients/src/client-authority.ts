import { type Actor, assertMayGrant } from '@content-service/scopes';
import type { ApiClient } from './client.js';

/**
 * Every change of a client needs all the scopes that it has and gets: a client with more scopes than the administrator is
 * neither opened nor narrowed, disabled, relabelled or deleted by that administrator.
 *
 * @param after the client after the change; absent for a deletion
 * @throws ScopeNotHeld naming the first scope that is missing
 */
export function assertMayChangeClient(actor: Actor, before: ApiClient, after: ApiClient = before): void {
  for (const { allowedScopes } of [before, after]) assertMayGrant(actor, allowedScopes);
}
