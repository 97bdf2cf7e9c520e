import { ClientNotFound } from '@content-service/oauth-clients';
import { type ActorContext, OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { AuthorizationServer } from './authorization-server.fixture.js';

const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const client = { label: 'News', allowedScopes: ['member'] };

let server: AuthorizationServer;
let refreshToken: string;
let accessToken: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  await server.registry.register(client, OPERATOR_CONTEXT, { id: 'news' });
  const grant = { familyId: FAMILY, clientId: 'news', userId: ALICE, scope: 'member' };
  const code = { ...grant, codeHash: 'hash', redirectUri: 'https://news.example/', expiresAt: 0 };
  refreshToken = await server.families.start(code);
  const scopes = ScopeSet.of('member');
  ({ token: accessToken } = await server.accessTokens.issue({ subject: 'news', clientId: 'news', scopes }));
});

const PROCESS_ENDED = 'The process ended.';
const endProcessAfter = async (change: Promise<unknown>): Promise<never> => {
  await change;
  throw new Error(PROCESS_ENDED);
};

const renewed = async (): Promise<unknown> =>
  server.families.rotate(await server.families.validate(refreshToken, 'news'));

describe('ClientLifecycle: tokens of an API client', () => {
  it('stay valid after changes of other members', async () => {
    await server.lifecycle.update('news', { label: 'Old news', enabled: true }, OPERATOR_CONTEXT);

    expect(await server.accessTokens.find(accessToken)).toBeDefined();
    expect(await renewed()).toEqual(expect.any(String));
  });

  it('are revoked permanently when the client is disabled', async () => {
    await server.lifecycle.update('news', { enabled: false }, OPERATOR_CONTEXT);
    await server.lifecycle.update('news', { enabled: true }, OPERATOR_CONTEXT);

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    await expect(renewed()).rejects.toMatchObject({ hint: 'The refresh token has been revoked.' });
  });

  it('are revoked when the client is deleted, also for a new client with the same id', async () => {
    await server.lifecycle.delete('news', OPERATOR_CONTEXT);
    await server.registry.register(client, OPERATOR_CONTEXT, { id: 'news' });

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    await expect(renewed()).rejects.toMatchObject({ hint: 'The refresh token has been revoked.' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['disabled', () => server.lifecycle.update('news', { enabled: false }, OPERATOR_CONTEXT)],
    ['deprived of a scope', () => server.lifecycle.update('news', { allowedScopes: [] }, OPERATOR_CONTEXT)],
    ['deleted', () => server.lifecycle.delete('news', OPERATOR_CONTEXT)],
  ])(
    'are revoked when the client is %s, also when the process ends right after the change is stored',
    async (_, change) => {
      const { clients, registry } = server;
      const before = await registry.get('news');
      const { update, delete: deleteClient } = clients;
      clients.update = async (client) => endProcessAfter(update(client));
      clients.delete = async (id) => endProcessAfter(deleteClient(id));

      await expect(change()).rejects.toThrow(PROCESS_ENDED);
      expect(clients.stored.get('news')).not.toEqual(before);

      // Back to what the client was: only a revocation still ends the token.
      clients.stored.set('news', before);
      registry.clearCache();
      expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    },
  );

  it('are gone with the preferences of the client before it is deleted, should the process end then', async () => {
    const { clients, preferences } = server;
    preferences.add('news');
    clients.delete = () => {
      expect([...preferences]).toEqual([]);
      return Promise.reject(new Error(PROCESS_ENDED));
    };

    await expect(server.lifecycle.delete('news', OPERATOR_CONTEXT)).rejects.toThrow(PROCESS_ENDED);

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
  });

  it.each<[string, ActorContext, number | undefined]>([
    ['an actor without its scopes', { actor: { kind: 'client', clientId: 'x', scopes: ScopeSet.none } }, 1],
    ['an outdated version', OPERATOR_CONTEXT, 7],
  ])('stay valid when the change is refused for %s', async (_, actorContext, version) => {
    const { lifecycle } = server;

    await expect(lifecycle.update('news', { enabled: false }, actorContext, version)).rejects.toThrow();
    await expect(lifecycle.delete('news', actorContext, version)).rejects.toThrow();

    expect(await server.accessTokens.find(accessToken)).toBeDefined();
    expect(await renewed()).toEqual(expect.any(String));
  });

  it('are revoked by revokeTokens, which is recorded in the audit log', async () => {
    await server.lifecycle.revokeTokens('news', OPERATOR_CONTEXT);

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    await expect(renewed()).rejects.toMatchObject({ hint: 'The refresh token has been revoked.' });
    expect(server.audit.events).toMatchObject([
      { action: 'client.tokens_revoked', subject: { id: 'news' }, actor: { kind: 'operator' } },
    ]);
  });

  it('are revoked by revokeTokens with its line in the audit log when the process ends in between', async () => {
    server.refreshTokens.revokeByOwner = () => Promise.reject(new Error(PROCESS_ENDED));

    await expect(server.lifecycle.revokeTokens('news', OPERATOR_CONTEXT)).rejects.toThrow(PROCESS_ENDED);

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    expect(server.audit.actions).toMatchObject([{ action: 'client.tokens_revoked' }]);
  });

  it('stay valid, and leave no line in the audit log, when revokeTokens cannot store the revocation', async () => {
    server.revocationLog.append = () => Promise.reject(new Error(PROCESS_ENDED));

    await expect(server.lifecycle.revokeTokens('news', OPERATOR_CONTEXT)).rejects.toThrow(PROCESS_ENDED);

    expect(await server.accessTokens.find(accessToken)).toBeDefined();
    expect(server.audit.events).toEqual([]);
  });

  it('revokeTokens rejects for an unknown client', async () => {
    await expect(server.lifecycle.revokeTokens('unknown', OPERATOR_CONTEXT)).rejects.toThrow(ClientNotFound);
  });
});

describe('ClientLifecycle.update: remembered consents', () => {
  const REDIRECT_URI = 'https://news.example/';
  const REMEMBERED = { redirectUris: [REDIRECT_URI], rememberConsent: true };
  beforeEach(async () => {
    await server.lifecycle.update('news', REMEMBERED, OPERATOR_CONTEXT);
    await server.consents.save({ userId: ALICE, clientId: 'news', scope: 'member', grantedAt: 1 });
  });

  it('are forgotten with a new redirect URI, which codes would reach without a question', async () => {
    const redirectUris = [REDIRECT_URI, 'https://attacker.example/'];

    await server.lifecycle.update('news', { redirectUris }, OPERATOR_CONTEXT);

    expect(await server.consents.find(ALICE, 'news')).toBeUndefined();
    expect(server.audit.actions).toContainEqual(expect.objectContaining({ action: 'consent.revoked' }));
  });

  it('stay after other changes', async () => {
    await server.lifecycle.update(
      'news',
      { label: 'Old news', redirectUris: [REDIRECT_URI] },
      OPERATOR_CONTEXT,
    );

    expect(await server.consents.find(ALICE, 'news')).toBeDefined();
  });
});
