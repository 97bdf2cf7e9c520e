import { ClientUnknown } from '@content-service/oauth-clients';
import { OPERATOR, ScopeSet } from '@content-service/scopes';
import { AuthorizationServer } from './authorization-server.fixture.js';

const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const client = { label: 'News', allowedScopes: ['member'] };

let server: AuthorizationServer;
let refreshToken: string;
let accessToken: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  await server.registry.register(client, OPERATOR, { id: 'news' });
  const grant = { familyId: FAMILY, clientId: 'news', userId: ALICE, scope: 'member' };
  const code = { ...grant, codeHash: 'hash', redirectUri: 'https://news.example/', expiresAt: 0 };
  refreshToken = await server.families.begin(code);
  const scopes = ScopeSet.of('member');
  ({ token: accessToken } = await server.accessTokens.issue({ subject: 'news', clientId: 'news', scopes }));
});

const renewed = async (): Promise<unknown> =>
  server.families.renew(await server.families.present(refreshToken, 'news'));

describe('the tokens of an API client', () => {
  it('stay when anything else is changed', async () => {
    await server.lifecycle.update('news', { label: 'Old news', enabled: true }, OPERATOR);

    expect(await server.accessTokens.find(accessToken)).toBeDefined();
    expect(await renewed()).toEqual(expect.any(String));
  });

  it('end for good when it is disabled', async () => {
    await server.lifecycle.update('news', { enabled: false }, OPERATOR);
    await server.lifecycle.update('news', { enabled: true }, OPERATOR);

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    await expect(renewed()).rejects.toMatchObject({ hint: 'The refresh token has been revoked.' });
  });

  it('end when it is deleted, and are not those of another one with the same id', async () => {
    await server.lifecycle.delete('news', OPERATOR);
    await server.registry.register(client, OPERATOR, { id: 'news' });

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    await expect(renewed()).rejects.toMatchObject({ hint: 'The refresh token has been revoked.' });
  });

  it('end when somebody wants it, which leaves a trace', async () => {
    await server.lifecycle.revokeTokens('news', OPERATOR);

    expect(await server.accessTokens.find(accessToken)).toBeUndefined();
    await expect(renewed()).rejects.toMatchObject({ hint: 'The refresh token has been revoked.' });
    expect(server.audit.events).toMatchObject([
      { action: 'client.tokens_revoked', subject: { id: 'news' }, who: { kind: 'operator' } },
    ]);
  });

  it('cannot be ended of a client that is not there', async () => {
    await expect(server.lifecycle.revokeTokens('nobody', OPERATOR)).rejects.toThrow(ClientUnknown);
  });
});
