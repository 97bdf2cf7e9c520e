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

let server: AuthorizationServer;
let token: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  const client = { label: 'News', allowedScopes: ['member'] };
  await server.registry.register(client, OPERATOR_CONTEXT, { id: 'news', secret: SECRET });
  await server.registry.register(client, OPERATOR_CONTEXT, { id: 'other', secret: SECRET });
  await server.registry.register({ ...client, confidential: false }, OPERATOR_CONTEXT, { id: 'app' });
  const grant = { subject: ALICE, clientId: 'news', familyId: FAMILY, scopes: ScopeSet.of('member') };
  ({ token } = await server.accessTokens.issue(grant));
});

const inspect = (about: string | undefined, more: TokenLookupParameters = {}) =>
  server.introspectionEndpoint.respond({
    parameters: { client_id: 'news', client_secret: SECRET, token: about, ...more },
  });

describe('POST /oauth/introspect', () => {
  it('returns the claims of an access token of the client itself', async () => {
    expect(await inspect(token)).toEqual({
      active: true,
      token_type: 'Bearer',
      iss: 'https://cms.example',
      aud: 'https://cms.example/api',
      sub: ALICE,
      client_id: 'news',
      scope: 'member',
      jti: expect.any(String),
      iat: 1_700_000_000,
      nbf: 1_699_999_990,
      exp: 1_700_000_300,
    });
  });

  it.each<[string, () => unknown, TokenLookupParameters]>([
    ['an unknown token', () => (token = 'nonsense'), {}],
    [
      'an expired token',
      () => {
        server.clock.advance(300);
      },
      {},
    ],
    ['a revoked token', () => server.families.revoke(FAMILY), {}],
    ["another client's token", () => undefined, { client_id: 'other' }],
  ])('returns only active: false for %s', async (_, change, more) => {
    await change();

    expect(await inspect(token, more)).toEqual({ active: false });
  });

  it('returns only active: false for a refresh token', async () => {
    const code = { codeHash: '', redirectUri: '', expiresAt: 0, userId: ALICE, scope: 'member' };
    const refreshToken = await server.families.start({ ...code, clientId: 'news', familyId: FAMILY });

    expect(await inspect(refreshToken)).toEqual({ active: false });
  });

  it.each<[string, TokenLookupParameters, object]>([
    ['no token', { token: '' }, missingParameter('token')],
    ['a wrong secret', { client_secret: 'wrong' }, INVALID_CLIENT],
    ['a public client, which cannot authenticate', { client_id: 'app', client_secret: '' }, INVALID_CLIENT],
  ])('refuses %s', async (_, more, expected) => {
    expect(await getRefusal(inspect(token, more))).toEqual(expected);
  });
});
