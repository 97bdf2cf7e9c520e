import type { AccountService } from '@content-service/accounts';
import type { AuditActor } from '@content-service/audit';
import { type ClientStore, FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { SCOPES, ScopeSet } from '@content-service/scopes';

/** Where the scopes of actors are looked up. */
export interface ScopeSources {
  readonly accounts: Pick<AccountService, 'findScopes'>;
  readonly clients: Pick<ClientStore, 'find'>;
}

/**
 * The most that a token of an actor could hold at this moment: the scopes of the client, of a user those of the role that
 * the client may use. For work that goes on after the request of the actor.
 *
 * @returns `undefined` when client or user are deleted or disabled
 */
export async function findPresentScopes(
  { kind, userId, clientId = '' }: AuditActor,
  { accounts, clients }: ScopeSources,
): Promise<ScopeSet | undefined> {
  if (kind === 'operator') return ScopeSet.of(...SCOPES.map(({ name }) => name));
  const user = userId === undefined ? undefined : await accounts.findScopes(userId);
  if (kind === 'user' && (user === undefined || clientId === FIRST_PARTY_CLIENT_ID)) return user;
  const client = await clients.find(clientId);
  if (client?.enabled !== true) return undefined;
  return user?.intersect(client.allowedScopes) ?? client.allowedScopes;
}
