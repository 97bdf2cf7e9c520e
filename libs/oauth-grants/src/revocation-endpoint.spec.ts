import { OPERATOR, ScopeSet } from '@content-service/scopes';
import { AuthorizationServer, INVALID_CLIENT, missing, refusalOf } from './authorization-server.fixture.js';
import type { InquiryParameters } from './token-request.js';

const SECRET = 's'.repeat(43);
const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';

let server: AuthorizationServer;
let accessToken: string;
let refreshToken: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  const client = { label: 'News', allowedScopes: ['member'] };
  await server.registry.register(client, OPERATOR, { id: 'news', secret: SECRET });
  await server.registry.register(client, OPERATOR, { id: 'other', secret: SECRET });
  await server.registry.register({ ...client, confidential: false }, OPERATOR, { id: 'app' });
  [accessToken, refreshToken] = await tokensOf('news');
});

async function tokensOf(clientId: string): Promise<[string, string]> {
  const grant = { clientId, familyId: FAMILY, scopes: ScopeSet.of('member') };
  const { token } = await server.accessTokens.issue({ ...grant, subject: ALICE });
  const code = { codeHash: '', redirectUri: '', expiresAt: 0, userId: ALICE, scope: 'member' };
  return [token, await server.families.begin({ ...code, clientId, familyId: FAMILY })];
}

const revoke = (token: string | undefined, more: InquiryParameters = {}) =>
  server.revocationEndpoint.respond({
    parameters: { client_id: 'news', client_secret: SECRET, token, ...more },
    from: '192.0.2.1',
  });
const isGood = async (token: string) => (await server.accessTokens.find(token)) !== undefined;
const isEnded = () => server.refreshTokens.isRevoked(FAMILY);

describe('POST /oauth/revoke', () => {
  it('ends an access token at once, and not its family', async () => {
    await revoke(accessToken);

    expect([await isGood(accessToken), await isEnded()]).toEqual([false, false]);
  });

  it('ends with a refresh token its family, and with that its access tokens', async () => {
    await revoke(refreshToken);

    expect([await isGood(accessToken), await isEnded()]).toEqual([false, true]);
  });

  it.each(['access_token', 'refresh_token', 'nonsense'])('needs no hint %s', async (token_type_hint) => {
    await revoke(refreshToken, { token_type_hint });

    expect(await isEnded()).toBe(true);
  });

  it('is open to public clients', async () => {
    const [, token] = await tokensOf('app');

    await revoke(token, { client_id: 'app', client_secret: undefined });

    expect(await isEnded()).toBe(true);
  });

  it('notes what ended, and not the token', async () => {
    const { jti } = (await server.accessTokens.verify(accessToken)).claims;

    await revoke(accessToken);
    await revoke(refreshToken);

    const act = { action: 'token.revoked', who: { kind: 'client', clientId: 'news' }, from: '192.0.2.1' };
    expect(server.audit.acts).toEqual([
      { ...act, subject: { kind: 'token', id: jti }, details: {} },
      { ...act, subject: { kind: 'token', id: FAMILY }, details: {} },
    ]);
  });

  it.each<[string, () => string, InquiryParameters]>([
    ['an unknown token', () => 'nonsense', {}],
    ["another client's access token", () => accessToken, { client_id: 'other' }],
    ["another client's refresh token", () => refreshToken, { client_id: 'other' }],
  ])('takes %s without a word and ends nothing', async (_, token, more) => {
    await expect(revoke(token(), more)).resolves.toBeUndefined();

    expect([await isGood(accessToken), await isEnded()]).toEqual([true, false]);
    expect(server.audit.acts).toEqual([]);
  });

  it.each<[string, string | undefined, InquiryParameters, object]>([
    ['no token', undefined, {}, missing('token')],
    ['a wrong secret', 'x', { client_secret: 'wrong' }, INVALID_CLIENT],
    ['no secret', 'x', { client_secret: '' }, missing('client_secret')],
    ['no client', 'x', { client_id: '' }, missing('client_id')],
  ])('refuses %s', async (_, token, more, expected) => {
    expect(await refusalOf(revoke(token, more))).toEqual(expected);
  });
});

describe('TokenFamilies.revokeAllOf', () => {
  it.each([
    ['a user', { userId: ALICE }],
    ['a client', { clientId: 'news' }],
    ['a user at a client', { userId: ALICE, clientId: 'news' }],
  ])('ends every token of %s', async (_, owner) => {
    await server.families.revokeAllOf(owner);

    expect([await isGood(accessToken), await isEnded()]).toEqual([false, true]);
  });

  it.each([
    ['user', { userId: 'another' }],
    ['client', { clientId: 'other' }],
    ['user at the client', { userId: 'another', clientId: 'news' }],
  ])('leaves the tokens of another %s alone', async (_, owner) => {
    await server.families.revokeAllOf(owner);

    expect([await isGood(accessToken), await isEnded()]).toEqual([true, false]);
  });
});
