import { AuditTrail } from '@content-service/audit';
import { TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { type Initiator, OPERATOR, ScopeNotHeld, ScopeSet, SCOPES } from '@content-service/scopes';
import type { ClientChange } from './client-draft.js';
import { AuditShelf, ClientShelf } from './client-registry.fixture.js';
import { ClientRegistry } from './client-registry.js';

const NEWS = { label: 'News site', allowedScopes: ['content:administer', 'member'] };

let audit: AuditShelf;
let shelf: ClientShelf;
let registry: ClientRegistry;
beforeEach(() => {
  const clock = new TurnedClock();
  shelf = new ClientShelf();
  audit = new AuditShelf();
  registry = new ClientRegistry(shelf, new AuditTrail(audit, new UuidV7Generator(), clock), clock);
});

describe('whoever administers API clients', () => {
  const ALL = SCOPES.map(({ name }) => name);
  const holderOf = (...scopes: readonly string[]): Initiator => ({
    who: { kind: 'user', userId: 'alice', clientId: 'tool', scopes: ScopeSet.of(...scopes) },
    from: '192.0.2.1',
  });

  it.each(ALL)('can put %s on a client only when they hold it', async (scope) => {
    const without = holderOf(...ALL.filter((name) => name !== scope));
    const { client } = await registry.register({ ...NEWS, allowedScopes: [] }, OPERATOR);

    const registration = registry.register({ label: 'New', allowedScopes: [scope] }, without);
    const change = registry.update(client.id, { allowedScopes: [scope] }, without);

    await expect(registration).rejects.toThrow(new ScopeNotHeld(scope));
    await expect(change).rejects.toThrow(new ScopeNotHeld(scope));
    await registry.update(client.id, { allowedScopes: [scope] }, holderOf(scope));
    await registry.register({ label: 'New', allowedScopes: [scope] }, holderOf(scope));
    expect(shelf.clients.size).toBe(2);
  });

  it.each<[string, ClientChange]>([
    ['another redirect URI', { redirectUris: ['https://mine.example/'] }],
    ['another grant', { grants: ['authorization_code', 'client_credentials'] }],
    ['no PKCE any more', { requirePkce: false }],
    ['no question to users any more', { rememberConsent: true }],
    ['being enabled', { enabled: true }],
  ])('cannot open a way to tokens that can do more than they can: %s', async (_, change) => {
    const said = { ...NEWS, grants: ['authorization_code'], requirePkce: true, enabled: false } as const;
    const { client } = await registry.register(said, OPERATOR);

    await expect(registry.update(client.id, change, holderOf('member'))).rejects.toThrow(ScopeNotHeld);
    await registry.update(client.id, change, holderOf('member', 'content:administer'));
  });

  it('gets no secret of a client that can do more than they can', async () => {
    const { client } = await registry.register(NEWS, OPERATOR);

    await expect(registry.rotateSecret(client.id, 0, holderOf('member'))).rejects.toThrow(ScopeNotHeld);
  });

  it('can take from any client what they do not hold', async () => {
    const { client } = await registry.register(NEWS, OPERATOR);

    const less = { allowedScopes: [], label: 'Nothing', enabled: false, grants: [] };
    await registry.update(client.id, less, holderOf());
    await registry.delete(client.id, holderOf());

    expect(shelf.clients.size).toBe(0);
  });

  it('leaves traces', async () => {
    const alice = holderOf('member');
    const { client } = await registry.register({ label: 'A', allowedScopes: ['member'] }, alice);
    await registry.update(client.id, { label: 'B', user: undefined }, alice);
    await registry.rotateSecret(client.id, 60, alice);
    await registry.delete(client.id, alice);

    const subject = { kind: 'client', id: client.id };
    const who = { kind: 'user', userId: 'alice', clientId: 'tool' };
    expect(audit.events.map(({ action, details }) => [action, details])).toEqual([
      ['client.created', { label: 'A', scopes: ['member'] }],
      ['client.changed', { label: 'B', scopes: ['member'], members: ['label'] }],
      ['client.secret_rotated', { graceSeconds: 60 }],
      ['client.deleted', { label: 'B' }],
    ]);
    for (const event of audit.events) expect(event).toMatchObject({ subject, who, from: '192.0.2.1' });
  });
});
