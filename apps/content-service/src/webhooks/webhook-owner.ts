import type { AccountService } from '@content-service/accounts';
import type { AuditActor } from '@content-service/audit';
import { type ClientStore, FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { SCOPES, ScopeSet } from '@content-service/scopes';

/** The scope without which a principal cannot have webhooks. */
const WEBHOOK_SCOPE = 'site_settings:administer';

/**
 * The most that a token of the owner of an endpoint could hold at this moment: the scopes of the client, of a user those of
 * the role that the client may use.
 *
 * @returns `undefined` when client or user are deleted or disabled, or may not administer webhooks any more
 */
export async function findOwnerScopes(
  owner: AuditActor,
  accounts: Pick<AccountService, 'findScopes'>,
  clients: Pick<ClientStore, 'find'>,
): Promise<ScopeSet | undefined> {
  const scopes = await findPresentScopes(owner, accounts, clients);
  return scopes?.has(WEBHOOK_SCOPE) === true ? scopes : undefined;
}

async function findPresentScopes(
  { kind, userId, clientId = '' }: AuditActor,
  accounts: Pick<AccountService, 'findScopes'>,
  clients: Pick<ClientStore, 'find'>,
): Promise<ScopeSet | undefined> {
  if (kind === 'operator') return ScopeSet.of(...SCOPES.map(({ name }) => name));
  const user = userId === undefined ? undefined : await accounts.findScopes(userId);
  if (kind === 'user' && (user === undefined || clientId === FIRST_PARTY_CLIENT_ID)) return user;
  const client = await clients.find(clientId);
  if (client?.enabled !== true) return undefined;
  return user?.intersect(client.allowedScopes) ?? client.allowedScopes;
}
