import type { AuditActor } from '@content-service/audit';
import { DomainError } from '@content-service/kernel';
import { SCOPES, ScopeSet } from '@content-service/scopes';
import type { ClientStore } from './client.store.js';
import { FIRST_PARTY_CLIENT_ID } from './client.js';

/** Where the scopes of actors are looked up. */
export interface ScopeSources {
  readonly accounts: {
    /** The scopes of the role of a user; `undefined` when the user is deleted or disabled. */
    findScopes(userId: string): Promise<ScopeSet | undefined>;
  };
  readonly clients: Pick<ClientStore, 'find'>;
}

/** The actor of a job is disabled or deleted, or may not write entries any more. */
export class RequesterNotPermitted extends DomainError {
  constructor() {
    super(
      'requester_not_permitted',
      'The account or client that requested this may not change entries any more.',
    );
  }
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
