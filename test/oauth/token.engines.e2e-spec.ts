import { sha256 } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { CALLBACK, OAuthSite } from '../support/oauth-site.js';

const VERIFIER = 'v'.repeat(43);
const PKCE = { code_challenge: sha256(VERIFIER), code_challenge_method: 'S256' };

let site: OAuthSite;
let client: ApiClient;
let other: ApiClient;
let app: ApiClient;
beforeAll(async () => {
  site = await OAuthSite.start();
  client = await site.client();
  other = await site.client();
  app = await site.client({ confidential: false });
});
afterAll(() => site.stop());

type Form = Readonly<Record<string, string | undefined>>;

const token = (form: Form, asClient = client) => site.post('/oauth/token', asClient, form);
const exchangeCode = (code: string, more: Form = {}, asClient = client) =>
  token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more }, asClient);
const refresh = (refresh_token: string | undefined, more: Form = {}, asClient = client) =>
  token({ grant_type: 'refresh_token', refresh_token, ...more }, asClient);

const NEVER_CACHED = { 'cache-control': 'no-store', pragma: 'no-cache' };

describe('POST /oauth/token', () => {
  it('client_credentials: issues an access token and no refresh token', async () => {
    const { status, headers, body } = await token({ grant_type: 'client_credentials' });

    expect(status).toBe(200);
    expect(headers).toMatchObject({ ...NEVER_CACHED, 'content-type': 'application/json; charset=UTF-8' });
    expect(body).toEqual({ token_type: 'Bearer', expires_in: 300, access_token: expect.any(String) });
  });

  it('authorization_code and refresh_token: issue an access token and a refresh token', async () => {
    const expected = {
      token_type: 'Bearer',
      expires_in: 300,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    };

    const first = await exchangeCode(await site.code(client));
    const second = await refresh(first.body.refresh_token as string);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect([first.body, second.body]).toEqual([expected, expected]);
    expect(first.headers).toMatchObject(NEVER_CACHED);
  });

  it('issues tokens that the content interface accepts until they expire', async () => {
    const { access_token } = await site.tokens(client);

    site.app.clock.advance(299);
    expect(await site.getStatus(access_token)).toBe(200);
    site.app.clock.advance(1);
    expect(await site.getStatus(access_token)).toBe(401);
  });

  it('issues tokens to a public client for a code and its code_verifier', async () => {
    const code = await site.code(app, PKCE);

    const unproven = await exchangeCode(code, {}, app);
    const proven = await exchangeCode(code, { code_verifier: VERIFIER }, app);
    const forItself = await token({ grant_type: 'client_credentials' }, app);

    expect([unproven.status, proven.status, forItself.status]).toEqual([400, 200, 401]);
  });

  it.each([
    'content:administer',
    'content_type:administer',
    'content_type:administer_fields',
    'page_template:administer',
    'media:administer',
    'media_type:administer',
    'taxonomy:administer',
    'taxonomy:administer_fields',
    'menu:administer',
    'site_settings:administer',
    'canvas:page:read',
    'canvas:page:create',
    'canvas:page:edit',
    'canvas:page:delete',
    'canvas:page_region',
    'canvas:content_template',
    'canvas:asset_library',
    'canvas:js_component',
    'canvas:brand_kit',
    'canvas:media:view',
    'canvas:media:image:create',
    'member',
  ])('issues the scope %s when it is selected and requested', async (scope) => {
    const holder = await site.client({ allowedScopes: [scope, 'member'] });

    const own = await token({ grant_type: 'client_credentials', scope }, holder);
    const granted = await exchangeCode(await site.code(holder, { scope }), {}, holder);

    expect(parseScope(own.body.access_token as string)).toBe(scope);
    expect(parseScope(granted.body.access_token as string)).toBe(scope);
  });
});

function parseScope(accessToken: string): unknown {
  const [, claims = ''] = accessToken.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: unknown }).scope;
}

const error = (name: string, error_description: string) => (hint?: string) => ({
  error: name,
  error_description,
  ...(hint === undefined ? {} : { hint }),
});
const invalidRequest = error(
  'invalid_request',
  'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
);
const invalidClient = error('invalid_client', 'Client authentication failed');
const invalidGrant = error(
  'invalid_grant',
  'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
);
const unauthorized = error(
  'unauthorized_client',
  'The authenticated client is not authorized to use this authorization grant type.',
);
const unsupported = error(
  'unsupported_grant_type',
  'The authorization grant type is not supported by the authorization server.',
)('The parameter grant_type must be one of: client_credentials, authorization_code, refresh_token.');
const invalidScope = error('invalid_scope', 'The requested scope is invalid, unknown, or malformed');
const missing = (name: string) => invalidRequest(`The parameter ${name} is missing or empty.`);
const outside = (name: string) => invalidScope(`Check the \`${name}\` scope`);

const credentials = { grant_type: 'client_credentials' };
const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });

describe('POST /oauth/token refuses', () => {
  it.each<[string, Form, number, object]>([
    ['an unknown client', { ...credentials, client_id: 'unknown' }, 401, invalidClient()],
    ['a wrong secret', { ...credentials, client_secret: 'wrong' }, 401, invalidClient()],
    ['no client_id', { ...credentials, client_id: undefined }, 400, missing('client_id')],
    ['no client_secret', { ...credentials, client_secret: undefined }, 400, missing('client_secret')],
    ['an empty client_secret', { ...credentials, client_secret: ' ' }, 400, missing('client_secret')],
    ['no grant_type', {}, 400, unsupported],
    ['an unknown grant_type', { grant_type: 'password' }, 400, unsupported],
    ['an unknown scope', { ...credentials, scope: 'nonsense' }, 400, outside('nonsense')],
    ['an unselected scope', { ...credentials, scope: 'menu:administer' }, 400, outside('menu:administer')],
    ['two unselected scopes, naming the first', { ...credentials, scope: 'member b a' }, 400, outside('b')],
  ])('%s', async (_, form, status, expected) => {
    const response = await token(form);

    expect(response.status).toBe(status);
    expect(response.body).toEqual(expected);
    expect(response.headers).toMatchObject({ ...NEVER_CACHED, 'content-type': 'application/json' });
    expect(response.headers).not.toHaveProperty('www-authenticate');
  });

  it.each([
    ['an unknown client', 'unknown:x'],
    ['a wrong secret', 'client-1:wrong'],
  ])('%s in HTTP Basic, with a challenge', async (_, pair) => {
    const response = await site.postForm('/oauth/token', credentials, basic(pair));

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Basic realm="OAuth"');
    expect(response.body).toEqual(invalidClient());
  });

  it('a grant that is not enabled for the client', async () => {
    const narrow = await site.client({ grants: ['authorization_code'] });

    const response = await token(credentials, narrow);

    expect([response.status, response.body]).toEqual([400, unauthorized()]);
  });

  it('a resource other than the content interface', async () => {
    const own = await token({ ...credentials, resource: `${site.url}/api` });
    const foreign = await token({ ...credentials, resource: 'https://other.example/' });

    expect([own.status, foreign.status]).toEqual([200, 400]);
    expect(foreign.body).toMatchObject({ error: 'invalid_target' });
  });

  it('a wrong secret after fifty failures with 429 for five minutes', async () => {
    const victim = await site.client();
    const guess = () => token({ ...credentials, client_secret: 'wrong' }, victim);
    await Promise.all(Array.from({ length: 50 }, guess));

    const refused = await guess();

    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('300');
    expect(refused.body).toMatchObject({ error: 'temporarily_unavailable' });
    site.app.clock.advance(300);
    expect((await guess()).status).toBe(401);
  });
});

describe('POST /oauth/token after fifty wrong secrets from one address', () => {
  it('issues tokens to requests with the right secret', async () => {
    const [victim, neighbour] = [await site.client(), await site.client()];
    const guess = () => token({ ...credentials, client_secret: 'wrong' }, victim);
    await Promise.all(Array.from({ length: 51 }, guess));

    const answers = [await token(credentials, victim), await token(credentials, neighbour)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each(['/oauth/introspect', '/oauth/revoke'])('counts failures at %s separately', async (path) => {
    const client = await site.client();
    const guess = (at: string) =>
      site.post(at, client, { ...credentials, token: 'x', client_secret: 'wrong' });
    await Promise.all(Array.from({ length: 50 }, () => guess(path)));

    expect([(await guess(path)).status, (await guess('/oauth/token')).status]).toEqual([429, 401]);
  });
});

const BAD_VERIFIER =
  'The parameter code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).';
const NO_CHALLENGE = 'There is a code_verifier, but the authorization request had no code_challenge.';

describe('POST /oauth/token refuses a code that', () => {
  it.each<[string, Form, Form, object]>([
    ['is missing', {}, { code: undefined }, missing('code')],
    ['is unknown', {}, { code: 'nonsense' }, invalidGrant('The authorization code is unknown.')],
    ['comes without redirect_uri', {}, { redirect_uri: undefined }, missing('redirect_uri')],
    [
      'comes with another redirect_uri',
      {},
      { redirect_uri: `${CALLBACK}/` },
      invalidGrant('The redirect_uri is not that of the authorization request.'),
    ],
    ['comes without its code_verifier', PKCE, {}, missing('code_verifier')],
    ['comes with a malformed verifier', PKCE, { code_verifier: 'short' }, invalidRequest(BAD_VERIFIER)],
    [
      'comes with a wrong verifier',
      PKCE,
      { code_verifier: 'w'.repeat(43) },
      invalidGrant('The code_verifier is not the one behind the code_challenge.'),
    ],
    [
      'comes with a code_verifier although it has no challenge',
      {},
      { code_verifier: VERIFIER },
      invalidRequest(NO_CHALLENGE),
    ],
    ['comes with an unknown scope', {}, { scope: 'nonsense' }, outside('nonsense')],
  ])('%s', async (_, authorization, sent, expected) => {
    const response = await exchangeCode(await site.code(client, authorization), sent);

    expect([response.status, response.body]).toEqual([400, expected]);
  });

  it('has expired', async () => {
    const code = await site.code(client);
    site.app.clock.advance(300);

    const response = await exchangeCode(code);

    const expected = invalidGrant('The authorization code has expired.');
    expect([response.status, response.body]).toEqual([400, expected]);
  });

  it('was used before, and revokes the tokens issued from it', async () => {
    const code = await site.code(client);
    const { body: first } = await exchangeCode(code);

    const response = await exchangeCode(code);

    const expected = invalidGrant('Authorization code has been revoked');
    expect([response.status, response.body]).toEqual([400, expected]);
    expect(await site.getStatus(first.access_token as string)).toBe(401);
    expect((await refresh(first.refresh_token as string)).status).toBe(400);
  });

  it('belongs to another client, and stays valid for that client', async () => {
    const code = await site.code(client);

    const response = await exchangeCode(code, {}, other);

    const expected = invalidGrant('The authorization code was issued to another client.');
    expect([response.status, response.body]).toEqual([400, expected]);
    expect((await exchangeCode(code)).status).toBe(200);
  });

  it('comes eight times in parallel: one succeeds and its tokens are revoked', async () => {
    const code = await site.code(client);

    const answers = await Promise.all(Array.from({ length: 8 }, () => exchangeCode(code)));

    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const { body } of good) expect(await site.getStatus(body.access_token as string)).toBe(401);
  });
});

describe('POST /oauth/token refuses a refresh token that', () => {
  it.each<[string, string | undefined, object]>([
    ['is missing', undefined, missing('refresh_token')],
    ['is unknown', 'nonsense', invalidGrant('The refresh token is unknown.')],
  ])('%s', async (_, sent, expected) => {
    const response = await refresh(sent);

    expect([response.status, response.body]).toEqual([400, expected]);
  });

  it('belongs to another client', async () => {
    const { refresh_token } = await site.tokens(client);

    const response = await refresh(refresh_token, {}, other);

    const expected = invalidGrant('The refresh token was issued to another client.');
    expect([response.status, response.body]).toEqual([400, expected]);
  });

  it('has expired after 14 days', async () => {
    const { refresh_token } = await site.tokens(client);
    site.app.clock.advance(1_209_600);

    const response = await refresh(refresh_token);

    expect([response.status, response.body]).toEqual([400, invalidGrant('The refresh token has expired.')]);
  });

  it('was used before, and revokes its family', async () => {
    const { refresh_token } = await site.tokens(client);
    const { body: second } = await refresh(refresh_token);

    const response = await refresh(refresh_token);

    const expected = invalidGrant(
      'The refresh token was used before; it and all that came of it are revoked.',
    );
    expect([response.status, response.body]).toEqual([400, expected]);
    expect(await site.getStatus(second.access_token as string)).toBe(401);
    const last = await refresh(second.refresh_token as string);
    expect(last.body).toEqual(invalidGrant('The refresh token has been revoked.'));
  });

  it('is used with scopes that the user did not grant', async () => {
    const { refresh_token } = await site.tokens(client, { scope: 'member' });

    const response = await refresh(refresh_token, { scope: 'member content:administer' });

    const hint = "The scope 'content:administer' is not among those the user granted.";
    expect([response.status, response.body]).toEqual([400, invalidScope(hint)]);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  it('comes eight times in parallel: one succeeds', async () => {
    const { refresh_token } = await site.tokens(client);

    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('was used before, except within refreshReuseGraceSeconds', async () => {
    await site.app.site.settings({ refreshReuseGraceSeconds: 10 });
    const { refresh_token } = await site.tokens(client);
    await refresh(refresh_token);

    expect((await refresh(refresh_token)).status).toBe(200);
    site.app.clock.advance(10);
    expect((await refresh(refresh_token)).status).toBe(400);
    await site.app.site.settings({ refreshReuseGraceSeconds: 0 });
  });

  it('belongs to a family that is older than 90 days', async () => {
    const DAY_SECONDS = 86_400;
    let { refresh_token } = await site.tokens(client);
    for (let day = 10; day < 90; day += 10) {
      site.app.clock.advance(10 * DAY_SECONDS);
      ({ refresh_token } = (await refresh(refresh_token)).body as { refresh_token: string });
    }
    site.app.clock.advance(10 * DAY_SECONDS - 1);
    ({ refresh_token } = (await refresh(refresh_token)).body as { refresh_token: string });
    site.app.clock.advance(1);

    expect((await refresh(refresh_token)).body).toEqual(invalidGrant('The refresh token has expired.'));
  });

  it('belongs to a family older than refreshFamilyMaximumSeconds', async () => {
    const { refresh_token } = await site.tokens(client);
    await site.app.site.settings({ refreshFamilyMaximumSeconds: 3600 });
    site.app.clock.advance(3600);

    expect((await refresh(refresh_token)).body).toEqual(invalidGrant('The refresh token has expired.'));
    await site.app.site.settings({ refreshFamilyMaximumSeconds: 7_776_000 });
  });
});
