import { sha256 } from '@content-service/kernel';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import type { AccessTokenClaims } from '../access-token.js';
import {
  AuthorizationServer,
  INVALID_GRANT,
  INVALID_REQUEST,
  INVALID_SCOPE,
  missingParameter,
  getRefusal,
} from '../authorization-server.fixture.js';
import type { AuthorizationCode } from '../grant.store.js';
import { RevocationService } from '../access-token.service.js';
import type { TokenOwner } from '../token-family.service.js';
import type { TokenParameters } from '../request-parameters.js';

const SECRET = 's'.repeat(43);
const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const CALLBACK = 'https://news.example/callback';
const NEXT_FAMILY = '0191d2c0-0000-7000-8000-0000000000f2';
const VERIFIER = 'v'.repeat(43);
const REVOKED = 'Authorization code has been revoked';

let server: AuthorizationServer;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  const client = { allowedScopes: ['content:administer', 'member'], redirectUris: [CALLBACK] };
  for (const id of ['news', 'other'])
    await server.registry.register({ ...client, label: id }, OPERATOR_CONTEXT, { id, secret: SECRET });
  const app = { ...client, label: 'app', confidential: false };
  await server.registry.register(app, OPERATOR_CONTEXT, { id: 'app' });
  server.users.scopesByUser.set(ALICE, ScopeSet.of('content:administer', 'member'));
});

/** A code as the authorization endpoint leaves it: Alice let News have every scope. */
async function codeWith(about: Partial<AuthorizationCode> = {}): Promise<string> {
  const code = 'the code';
  await server.codes.save({
    codeHash: sha256(code),
    clientId: 'news',
    userId: ALICE,
    redirectUri: CALLBACK,
    scope: 'content:administer member',
    familyId: FAMILY,
    expiresAt: server.clock.now() + 300,
    ...about,
  });
  return code;
}

const GOOD: TokenParameters = {
  grant_type: 'authorization_code',
  client_id: 'news',
  client_secret: SECRET,
  code: 'the code',
  redirect_uri: CALLBACK,
};

const respond = (parameters: TokenParameters = {}) =>
  server.tokenEndpoint.respond({ parameters: { ...GOOD, ...parameters }, ipAddress: '192.0.2.1' });
const refusal = (parameters: TokenParameters = {}) => getRefusal(respond(parameters));
const parseClaims = (token: string) => JSON.parse(token) as AccessTokenClaims;

describe('authorization_code', () => {
  it('returns an access token of the user and a refresh token', async () => {
    await codeWith({ authenticatedAt: 1_699_999_000 });

    const response = await respond();

    expect(Object.entries(response)).toEqual([
      ['token_type', 'Bearer'],
      ['expires_in', 300],
      ['access_token', expect.any(String)],
      ['refresh_token', expect.stringMatching(/^[\w-]{43}$/)],
    ]);
    expect(parseClaims(response.access_token)).toMatchObject({
      ...{ sub: ALICE, auth_time: 1_699_999_000 },
      client_id: 'news',
      scope: 'content:administer member',
      fid: FAMILY,
    });
  });

  it('stores the hash of the refresh token with the granted scopes for 14 days', async () => {
    await codeWith();

    const { refresh_token: token = '' } = await respond({ scope: 'member' });

    expect([...server.refreshTokens.stored.values()]).toEqual([
      {
        tokenHash: sha256(token),
        familyId: FAMILY,
        clientId: 'news',
        userId: ALICE,
        scope: 'content:administer member',
        issuedAt: 1_700_000_000,
        expiresAt: 1_700_000_000 + 1_209_600,
        familyStartedAt: 1_700_000_000,
      },
    ]);
  });

  it('returns no refresh token to a client without the grant refresh_token', async () => {
    await server.registry.update('news', { grants: ['authorization_code'] }, OPERATOR_CONTEXT);
    await codeWith();

    expect(await respond()).not.toHaveProperty('refresh_token');
  });

  it('a public client exchanges a code with its verifier and without a secret', async () => {
    await codeWith({ clientId: 'app', codeChallenge: sha256(VERIFIER) });

    const response = respond({ client_id: 'app', client_secret: undefined, code_verifier: VERIFIER });

    await expect(response).resolves.toMatchObject({ token_type: 'Bearer' });
  });

  it('records the issued token in the audit log without token and code', async () => {
    await codeWith();

    const response = await respond();

    expect(server.audit.actions).toEqual([
      {
        action: 'token.issued',
        actor: { kind: 'user', userId: ALICE, clientId: 'news' },
        ipAddress: '192.0.2.1',
        subject: { kind: 'token', id: parseClaims(response.access_token).jti },
        details: { grant: 'authorization_code', scopes: ['content:administer', 'member'] },
      },
    ]);
  });
});

describe('authorization_code: scopes', () => {
  it.each<[string, Partial<AuthorizationCode>, TokenParameters, string, string | undefined]>([
    ['what the user granted', { scope: 'member' }, {}, 'member', undefined],
    ['the requested part of what the user granted', {}, { scope: 'member' }, 'member', undefined],
    [
      'the granted part of the requested scopes, in token and response',
      { scope: 'member', requestedScope: 'member content:administer' },
      {},
      'member',
      'member',
    ],
    [
      'the granted part of the scopes of the token request, in token and response',
      { scope: 'member' },
      { scope: 'member content:administer' },
      'member',
      'member',
    ],
  ])('carries %s', async (_, about, parameters, scope, told) => {
    await codeWith(about);

    const response = await respond(parameters);

    expect(parseClaims(response.access_token).scope).toBe(scope);
    expect(response.scope).toBe(told);
  });

  it.each<[string, () => unknown]>([
    ['the client', () => server.registry.update('news', { allowedScopes: ['member'] }, OPERATOR_CONTEXT)],
    ["the user's role", () => server.users.scopesByUser.set(ALICE, ScopeSet.of('member'))],
  ])(
    'has no scope that was removed from %s since the decision, and the response has the remaining scope',
    async (_, take) => {
      await codeWith();
      await take();

      const response = await respond();

      expect(parseClaims(response.access_token).scope).toBe('member');
      expect(response.scope).toBe('member');
    },
  );

  it.each(['menu:administer', 'nonsense'])(
    '%s is invalid_scope and does not consume the code',
    async (scope) => {
      await codeWith();

      expect(await refusal({ scope })).toEqual({
        ...INVALID_SCOPE,
        hint: `Check the \`${scope}\` scope`,
      });
      await expect(respond()).resolves.toBeDefined();
    },
  );
});

const FOREIGN = 'The authorization code was issued to another client.';
const USED = 'Authorization code has been revoked';
const OTHER_URI = 'The redirect_uri is not that of the authorization request.';
const WRONG_VERIFIER = 'The code_verifier is not the one behind the code_challenge.';
const BAD_VERIFIER =
  'The parameter code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).';
const NO_CHALLENGE = 'There is a code_verifier, but the authorization request had no code_challenge.';
const bound = { codeChallenge: sha256(VERIFIER) };
const verified = { code_verifier: VERIFIER };

describe('authorization_code: refusals', () => {
  it.each<[string, Partial<AuthorizationCode>, TokenParameters, object]>([
    ['no code', {}, { code: undefined }, missingParameter('code')],
    ['no redirect_uri', {}, { redirect_uri: undefined }, missingParameter('redirect_uri')],
    [
      'an unknown code',
      {},
      { code: 'nonsense' },
      { ...INVALID_GRANT, hint: 'The authorization code is unknown.' },
    ],
    ["another client's code", {}, { client_id: 'other' }, { ...INVALID_GRANT, hint: FOREIGN }],
    ['another redirect_uri', {}, { redirect_uri: `${CALLBACK}/` }, { ...INVALID_GRANT, hint: OTHER_URI }],
    ['no verifier for a challenge', bound, {}, missingParameter('code_verifier')],
    [
      'a verifier that is too short',
      bound,
      { code_verifier: 'v'.repeat(42) },
      { ...INVALID_REQUEST, hint: BAD_VERIFIER },
    ],
    [
      'a verifier with other characters',
      bound,
      { code_verifier: '+'.repeat(43) },
      { ...INVALID_REQUEST, hint: BAD_VERIFIER },
    ],
    ['a verifier without a challenge', {}, verified, { ...INVALID_REQUEST, hint: NO_CHALLENGE }],
  ])('%s, without consuming the code', async (_, about, parameters, expected) => {
    await codeWith(about);

    expect(await refusal(parameters)).toEqual(expected);
    await expect(respond(about === bound ? verified : {})).resolves.toBeDefined();
  });

  it('a wrong verifier, which consumes the code', async () => {
    await codeWith(bound);

    const wrong = await refusal({ code_verifier: 'w'.repeat(43) });

    expect(wrong).toEqual({ ...INVALID_GRANT, hint: WRONG_VERIFIER });
    expect(await refusal(verified)).toEqual({ ...INVALID_GRANT, hint: USED });
  });

  it('a code after 300 seconds', async () => {
    await codeWith();
    server.clock.advance(300);

    const expected = { ...INVALID_GRANT, hint: 'The authorization code has expired.' };
    expect(await refusal()).toEqual(expected);
  });

  it('no code within 300 seconds', async () => {
    await codeWith();
    server.clock.advance(299);

    await expect(respond()).resolves.toBeDefined();
  });

  it('the code of a user who was disabled or deleted since the decision', async () => {
    await codeWith();
    server.users.scopesByUser.clear();

    const expected = { ...INVALID_GRANT, hint: 'The user who granted this is disabled or deleted.' };
    expect(await refusal()).toEqual(expected);
  });

  it('a second use, which revokes every token of the first', async () => {
    await codeWith();
    const first = await respond();
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const second = await respond(refresh);

    for (let n = 0; n < 2; n++) expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: USED });
    expect(server.audit.actions.filter(({ action }) => action === 'token.reused')).toHaveLength(1);
    for (const { access_token } of [first, second])
      await expect(server.accessTokens.verify(access_token)).rejects.toThrow('has been revoked');
    expect(await refusal({ ...refresh, refresh_token: second.refresh_token })).toEqual({
      ...INVALID_GRANT,
      hint: 'The refresh token has been revoked.',
    });
    expect(server.audit.actions.at(-1)).toEqual({
      action: 'token.reused',
      actor: { kind: 'client', clientId: 'news' },
      ipAddress: '192.0.2.1',
      subject: { kind: 'family', id: FAMILY },
      details: { grant: 'authorization_code' },
    });
  });

  it('a second use after the code has expired, which revokes every token of the first', async () => {
    await codeWith();
    await respond();
    server.clock.advance(400);

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: USED });
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });

  it('a used code from another client, which revokes nothing', async () => {
    await codeWith();
    const { access_token } = await respond();

    expect(await refusal({ client_id: 'other' })).toEqual({ ...INVALID_GRANT, hint: FOREIGN });
    await expect(server.accessTokens.verify(access_token)).resolves.toBeDefined();
  });

  it('all of twenty parallel uses: one is accepted and then revoked', async () => {
    await codeWith();

    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => respond()));

    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });

  it('the first exchange when a parallel second use revokes the family', async () => {
    await codeWith();
    beforeInsert(({ familyId }) => server.families.revoke(familyId));

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: 'The grant has been revoked.' });
  });

  it.each<[string, () => unknown]>([
    ['client', () => server.lifecycle.update('news', { enabled: false }, OPERATOR_CONTEXT)],
    ['user', () => server.users.scopesByUser.delete(ALICE)],
  ])('the exchange when the %s is disabled just before the tokens are stored', async (_, disable) => {
    await codeWith();
    beforeInsert(disable);

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: expect.stringContaining('is disabled') });
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });

  it.each<[string, TokenOwner]>([
    ['the user', { userId: ALICE }],
    ['the client', { clientId: 'news' }],
  ])(
    'a code issued before %s was revoked, but none issued after that in the same second',
    async (_, owner) => {
      await codeWith();
      await server.families.revokeAllForOwner(owner);

      expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: REVOKED });
      await codeWith({
        codeHash: sha256('the next'),
        familyId: NEXT_FAMILY,
        expiresAt: server.clock.now() + 301,
      });
      await expect(respond({ code: 'the next' })).resolves.toBeDefined();
    },
  );

  it('a code whose user was revoked by another process', async () => {
    await codeWith();
    await new RevocationService(server.revocationLog, server.clock).revoke([{ subject: 'user', id: ALICE }]);

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: REVOKED });
  });

  it.each(['before', 'after'])(
    'the exchange when the user is revoked just %s the tokens are stored',
    async (when) => {
      await codeWith();
      const { insert } = server.refreshTokens;
      server.refreshTokens.insert = async (token) => {
        if (when === 'after') await insert(token);
        await server.families.revokeAllForOwner({ userId: ALICE });
        if (when === 'before') await insert(token);
      };

      expect(await refusal()).toMatchObject(INVALID_GRANT);
      expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
    },
  );

  it('the exchange between the two steps of a revocation', async () => {
    await codeWith();
    const { revokeByOwner: revokeBy } = server.refreshTokens;
    let answer: Promise<object> | undefined;
    server.refreshTokens.revokeByOwner = async (owner) => {
      const families = await revokeBy(owner);
      await (answer = refusal());
      return families;
    };

    await server.families.revokeAllForOwner({ userId: ALICE });

    expect(await answer).toEqual({ ...INVALID_GRANT, hint: REVOKED });
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });

  function beforeInsert(act: (token: Parameters<typeof server.refreshTokens.insert>[0]) => unknown): void {
    const { insert } = server.refreshTokens;
    server.refreshTokens.insert = async (token) => {
      await act(token);
      await insert(token);
    };
  }
});
