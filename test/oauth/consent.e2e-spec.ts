import { AccountAdministrationService } from '@content-service/accounts';
import type { ApiClient } from '@content-service/oauth-clients';
import { CALLBACK, OAuthSite, PASSWORD } from '../support/oauth-site.js';
import {
  BrowserSession,
  getForm,
  getLocation,
  getRedirectParameters,
  getSetCookies,
  getText,
} from '../support/browser-session.js';

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start();
});
afterAll(() => site.stop());

type Parameters = Readonly<Record<string, string>>;

const resourceOwner = (): BrowserSession => new BrowserSession(site.app.nest.getHttpServer());

async function signIn(
  role?: string,
): Promise<BrowserSession & { readonly name: string; readonly id: string }> {
  const { id, name } = await site.user(role);
  const user = resourceOwner();
  await user.signIn(name, PASSWORD);
  return Object.assign(user, { id, name });
}

/** The authorization URL to which a client redirects its user. */
function buildRequest(client: ApiClient, more: Parameters = {}): string {
  const usual = { response_type: 'code', client_id: client.id, redirect_uri: CALLBACK, state: 'a b&c"é' };
  return `/oauth/authorize?${new URLSearchParams({ ...usual, ...more }).toString()}`;
}

function exchangeCode(client: ApiClient, code: string, more: Parameters = {}) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more };
  return site.post('/oauth/token', client, form);
}

describe('GET /oauth/authorize with a browser', () => {
  it('after login and consent returns to the client with a code for tokens of the user', async () => {
    const [client, user] = [await site.client(), await site.user()];
    const actor = resourceOwner();

    const begin = await actor.get(buildRequest(client));
    expect(begin.status).toBe(302);
    expect(getLocation(begin)).toBe(`/user/login?destination=${encodeURIComponent(buildRequest(client))}`);
    const login = await actor.follow(begin);
    const onward = await actor.submit(login, 'password', { name: user.name, password: PASSWORD });
    const consent = await actor.follow(onward);
    const back = await actor.submit(consent, 'decision', { decision: 'allow' });

    expect([back.status, back.headers['cache-control']]).toEqual([302, 'no-store']);
    expect(getLocation(back).startsWith(`${CALLBACK}?`)).toBe(true);
    const { code = '', ...rest } = getRedirectParameters(back);
    expect(rest).toEqual({ state: 'a b&c"é', iss: site.url });
    const tokens = await exchangeCode(client, code);
    expect(tokens.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: expect.any(String),
    });
    const index = await site.app.api
      .withAuthorization(`Bearer ${String(tokens.body.access_token)}`)
      .get('/api');
    expect(index.body.meta.links.me.meta.id).toBe(user.id);
  });

  it('shows the client, the user, the scopes and the redirect target', async () => {
    const client = await site.client({
      label: 'City <b>Magazine</b>',
      allowedScopes: ['content:administer', 'canvas:page:read', 'member'],
    });
    const user = await signIn();

    const page = await user.get(buildRequest(client, { scope: 'member content:administer' }));

    expect(page.status).toBe(200);
    expect(getText(page)).toBe(
      [
        `${new URL(site.url).host} City <b>Magazine</b> asks to act for you`,
        `You are signed in as ${user.name} . Use another account`,
        'If you allow it, it can',
        'Create, update and delete content, and read unpublished content content:administer',
        'Have basic member access member',
        'Continue with this when you are away, until you end it in your account refresh_token',
        'Deny Allow',
        'Either way you go on to http://127.0.0.1:9 .',
      ].join(' '),
    );
    expect(page.text).not.toContain('<b>');
  });

  it('names that a client with refresh tokens can go on when the user is away', async () => {
    const user = await signIn();
    const [staying, asking] = [await site.client(), await site.client({ grants: ['authorization_code'] })];

    const [stays, asks] = [await user.get(buildRequest(staying)), await user.get(buildRequest(asking))];

    expect(getText(stays)).toContain('Continue with this when you are away');
    expect(getText(asks)).not.toContain('when you are away');
  });

  it("sends a CSP without frames, no-store, and the client's origin in form-action", async () => {
    const page = await (await signIn()).get(buildRequest(await site.client()));

    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'self'; script-src 'sha256-[^']+'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(getSetCookies(page)).toEqual([]);
  });

  it('asks only for scopes that the role of the user grants', async () => {
    const client = await site.client({ allowedScopes: ['content:administer', 'site_settings:administer'] });
    const [editor, member] = [await signIn('editor'), await signIn('member')];

    const page = await editor.get(buildRequest(client));
    const refused = await member.get(buildRequest(client));

    expect(getText(page)).toContain('content:administer');
    expect(getText(page)).not.toContain('site_settings:administer');
    expect(getRedirectParameters(refused)).toMatchObject({ error: 'access_denied', state: 'a b&c"é' });
  });

  it('lets the user sign in under another account', async () => {
    const [client, other] = [await site.client(), await site.user()];
    const user = await signIn();
    const consent = await user.get(buildRequest(client));

    const out = await user.submit(consent, 'destination');
    const login = await user.follow(out);
    const onward = await user.submit(login, 'password', { name: other.name, password: PASSWORD });
    const page = await user.follow(onward);

    expect(getText(page)).toContain(`You are signed in as ${other.name} .`);
  });

  it('asks at every request; with rememberConsent only for scopes not granted before', async () => {
    const [usual, remembering] = [await site.client(), await site.client({ rememberConsent: true })];
    const user = await signIn();
    for (const client of [usual, remembering])
      await user.submit(await user.get(buildRequest(client, { scope: 'member' })), 'decision', {
        decision: 'allow',
      });

    expect((await user.get(buildRequest(usual, { scope: 'member' }))).status).toBe(200);
    expect(
      getRedirectParameters(await user.get(buildRequest(remembering, { scope: 'member' }))),
    ).toHaveProperty('code');
    expect((await user.get(buildRequest(remembering))).status).toBe(200);
  });

  it.each([
    ['a client that does not exist', { client_id: 'unknown' }, 401, 'invalid_client'],
    ['a redirect URI of another host', { redirect_uri: 'https://evil.example/' }, 401, 'invalid_client'],
    ['a longer redirect URI', { redirect_uri: `${CALLBACK}/more` }, 401, 'invalid_client'],
    ['a redirect URI with a query', { redirect_uri: `${CALLBACK}?x` }, 401, 'invalid_client'],
    ['a redirect URI with a fragment', { redirect_uri: `${CALLBACK}#x` }, 401, 'invalid_client'],
    [
      'a redirect URI with another host behind the name',
      { redirect_uri: 'http://127.0.0.1:9@evil.example/callback' },
      401,
      'invalid_client',
    ],
    [
      'a redirect URI with dot segments',
      { redirect_uri: 'http://127.0.0.1:9/x/../callback' },
      401,
      'invalid_client',
    ],
    [
      'a redirect URI in another case',
      { redirect_uri: CALLBACK.replace('callback', 'Callback') },
      401,
      'invalid_client',
    ],
  ])('with %s answers on a page and does not redirect', async (_, wrong, status, error) => {
    const request = buildRequest(await site.client(), wrong);

    const page = await resourceOwner().get(request);
    const json = await resourceOwner().get(request, { Accept: 'application/json' });

    expect([page.status, page.headers['location']]).toEqual([status, undefined]);
    expect(getText(page)).toContain(error);
    expect(page.text).not.toMatch(/(href|src|action)="[^"]*evil/);
    expect([json.status, json.body.error]).toEqual([status, error]);
    expect(json.headers['content-type']).toBe('application/json');
  });

  it('refuses other methods', async () => {
    const answers = [
      await resourceOwner().post('/oauth/authorize', {}),
      await resourceOwner().get('/oauth/authorize/decision'),
    ];

    expect(answers.map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [405, 'GET, HEAD'],
      [405, 'POST'],
    ]);
  });
});

describe('POST /oauth/authorize/decision', () => {
  it('redirects to the client with access_denied when the user denies', async () => {
    const user = await signIn();
    const consent = await user.get(buildRequest(await site.client()));

    const back = await user.submit(consent, 'decision', { decision: 'deny' });

    expect(back.status).toBe(302);
    expect(getRedirectParameters(back)).toEqual({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
      hint: 'The user denied the request.',
      state: 'a b&c"é',
      iss: site.url,
    });
  });

  it('accepts a decision once', async () => {
    const user = await signIn();
    const consent = await user.get(buildRequest(await site.client()));
    const decide = () => user.submit(consent, 'decision', { decision: 'allow' });

    const answers = await Promise.all(Array.from({ length: 5 }, decide));

    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400, 400]);
  });

  it('refuses a decision after ten minutes', async () => {
    const user = await signIn();
    const consent = await user.get(buildRequest(await site.client()));
    site.app.clock.advance(601);

    const page = await user.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
    expect(getText(page)).toContain('begin again at the application');
  });

  it('refuses a decision on a prompt of another session', async () => {
    const [user, other] = [await signIn(), await signIn()];
    const client = await site.client();
    const { action, fields } = getForm(await user.get(buildRequest(client)), 'decision');
    const own = getForm(await other.get(buildRequest(client)), 'decision').fields;

    const stolen = { ...own, request: fields['request'] ?? '', decision: 'allow' };
    const page = await other.post(action, stolen);

    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
  });

  it.each([
    ['without a token', { token: '' }, {}],
    ['with a CSRF token of another session', { token: 'x'.repeat(43) }, {}],
    ['sent by another site', {}, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    [
      'sent by another site without Sec-Fetch-Site',
      {},
      { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
    ],
  ])('refuses a form %s and keeps the prompt open', async (_, forged, headers) => {
    const user = await signIn();
    const consent = await user.get(buildRequest(await site.client()));
    const { action, fields } = getForm(consent, 'decision');

    const page = await user.post(action, { ...fields, decision: 'allow', ...forged }, headers);
    const back = await user.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([403, undefined]);
    expect(getRedirectParameters(back)).toHaveProperty('code');
  });

  it.each<Parameters>([{}, { decision: '' }, { decision: 'yes' }])(
    'takes no form with %j',
    async (decision) => {
      const user = await signIn();
      const { action, fields } = getForm(await user.get(buildRequest(await site.client())), 'decision');

      expect((await user.post(action, { ...fields, ...decision })).status).toBe(400);
    },
  );

  it('ignores authorization parameters in the form', async () => {
    const [client, other] = [await site.client(), await site.client()];
    const user = await signIn();
    const consent = await user.get(buildRequest(client, { scope: 'member' }));

    const more = { redirect_uri: 'https://evil.example/', client_id: other.id, scope: 'content:administer' };
    const back = await user.submit(consent, 'decision', { decision: 'allow', ...more });
    const tokens = await exchangeCode(client, getRedirectParameters(back)['code'] ?? '');

    expect(getLocation(back).startsWith(`${CALLBACK}?`)).toBe(true);
    const payload = String(tokens.body.access_token).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      client_id: client.id,
      scope: 'member',
    });
  });

  it('refuses the decision of a user disabled in the meantime', async () => {
    const user = await signIn();
    const consent = await user.get(buildRequest(await site.client()));
    await site.app.nest
      .get(AccountAdministrationService)
      .update(user.id, { enabled: false }, { actor: { kind: 'operator' } });

    const page = await user.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([403, undefined]);
    expect(getText(page)).toContain('You are not signed in any more.');
  });

  it('refuses a decision for a client disabled in the meantime', async () => {
    const client = await site.client();
    const user = await signIn();
    const consent = await user.get(buildRequest(client));
    await site.clients.update(client.id, { enabled: false });

    const page = await user.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([401, undefined]);
  });
});

describe('a code', () => {
  async function requestCode(client: ApiClient, more: Parameters = {}): Promise<string> {
    const user = await signIn();
    const consent = await user.get(buildRequest(client, more));
    return getRedirectParameters(await user.submit(consent, 'decision', { decision: 'allow' }))['code'] ?? '';
  }

  it('is refused when another client presents it, and stays valid for its own client', async () => {
    const [client, other] = [await site.client(), await site.client()];
    const code = await requestCode(client);

    const injected = await exchangeCode(other, code);
    const own = await exchangeCode(client, code);

    expect([injected.status, injected.body.error]).toEqual([400, 'invalid_grant']);
    expect(own.status).toBe(200);
  });

  it('is refused with the code_verifier of another request of the same client', async () => {
    const client = await site.client({ requirePkce: true });
    const challenge = {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    };
    const code = await requestCode(client, challenge);

    const injected = await exchangeCode(client, code, { code_verifier: 'v'.repeat(43) });

    expect([injected.status, injected.body.error]).toEqual([400, 'invalid_grant']);
  });
});
