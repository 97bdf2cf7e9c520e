import { AuditTrail } from '@content-service/audit';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import { type ActorContext, OPERATOR_CONTEXT, ScopeNotHeld, ScopeSet, SCOPES } from '@content-service/scopes';
import type { ClientChange } from './client-draft.js';
import { InMemoryAuditLog, InMemoryClientStore, InMemoryClientUsers } from './client-registry.fixture.js';
import { ClientRegistry } from './client-registry.js';

const NEWS = { label: 'News site', allowedScopes: ['content:administer', 'member'] };

let audit: InMemoryAuditLog;
let clients: InMemoryClientStore;
let registry: ClientRegistry;
beforeEach(() => {
  const clock = new FakeClock();
  audit = new InMemoryAuditLog();
  clients = new InMemoryClientStore(audit);
  registry = new ClientRegistry(
    clients,
    new InMemoryClientUsers(),
    new AuditTrail(audit, new UuidV7Generator(), clock),
    clock,
  );
});

describe('an administrator of API clients', () => {
  const ALL = SCOPES.map(({ name }) => name);
  const createContext = (...scopes: readonly string[]): ActorContext => ({
    actor: { kind: 'user', userId: 'alice', clientId: 'tool', scopes: ScopeSet.of(...scopes) },
    ipAddress: '192.0.2.1',
  });

  it.each(ALL)('can select %s on a client only when holding it', async (scope) => {
    const without = createContext(...ALL.filter((name) => name !== scope));
    const { client } = await registry.register({ ...NEWS, allowedScopes: [] }, OPERATOR_CONTEXT);

    const registration = registry.register({ label: 'New', allowedScopes: [scope] }, without);
    const change = registry.update(client.id, { allowedScopes: [scope] }, without);

    await expect(registration).rejects.toThrow(new ScopeNotHeld(scope));
    await expect(change).rejects.toThrow(new ScopeNotHeld(scope));
    await registry.update(client.id, { allowedScopes: [scope] }, createContext(scope));
    await registry.register({ label: 'New', allowedScopes: [scope] }, createContext(scope));
    expect(clients.clients.size).toBe(2);
  });

  it.each<[string, ClientChange]>([
    ['another redirect URI', { redirectUris: ['https://mine.example/'] }],
    ['another grant', { grants: ['authorization_code', 'client_credentials'] }],
    ['requirePkce off', { requirePkce: false }],
    ['rememberConsent on', { rememberConsent: true }],
    ['being enabled', { enabled: true }],
  ])('cannot extend a client with further scopes: %s', async (_, change) => {
    const changes = { ...NEWS, grants: ['authorization_code'], requirePkce: true, enabled: false } as const;
    const { client } = await registry.register(changes, OPERATOR_CONTEXT);

    await expect(registry.update(client.id, change, createContext('member'))).rejects.toThrow(ScopeNotHeld);
    await registry.update(client.id, change, createContext('member', 'content:administer'));
  });

  it('cannot rotate the secret of a client with further scopes', async () => {
    const { client } = await registry.register(NEWS, OPERATOR_CONTEXT);

    await expect(registry.rotateSecret(client.id, 0, createContext('member'))).rejects.toThrow(ScopeNotHeld);
  });

  it.each<[string, ClientChange]>([
    ['another label', { label: 'Nothing' }],
    ['fewer scopes', { allowedScopes: [] }],
    ['no grants', { grants: [] }],
    ['being disabled', { enabled: false }],
    ['no user', { user: null }],
  ])('cannot restrict a client with further scopes: %s', async (_, change) => {
    const { client } = await registry.register(NEWS, OPERATOR_CONTEXT);

    await expect(registry.update(client.id, change, createContext('member'))).rejects.toThrow(ScopeNotHeld);
    await expect(registry.delete(client.id, createContext('member'))).rejects.toThrow(ScopeNotHeld);
    expect(clients.clients.get(client.id)).toEqual(client);
    await registry.delete(client.id, createContext('member', 'content:administer'));
  });

  it('is recorded in the audit log', async () => {
    const alice = createContext('member');
    const { client } = await registry.register({ label: 'A', allowedScopes: ['member'] }, alice);
    await registry.update(client.id, { label: 'B', user: undefined }, alice);
    await registry.rotateSecret(client.id, 60, alice);
    await registry.delete(client.id, alice);

    const subject = { kind: 'client', id: client.id };
    const actor = { kind: 'user', userId: 'alice', clientId: 'tool' };
    expect(audit.events.map(({ action, details }) => [action, details])).toEqual([
      ['client.created', { label: 'A', scopes: ['member'] }],
      ['client.changed', { label: 'B', scopes: ['member'], members: ['label'] }],
      ['client.secret_rotated', { graceSeconds: 60 }],
      ['client.deleted', { label: 'B' }],
    ]);
    for (const event of audit.events) expect(event).toMatchObject({ subject, actor, ipAddress: '192.0.2.1' });
  });
});
