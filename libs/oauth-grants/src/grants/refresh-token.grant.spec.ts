import { sha256 } from '@content-service/kernel';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import type { AccessTokenClaims } from '../access-token.js';
import {
  AuthorizationServer,
  INVALID_GRANT,
  INVALID_SCOPE,
  missingParameter,
  getRefusal,
} from '../authorization-server.fixture.js';
import type { TokenParameters } from '../request-parameters.js';

const SECRET = 's'.repeat(43);
const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const DAY_SECONDS = 86_400;
const AUTHENTICATED_AT = 1_699_999_000;

let server: AuthorizationServer;
let first: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  const client = { allowedScopes: ['content:administer', 'member', 'menu:administer'] };
  await server.registry.register({ ...client, label: 'News' }, OPERATOR_CONTEXT, {
    id: 'news',
    secret: SECRET,
  });
  await server.registry.register({ ...client, label: 'Other' }, OPERATOR_CONTEXT, {
    id: 'other',
    secret: SECRET,
  });
  server.users.scopesByUser.set(ALICE, ScopeSet.of('content:administer', 'member', 'menu:administer'));
  first = await server.families.start({
    ...{ codeHash: '', redirectUri: '', expiresAt: 0 },
    ...{ clientId: 'news', userId: ALICE, familyId: FAMILY, scope: 'content:administer member' },
    authenticatedAt: AUTHENTICATED_AT,
  });
});

const refresh = (token: string | undefined, more: TokenParameters = {}) =>
  server.tokenEndpoint.respond({
    parameters: {
      grant_type: 'refresh_token',
      client_id: 'news',
      client_secret: SECRET,
      refresh_token: token,
      ...more,
    },
    ipAddress: '192.0.2.1',
  });
const refusal = (token: string | undefined, more: TokenParameters = {}) => getRefusal(refresh(token, more));
const next = async (token: string): Promise<string> => (await refresh(token)).refresh_token ?? '';
const parseClaims = (token: string) => JSON.parse(token) as AccessTokenClaims;

const REUSED = {
  ...INVALID_GRANT,
  hint: 'The refresh token was used before; it and all that came of it are revoked.',
};
const REVOKED = { ...INVALID_GRANT, hint: 'The refresh token has been revoked.' };
const EXPIRED = { ...INVALID_GRANT, hint: 'The refresh token has expired.' };

describe('refresh_token', () => {
  it('returns an access token of the same family and the next refresh token', async () => {
    server.clock.advance(100);

    const response = await refresh(first);

    expect(Object.keys(response)).toEqual(['token_type', 'expires_in', 'access_token', 'refresh_token']);
    expect(response.refresh_token).not.toBe(first);
    expect(parseClaims(response.access_token)).toMatchObject({
      sub: ALICE,
      client_id: 'news',
      scope: 'content:administer member',
      fid: FAMILY,
    });
    expect(server.refreshTokens.stored.get(sha256(response.refresh_token ?? ''))).toMatchObject({
      issuedAt: 1_700_000_100,
      expiresAt: 1_700_000_100 + 1_209_600,
      familyStartedAt: 1_700_000_000,
    });
  });

  it('keeps the time of the login through any number of refreshes', async () => {
    server.clock.advance(100);
    const second = await next(first);
    server.clock.advance(100);

    const response = await refresh(second);

    expect(parseClaims(response.access_token)).toMatchObject({ auth_time: AUTHENTICATED_AT });
    expect(server.refreshTokens.stored.get(sha256(response.refresh_token ?? ''))).toMatchObject({
      authenticatedAt: AUTHENTICATED_AT,
    });
  });

  it('records the use of a public client by a token, not by its id alone', async () => {
    const app = { label: 'App', confidential: false, allowedScopes: ['member'] };
    await server.registry.register(app, OPERATOR_CONTEXT, { id: 'app' });
    const token = await server.families.start({
      ...{ codeHash: '', redirectUri: '', expiresAt: 0 },
      ...{ clientId: 'app', userId: ALICE, familyId: FAMILY, scope: 'member' },
    });
    const client = { client_id: 'app', client_secret: undefined };

    await refusal('another token', client);
    const before = await server.registry.get('app');
    await refresh(token, client);
    const after = await server.registry.get('app');

    expect(before.lastUsedAt).toBeUndefined();
    expect(after.lastUsedAt).toBe(1_700_000_000);
  });

  it('records the issued token in the audit log', async () => {
    const { access_token } = await refresh(first, { scope: 'member' });

    expect(server.audit.actions).toEqual([
      {
        action: 'token.issued',
        actor: { kind: 'user', userId: ALICE, clientId: 'news' },
        ipAddress: '192.0.2.1',
        subject: { kind: 'token', id: parseClaims(access_token).jti },
        details: { grant: 'refresh_token', scopes: ['member'] },
      },
    ]);
  });

  it('each refresh token expires 14 days after its own issue', async () => {
    server.clock.advance(14 * DAY_SECONDS - 1);
    const second = await next(first);
    server.clock.advance(14 * DAY_SECONDS);

    expect(await refusal(second)).toEqual(EXPIRED);
  });

  it('no token of a family outlives refreshFamilyMaximumSeconds', async () => {
    server.policy.limits = { refreshFamilyMaximumSeconds: 20 * DAY_SECONDS, refreshReuseGraceSeconds: 0 };
    server.clock.advance(13 * DAY_SECONDS);
    const second = await next(first);
    server.clock.advance(7 * DAY_SECONDS - 1);
    const third = await next(second);
    server.clock.advance(1);

    expect(await refusal(third)).toEqual(EXPIRED);
  });

  it('a lower refreshFamilyMaximumSeconds applies to existing tokens', async () => {
    server.clock.advance(DAY_SECONDS);
    server.policy.limits = { refreshFamilyMaximumSeconds: DAY_SECONDS, refreshReuseGraceSeconds: 0 };

    expect(await refusal(first)).toEqual(EXPIRED);
  });
});

describe('refresh_token: scopes', () => {
  it('a narrower scope applies to one access token only, and the response has no scope member', async () => {
    const narrow = await refresh(first, { scope: 'member' });
    const wide = await refresh(narrow.refresh_token);

    expect(parseClaims(narrow.access_token).scope).toBe('member');
    expect(narrow).not.toHaveProperty('scope');
    expect(parseClaims(wide.access_token).scope).toBe('content:administer member');
  });

  it('a wider scope is invalid_scope, and the refresh token stays valid', async () => {
    expect(await refusal(first, { scope: 'member menu:administer' })).toEqual({
      ...INVALID_SCOPE,
      hint: "The scope 'menu:administer' is not among those the user granted.",
    });
    await expect(refresh(first)).resolves.toBeDefined();
  });

  it('an unknown or unselected scope is invalid_scope', async () => {
    expect(await refusal(first, { scope: 'nonsense' })).toEqual({
      ...INVALID_SCOPE,
      hint: 'Check the `nonsense` scope',
    });
  });

  it.each<[string, () => unknown]>([
    ['the client', () => server.registry.update('news', { allowedScopes: ['member'] }, OPERATOR_CONTEXT)],
    ["the user's role", () => server.users.scopesByUser.set(ALICE, ScopeSet.of('member'))],
  ])(
    'a scope that was removed from %s is not granted, and the response has the remaining scope',
    async (_, take) => {
      await take();

      const response = await refresh(first);

      expect(parseClaims(response.access_token).scope).toBe('member');
      expect(response.scope).toBe('member');
    },
  );

  it('the access token has no scope beyond those the user granted', async () => {
    expect(parseClaims((await refresh(first)).access_token).scope).toBe('content:administer member');
  });
});

describe('refresh_token: refusals', () => {
  it.each<[string, string | undefined, TokenParameters, object]>([
    ['no refresh token', undefined, {}, missingParameter('refresh_token')],
    ['an empty one', ' ', {}, missingParameter('refresh_token')],
    ['an unknown one', 'nonsense', {}, { ...INVALID_GRANT, hint: 'The refresh token is unknown.' }],
  ])('%s', async (_, token, more, expected) => {
    expect(await refusal(token, more)).toEqual(expected);
  });

  it('the refresh token of another client, which stays valid', async () => {
    expect(await refusal(first, { client_id: 'other' })).toEqual({
      ...INVALID_GRANT,
      hint: 'The refresh token was issued to another client.',
    });
    await expect(refresh(first)).resolves.toBeDefined();
  });

  it('the refresh token of a disabled user, which is valid again when the user is enabled', async () => {
    const held = server.users.scopesByUser.get(ALICE) ?? ScopeSet.none;
    server.users.scopesByUser.delete(ALICE);

    expect(await refusal(first)).toEqual({
      ...INVALID_GRANT,
      hint: 'The user who granted this is disabled or deleted.',
    });
    server.users.scopesByUser.set(ALICE, held);
    await expect(refresh(first)).resolves.toBeDefined();
  });

  it('a refresh token of a revoked family', async () => {
    await server.families.revoke(FAMILY);

    expect(await refusal(first)).toEqual(REVOKED);
  });

  it('a second use, which revokes the whole family', async () => {
    const second = await refresh(first);

    expect(await refusal(first)).toEqual(REUSED);

    expect(await refusal(second.refresh_token)).toEqual(REVOKED);
    await expect(server.accessTokens.verify(second.access_token)).rejects.toThrow('has been revoked');
    expect(server.audit.actions.at(-1)).toEqual({
      action: 'token.reused',
      actor: { kind: 'client', clientId: 'news' },
      ipAddress: '192.0.2.1',
      subject: { kind: 'family', id: FAMILY },
      details: { grant: 'refresh_token' },
    });
  });

  it('all but one of twenty parallel uses', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => refresh(first)));

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });
});

describe('refresh_token: grace', () => {
  beforeEach(() => {
    server.policy.limits = { refreshFamilyMaximumSeconds: 0, refreshReuseGraceSeconds: 30 };
  });

  it('accepts the direct predecessor once more and returns another valid successor', async () => {
    const second = await next(first);
    server.clock.advance(29);
    const sibling = await next(first);

    expect(sibling).not.toBe(second);
    await expect(refresh(sibling)).resolves.toBeDefined();
    await expect(refresh(second)).resolves.toBeDefined();
  });

  it('ends after refreshReuseGraceSeconds', async () => {
    await next(first);
    server.clock.advance(30);

    expect(await refusal(first)).toEqual(REUSED);
  });

  it('ends when the successor is used', async () => {
    await next(await next(first));

    expect(await refusal(first)).toEqual(REUSED);
  });

  it('does not apply to a revoked family', async () => {
    await next(first);
    await server.families.revoke(FAMILY);

    expect(await refusal(first)).toEqual(REVOKED);
  });
});
