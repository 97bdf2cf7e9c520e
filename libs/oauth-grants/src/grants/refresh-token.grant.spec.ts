import { sha256 } from '@content-service/kernel';
import { OPERATOR, ScopeSet } from '@content-service/scopes';
import type { AccessTokenClaims } from '../access-token.js';
import {
  AuthorizationServer,
  INVALID_GRANT,
  INVALID_SCOPE,
  missing,
  refusalOf,
} from '../authorization-server.fixture.js';
import type { TokenParameters } from '../token-request.js';

const SECRET = 's'.repeat(43);
const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const DAY_SECONDS = 86_400;

let server: AuthorizationServer;
let first: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  const client = { allowedScopes: ['content:administer', 'member', 'menu:administer'] };
  await server.registry.register({ ...client, label: 'News' }, OPERATOR, { id: 'news', secret: SECRET });
  await server.registry.register({ ...client, label: 'Other' }, OPERATOR, { id: 'other', secret: SECRET });
  server.users.shelf.set(ALICE, ScopeSet.of('content:administer', 'member', 'menu:administer'));
  first = await server.families.begin({
    ...{ codeHash: '', redirectUri: '', expiresAt: 0 },
    ...{ clientId: 'news', userId: ALICE, familyId: FAMILY, scope: 'content:administer member' },
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
    from: '192.0.2.1',
  });
const refusal = (token: string | undefined, more: TokenParameters = {}) => refusalOf(refresh(token, more));
const next = async (token: string): Promise<string> => (await refresh(token)).refresh_token ?? '';
const claimsIn = (token: string) => JSON.parse(token) as AccessTokenClaims;

const REUSED = {
  ...INVALID_GRANT,
  hint: 'The refresh token was used before; it and all that came of it are revoked.',
};
const REVOKED = { ...INVALID_GRANT, hint: 'The refresh token has been revoked.' };
const EXPIRED = { ...INVALID_GRANT, hint: 'The refresh token has expired.' };

describe('refresh_token', () => {
  it('gives an access token of the same family and the next refresh token', async () => {
    server.clock.turn(100);

    const response = await refresh(first);

    expect(Object.keys(response)).toEqual(['token_type', 'expires_in', 'access_token', 'refresh_token']);
    expect(response.refresh_token).not.toBe(first);
    expect(claimsIn(response.access_token)).toMatchObject({
      sub: ALICE,
      client_id: 'news',
      scope: 'content:administer member',
      fid: FAMILY,
    });
    expect(server.refreshTokens.shelf.get(sha256(response.refresh_token ?? ''))).toMatchObject({
      issuedAt: 1_700_000_100,
      expiresAt: 1_700_000_100 + 1_209_600,
      familyStartedAt: 1_700_000_000,
    });
  });

  it('notes that a token was issued', async () => {
    const { access_token } = await refresh(first, { scope: 'member' });

    expect(server.audit.acts).toEqual([
      {
        action: 'token.issued',
        who: { kind: 'user', userId: ALICE, clientId: 'news' },
        from: '192.0.2.1',
        subject: { kind: 'token', id: claimsIn(access_token).jti },
        details: { grant: 'refresh_token', scopes: ['member'] },
      },
    ]);
  });

  it('gives each refresh token 14 days of its own, to the second', async () => {
    server.clock.turn(14 * DAY_SECONDS - 1);
    const second = await next(first);
    server.clock.turn(14 * DAY_SECONDS);

    expect(await refusal(second)).toEqual(EXPIRED);
  });

  it('lets a family live no longer than the site says', async () => {
    server.policy.limits = { refreshFamilyMaximumSeconds: 20 * DAY_SECONDS, refreshReuseGraceSeconds: 0 };
    server.clock.turn(13 * DAY_SECONDS);
    const second = await next(first);
    server.clock.turn(7 * DAY_SECONDS - 1);
    const third = await next(second);
    server.clock.turn(1);

    expect(await refusal(third)).toEqual(EXPIRED);
  });

  it('applies a shorter life of families to tokens that are there already', async () => {
    server.clock.turn(DAY_SECONDS);
    server.policy.limits = { refreshFamilyMaximumSeconds: DAY_SECONDS, refreshReuseGraceSeconds: 0 };

    expect(await refusal(first)).toEqual(EXPIRED);
  });
});

describe('refresh_token: scopes', () => {
  it('can be narrowed for one access token, without a word about it, and not for the next', async () => {
    const narrow = await refresh(first, { scope: 'member' });
    const wide = await refresh(narrow.refresh_token);

    expect(claimsIn(narrow.access_token).scope).toBe('member');
    expect(narrow).not.toHaveProperty('scope');
    expect(claimsIn(wide.access_token).scope).toBe('content:administer member');
  });

  it('cannot be widened, and the refresh token stays good', async () => {
    expect(await refusal(first, { scope: 'member menu:administer' })).toEqual({
      ...INVALID_SCOPE,
      hint: "The scope 'menu:administer' is not among those the user granted.",
    });
    await expect(refresh(first)).resolves.toBeDefined();
  });

  it('cannot be one that is unknown or not selected on the client', async () => {
    expect(await refusal(first, { scope: 'nonsense' })).toEqual({
      ...INVALID_SCOPE,
      hint: "The scope 'nonsense' is unknown or not selected for this client.",
    });
  });

  it.each<[string, () => unknown]>([
    ['the client', () => server.registry.update('news', { allowedScopes: ['member'] }, OPERATOR)],
    ["the user's role", () => server.users.shelf.set(ALICE, ScopeSet.of('member'))],
  ])('end when they are taken from %s, and the response says what is left', async (_, take) => {
    await take();

    const response = await refresh(first);

    expect(claimsIn(response.access_token).scope).toBe('member');
    expect(response.scope).toBe('member');
  });

  it('are no more than the user granted, whatever else client and role have', async () => {
    expect(claimsIn((await refresh(first)).access_token).scope).toBe('content:administer member');
  });
});

describe('refresh_token: refusals', () => {
  it.each<[string, string | undefined, TokenParameters, object]>([
    ['no refresh token', undefined, {}, missing('refresh_token')],
    ['an empty one', ' ', {}, missing('refresh_token')],
    ['an unknown one', 'nonsense', {}, { ...INVALID_GRANT, hint: 'The refresh token is unknown.' }],
  ])('%s', async (_, token, more, expected) => {
    expect(await refusal(token, more)).toEqual(expected);
  });

  it("another client's refresh token, which stays good", async () => {
    expect(await refusal(first, { client_id: 'other' })).toEqual({
      ...INVALID_GRANT,
      hint: 'The refresh token was issued to another client.',
    });
    await expect(refresh(first)).resolves.toBeDefined();
  });

  it('that of a user who is disabled, who finds it good when enabled again', async () => {
    const held = server.users.shelf.get(ALICE) ?? ScopeSet.none;
    server.users.shelf.delete(ALICE);

    expect(await refusal(first)).toEqual({
      ...INVALID_GRANT,
      hint: 'The user who granted this is disabled or deleted.',
    });
    server.users.shelf.set(ALICE, held);
    await expect(refresh(first)).resolves.toBeDefined();
  });

  it('that of a revoked family', async () => {
    await server.families.revoke(FAMILY);

    expect(await refusal(first)).toEqual(REVOKED);
  });

  it('a second use, which ends the whole family although the request fails', async () => {
    const second = await refresh(first);

    expect(await refusal(first)).toEqual(REUSED);

    expect(await refusal(second.refresh_token)).toEqual(REVOKED);
    await expect(server.accessTokens.verify(second.access_token)).rejects.toThrow('has been revoked');
    expect(server.audit.acts.at(-1)).toEqual({
      action: 'token.reused',
      who: { kind: 'client', clientId: 'news' },
      from: '192.0.2.1',
      subject: { kind: 'family', id: FAMILY },
      details: { grant: 'refresh_token' },
    });
  });

  it('all but one of twenty that come at once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => refresh(first)));

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
  });
});

describe('refresh_token: grace', () => {
  beforeEach(() => {
    server.policy.limits = { refreshFamilyMaximumSeconds: 0, refreshReuseGraceSeconds: 30 };
  });

  it('gives the direct predecessor a sibling of its successor, which is as good', async () => {
    const second = await next(first);
    server.clock.turn(29);
    const sibling = await next(first);

    expect(sibling).not.toBe(second);
    await expect(refresh(sibling)).resolves.toBeDefined();
    await expect(refresh(second)).resolves.toBeDefined();
  });

  it('ends with its time', async () => {
    await next(first);
    server.clock.turn(30);

    expect(await refusal(first)).toEqual(REUSED);
  });

  it('ends when the successor is used', async () => {
    await next(await next(first));

    expect(await refusal(first)).toEqual(REUSED);
  });

  it('does not help a revoked family', async () => {
    await next(first);
    await server.families.revoke(FAMILY);

    expect(await refusal(first)).toEqual(REVOKED);
  });
});
