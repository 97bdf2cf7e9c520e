import type { AuditActor } from '@content-service/audit';
import { type ApiClient, FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { SCOPES, ScopeSet } from '@content-service/scopes';
import { findOwnerScopes } from './webhook-owner.js';

const ADMINISTER = 'site_settings:administer';
const CONTENT = 'content:administer';

const USERS: Readonly<Record<string, ScopeSet>> = {
  administrator: ScopeSet.of(ADMINISTER, CONTENT),
  editor: ScopeSet.of(CONTENT),
};
const CLIENTS: Readonly<Record<string, Pick<ApiClient, 'enabled' | 'allowedScopes'>>> = {
  all: { enabled: true, allowedScopes: ScopeSet.of(ADMINISTER, CONTENT) },
  settings: { enabled: true, allowedScopes: ScopeSet.of(ADMINISTER) },
  content: { enabled: true, allowedScopes: ScopeSet.of(CONTENT) },
  disabled: { enabled: false, allowedScopes: ScopeSet.of(ADMINISTER) },
};

const accounts = { findScopes: async (id: string) => USERS[id] };
const clients = { find: async (id: string) => CLIENTS[id] as ApiClient | undefined };

describe('findOwnerScopes', () => {
  it.each<[AuditActor, readonly string[] | undefined]>([
    [{ kind: 'operator' }, SCOPES.map(({ name }) => name)],
    [{ kind: 'anonymous' }, undefined],
    [{ kind: 'client', clientId: 'all' }, [ADMINISTER, CONTENT]],
    [{ kind: 'client', clientId: 'content' }, undefined],
    [{ kind: 'client', clientId: 'disabled' }, undefined],
    [{ kind: 'client', clientId: 'deleted' }, undefined],
    [{ kind: 'user', userId: 'administrator', clientId: FIRST_PARTY_CLIENT_ID }, [ADMINISTER, CONTENT]],
    [{ kind: 'user', userId: 'administrator', clientId: 'settings' }, [ADMINISTER]],
    [{ kind: 'user', userId: 'administrator', clientId: 'content' }, undefined],
    [{ kind: 'user', userId: 'administrator', clientId: 'disabled' }, undefined],
    [{ kind: 'user', userId: 'administrator', clientId: 'deleted' }, undefined],
    [{ kind: 'user', userId: 'editor', clientId: FIRST_PARTY_CLIENT_ID }, undefined],
    [{ kind: 'user', userId: 'editor', clientId: 'all' }, undefined],
    [{ kind: 'user', userId: 'deleted', clientId: 'all' }, undefined],
  ])('%j has %j', async (owner, scopes) => {
    expect((await findOwnerScopes(owner, { accounts, clients }))?.toArray()).toEqual(scopes);
  });
});
