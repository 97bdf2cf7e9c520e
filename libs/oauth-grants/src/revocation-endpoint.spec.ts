import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import {
  AuthorizationServer,
  INVALID_CLIENT,
  missingParameter,
  getRefusal,
} from './authorization-server.fixture.js';
import type { TokenLookupParameters } from './request-parameters.js';

const SECRET = 's'.repeat(43);
const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';

const unauthenticated = (name: string): object => ({
  ...INVALID_CLIENT,
  hint: `The parameter ${name} is missing or empty.`,
});

let server: AuthorizationServer;
let accessToken: string;
let refreshToken: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  const client = { label: 'News', allowedScopes: ['member'] };
  await server.registry.register(client, OPERATOR_CONTEXT, { id: 'news', secret: SECRET });
  await server.registry.register(client, OPERATOR_CONTEXT, { id: 'other', secret: SECRET });
  await server.registry.register({ ...client, confidential: false }, OPERATOR_CONTEXT, { id: 'app' });
  [accessToken, refreshToken] = await issueTokens('news');
});

async function issueTokens(clientId: string): Promise<[string, string]> {
  const grant = { clientId, familyId: FAMILY, scopes: ScopeSet.of('member') };
  const { token } = await server.accessTokens.issue({ ...grant, subject: ALICE });
  const code = { codeHash: '', redirectUri: '', expiresAt: 0, userId: ALICE, scope: 'member' };
  return [token, await server.families.start({ ...code, clientId, familyId: FAMILY })];
}

const revoke = (token: string | undefined, more: TokenLookupParameters = {}) =>
  server.revocationEndpoint.respond({
    parameters: { client_id: 'news', client_secret: SECRET, token, ...more },
    ipAddress: '192.0.2.1',
  });
const isActive = async (token: string) => (await server.accessTokens.find(token)) !== undefined;
const isEnded = () => server.refreshTokens.isRevoked(FAMILY);

describe('POST /oauth/revoke', () => {
  it('revokes an access token at once and keeps its family', async () => {
    await revoke(accessToken);

    expect([await isActive(accessToken), await isEnded()]).toEqual([false, false]);
  });

  it('revokes the whole family of a refresh token, including access tokens', async () => {
    await revoke(refreshToken);

    expect([await isActive(accessToken), await isEnded()]).toEqual([false, true]);
  });

  it('stores nothing for further revocations of the same refresh token', async () => {
    for (let n = 0; n < 3; n++) await revoke(refreshToken);

    expect(server.audit.actions.filter(({ action }) => action === 'token.revoked')).toHaveLength(1);
  });

  it.each(['access_token', 'refresh_token', 'nonsense'])(
    'accepts token_type_hint %s without using it',
    async (token_type_hint) => {
      await revoke(refreshToken, { token_type_hint });

      expect(await isEnded()).toBe(true);
    },
  );

  it('accepts public clients', async () => {
    const [, token] = await issueTokens('app');

    await revoke(token, { client_id: 'app', client_secret: undefined });

    expect(await isEnded()).toBe(true);
  });

  it('records the id in the audit log and not the token', async () => {
    const { jti } = (await server.accessTokens.verify(accessToken)).claims;

    await revoke(accessToken);
    await revoke(refreshToken);

    const task = {
      action: 'token.revoked',
      actor: { kind: 'client', clientId: 'news' },
      ipAddress: '192.0.2.1',
    };
    expect(server.audit.actions).toEqual([
      { ...task, subject: { kind: 'token', id: jti }, details: {} },
      { ...task, subject: { kind: 'token', id: FAMILY }, details: {} },
    ]);
  });

  it.each<[string, () => string, TokenLookupParameters]>([
    ['an unknown token', () => 'nonsense', {}],
    ["another client's access token", () => accessToken, { client_id: 'other' }],
    ["another client's refresh token", () => refreshToken, { client_id: 'other' }],
  ])('accepts %s without an error and revokes nothing', async (_, token, more) => {
    await expect(revoke(token(), more)).resolves.toBeUndefined();

    expect([await isActive(accessToken), await isEnded()]).toEqual([true, false]);
    expect(server.audit.actions).toEqual([]);
  });

  it.each<[string, string | undefined, TokenLookupParameters, object]>([
    ['no token', undefined, {}, missingParameter('token')],
    ['a wrong secret', 'x', { client_secret: 'wrong' }, INVALID_CLIENT],
    ['no secret', 'x', { client_secret: '' }, unauthenticated('client_secret')],
    ['no client', 'x', { client_id: '' }, unauthenticated('client_id')],
  ])('refuses %s', async (_, token, more, expected) => {
    expect(await getRefusal(revoke(token, more))).toEqual(expected);
  });
});

describe('TokenFamilyService.revokeAllForOwner', () => {
  it.each([
    ['a user', { userId: ALICE }],
    ['a client', { clientId: 'news' }],
    ['a user at a client', { userId: ALICE, clientId: 'news' }],
  ])('revokes every token of %s', async (_, owner) => {
    await server.families.revokeAllForOwner(owner);

    expect([await isActive(accessToken), await isEnded()]).toEqual([false, true]);
  });

  it.each([
    ['user', { userId: 'another' }],
    ['client', { clientId: 'other' }],
    ['user at the client', { userId: 'another', clientId: 'news' }],
  ])('keeps the tokens of another %s', async (_, owner) => {
    await server.families.revokeAllForOwner(owner);

    expect([await isActive(accessToken), await isEnded()]).toEqual([true, false]);
  });
});
