import { sha256 } from '@content-service/kernel';
import { OPERATOR, ScopeSet } from '@content-service/scopes';
import type { AccessTokenClaims } from '../access-token.js';
import {
  AuthorizationServer,
  INVALID_GRANT,
  INVALID_REQUEST,
  INVALID_SCOPE,
  missing,
  refusalOf,
} from '../authorization-server.fixture.js';
import type { AuthorizationCode } from '../grant.store.js';
import type { TokenParameters } from '../token-request.js';

const SECRET = 's'.repeat(43);
const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const CALLBACK = 'https://news.example/callback';
const VERIFIER = 'v'.repeat(43);

let server: AuthorizationServer;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  const client = { allowedScopes: ['content:administer', 'member'], redirectUris: [CALLBACK] };
  await server.registry.register({ ...client, label: 'News' }, OPERATOR, { id: 'news', secret: SECRET });
  await server.registry.register({ ...client, label: 'Other' }, OPERATOR, { id: 'other', secret: SECRET });
  await server.registry.register({ ...client, label: 'App', confidential: false }, OPERATOR, { id: 'app' });
  server.users.shelf.set(ALICE, ScopeSet.of('content:administer', 'member'));
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

const exchange = (parameters: TokenParameters = {}) =>
  server.tokenEndpoint.respond({ parameters: { ...GOOD, ...parameters }, from: '192.0.2.1' });
const refusal = (parameters: TokenParameters = {}) => refusalOf(exchange(parameters));
const claimsIn = (token: string) => JSON.parse(token) as AccessTokenClaims;

describe('authorization_code', () => {
  it('gives an access token of the user and a refresh token', async () => {
    await codeWith();

    const response = await exchange();

    expect(Object.entries(response)).toEqual([
      ['token_type', 'Bearer'],
      ['expires_in', 300],
      ['access_token', expect.any(String)],
      ['refresh_token', expect.stringMatching(/^[\w-]{43}$/)],
    ]);
    expect(claimsIn(response.access_token)).toMatchObject({
      sub: ALICE,
      client_id: 'news',
      scope: 'content:administer member',
      fid: FAMILY,
    });
  });

  it('keeps refresh tokens as hashes, with the scopes the user granted, for 14 days', async () => {
    await codeWith();

    const { refresh_token: token = '' } = await exchange({ scope: 'member' });

    expect([...server.refreshTokens.shelf.values()]).toEqual([
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

  it('gives no refresh token to a client that may not use one', async () => {
    await server.registry.update('news', { grants: ['authorization_code'] }, OPERATOR);
    await codeWith();

    expect(await exchange()).not.toHaveProperty('refresh_token');
  });

  it('lets a public client exchange a code with its verifier alone', async () => {
    await codeWith({ clientId: 'app', codeChallenge: sha256(VERIFIER) });

    const response = exchange({ client_id: 'app', client_secret: undefined, code_verifier: VERIFIER });

    await expect(response).resolves.toMatchObject({ token_type: 'Bearer' });
  });

  it('notes that a token was issued, and neither token nor code', async () => {
    await codeWith();

    const response = await exchange();

    expect(server.audit.acts).toEqual([
      {
        action: 'token.issued',
        who: { kind: 'user', userId: ALICE, clientId: 'news' },
        from: '192.0.2.1',
        subject: { kind: 'token', id: claimsIn(response.access_token).jti },
        details: { grant: 'authorization_code', scopes: ['content:administer', 'member'] },
      },
    ]);
  });
});

describe('authorization_code: scopes', () => {
  it.each<[string, Partial<AuthorizationCode>, TokenParameters, string, string | undefined]>([
    ['what the user granted', { scope: 'member' }, {}, 'member', undefined],
    ['the part of it that is asked for', {}, { scope: 'member' }, 'member', undefined],
    [
      'less than the client asked the user for, and says so',
      { scope: 'member', requestedScope: 'member content:administer' },
      {},
      'member',
      'member',
    ],
    [
      'less than the client asks for now, and says so',
      { scope: 'member' },
      { scope: 'member content:administer' },
      'member',
      'member',
    ],
  ])('carries %s', async (_, about, parameters, scope, told) => {
    await codeWith(about);

    const response = await exchange(parameters);

    expect(claimsIn(response.access_token).scope).toBe(scope);
    expect(response.scope).toBe(told);
  });

  it.each<[string, () => unknown]>([
    ['the client', () => server.registry.update('news', { allowedScopes: ['member'] }, OPERATOR)],
    ["the user's role", () => server.users.shelf.set(ALICE, ScopeSet.of('member'))],
  ])('carries no scope that was taken from %s meanwhile, and says so', async (_, take) => {
    await codeWith();
    await take();

    const response = await exchange();

    expect(claimsIn(response.access_token).scope).toBe('member');
    expect(response.scope).toBe('member');
  });

  it.each(['menu:administer', 'nonsense'])('refuses %s and leaves the code as it is', async (scope) => {
    await codeWith();

    expect(await refusal({ scope })).toEqual({
      ...INVALID_SCOPE,
      hint: `The scope '${scope}' is unknown or not selected for this client.`,
    });
    await expect(exchange()).resolves.toBeDefined();
  });
});

const FOREIGN = 'The authorization code was issued to another client.';
const USED = 'The authorization code was used before; whatever came of it is revoked.';
const OTHER_URI = 'The redirect_uri is not that of the authorization request.';
const WRONG_VERIFIER = 'The code_verifier is not the one behind the code_challenge.';
const BAD_VERIFIER =
  'The parameter code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).';
const NO_CHALLENGE = 'There is a code_verifier, but the authorization request had no code_challenge.';
const bound = { codeChallenge: sha256(VERIFIER) };
const verified = { code_verifier: VERIFIER };

describe('authorization_code: refusals', () => {
  it.each<[string, Partial<AuthorizationCode>, TokenParameters, object]>([
    ['no code', {}, { code: undefined }, missing('code')],
    ['no redirect_uri', {}, { redirect_uri: undefined }, missing('redirect_uri')],
    [
      'an unknown code',
      {},
      { code: 'nonsense' },
      { ...INVALID_GRANT, hint: 'The authorization code is unknown.' },
    ],
    ["another client's code", {}, { client_id: 'other' }, { ...INVALID_GRANT, hint: FOREIGN }],
    ['another redirect_uri', {}, { redirect_uri: `${CALLBACK}/` }, { ...INVALID_GRANT, hint: OTHER_URI }],
    ['no verifier for a challenge', bound, {}, missing('code_verifier')],
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
  ])('%s, which leaves the code as it is', async (_, about, parameters, expected) => {
    await codeWith(about);

    expect(await refusal(parameters)).toEqual(expected);
    await expect(exchange(about === bound ? verified : {})).resolves.toBeDefined();
  });

  it('a wrong verifier, which burns the code', async () => {
    await codeWith(bound);

    const wrong = await refusal({ code_verifier: 'w'.repeat(43) });

    expect(wrong).toEqual({ ...INVALID_GRANT, hint: WRONG_VERIFIER });
    expect(await refusal(verified)).toEqual({ ...INVALID_GRANT, hint: USED });
  });

  it('a code after 300 seconds', async () => {
    await codeWith();
    server.clock.turn(300);

    const expected = { ...INVALID_GRANT, hint: 'The authorization code has expired.' };
    expect(await refusal()).toEqual(expected);
  });

  it('no code before 300 seconds are over', async () => {
    await codeWith();
    server.clock.turn(299);

    await expect(exchange()).resolves.toBeDefined();
  });

  it('the code of a user who is disabled or deleted meanwhile', async () => {
    await codeWith();
    server.users.shelf.clear();

    const expected = { ...INVALID_GRANT, hint: 'The user who granted this is disabled or deleted.' };
    expect(await refusal()).toEqual(expected);
  });

  it('a second use, which ends every token from the first', async () => {
    await codeWith();
    const first = await exchange();
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const second = await exchange(refresh);

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: USED });

    for (const { access_token } of [first, second])
      await expect(server.accessTokens.verify(access_token)).rejects.toThrow('has been revoked');
    expect(await refusal({ ...refresh, refresh_token: second.refresh_token })).toEqual({
      ...INVALID_GRANT,
      hint: 'The refresh token has been revoked.',
    });
    expect(server.audit.acts.at(-1)).toEqual({
      action: 'token.reused',
      who: { kind: 'client', clientId: 'news' },
      from: '192.0.2.1',
      subject: { kind: 'family', id: FAMILY },
      details: { grant: 'authorization_code' },
    });
  });

  it('a second use after the code has expired, which still ends the tokens from it', async () => {
    await codeWith();
    await exchange();
    server.clock.turn(400);

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: USED });
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });

  it('another client that sends a used code, which ends nothing', async () => {
    await codeWith();
    const { access_token } = await exchange();

    expect(await refusal({ client_id: 'other' })).toEqual({ ...INVALID_GRANT, hint: FOREIGN });
    await expect(server.accessTokens.verify(access_token)).resolves.toBeDefined();
  });

  it('all but one of twenty that come at once, and in the end that one too', async () => {
    await codeWith();

    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => exchange()));

    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });

  it('the first exchange too when a second use ends the family before it is done', async () => {
    await codeWith();
    const { insert } = server.refreshTokens;
    server.refreshTokens.insert = async (token) => {
      await server.families.revoke(token.familyId);
      await insert(token);
    };

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: 'The grant has been revoked.' });
  });

  it.each<[string, () => unknown]>([
    ['client', () => server.lifecycle.update('news', { enabled: false }, OPERATOR)],
    [
      'user',
      () => {
        server.users.shelf.clear();
      },
    ],
  ])('the %s that is disabled just before the tokens are stored', async (_, disable) => {
    await codeWith();
    const { insert } = server.refreshTokens;
    server.refreshTokens.insert = async (token) => {
      await disable();
      await insert(token);
    };

    expect(await refusal()).toEqual({ ...INVALID_GRANT, hint: expect.stringContaining('is disabled') });
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });
});
