import { Accounts } from '@content-service/accounts';
import type { ApiClient } from '@content-service/oauth-clients';
import { CALLBACK, OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { answerIn, formWith, locationOf, setCookiesOf, textIn, Visitor } from '../support/visitor.js';

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start();
});
afterAll(() => site.stop());

type Parameters = Readonly<Record<string, string>>;

const visitor = (): Visitor => new Visitor(site.app.nest.getHttpServer());

async function signedIn(role?: string): Promise<Visitor & { readonly name: string; readonly id: string }> {
  const { id, name } = await site.user(role);
  const somebody = visitor();
  await somebody.signIn(name, PASSWORD);
  return Object.assign(somebody, { id, name });
}

/** The address that a client sends its user to. */
function requestOf(client: ApiClient, more: Parameters = {}): string {
  const usual = { response_type: 'code', client_id: client.id, redirect_uri: CALLBACK, state: 'a b&c"é' };
  return `/oauth/authorize?${new URLSearchParams({ ...usual, ...more }).toString()}`;
}

function exchange(client: ApiClient, code: string, more: Parameters = {}) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more };
  return site.post('/oauth/token', client, form);
}

describe('GET /oauth/authorize with a browser', () => {
  it('leads from the client over login and consent back to it, with a code that gives tokens of the user', async () => {
    const [client, user] = [await site.client(), await site.user()];
    const somebody = visitor();

    const begin = await somebody.get(requestOf(client));
    expect(begin.status).toBe(302);
    expect(locationOf(begin)).toBe(`/user/login?destination=${encodeURIComponent(requestOf(client))}`);
    const login = await somebody.follow(begin);
    const onward = await somebody.submit(login, 'password', { name: user.name, password: PASSWORD });
    const consent = await somebody.follow(onward);
    const back = await somebody.submit(consent, 'decision', { decision: 'allow' });

    expect([back.status, back.headers['cache-control']]).toEqual([302, 'no-store']);
    expect(locationOf(back).startsWith(`${CALLBACK}?`)).toBe(true);
    const { code = '', ...rest } = answerIn(back);
    expect(rest).toEqual({ state: 'a b&c"é', iss: site.url });
    const tokens = await exchange(client, code);
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

  it('asks in plain words: who asks, who is asked, for what, and where the way goes on', async () => {
    const client = await site.client({
      label: 'City <b>Magazine</b>',
      allowedScopes: ['content:administer', 'canvas:page:read', 'member'],
    });
    const somebody = await signedIn();

    const page = await somebody.get(requestOf(client, { scope: 'member content:administer' }));

    expect(page.status).toBe(200);
    expect(textIn(page)).toBe(
      [
        `${new URL(site.url).host} City <b>Magazine</b> asks to act for you`,
        `You are signed in as ${somebody.name} . Use another account`,
        'If you allow it, it can',
        'Create, update and delete content, and read unpublished content content:administer',
        'Have basic member access member',
        'Deny Allow',
        'Either way you go on to http://127.0.0.1:9 .',
      ].join(' '),
    );
    expect(page.text).not.toContain('<b>');
  });

  it('shows a page that nobody can frame or keep, and whose form may lead to the client', async () => {
    const page = await (await signedIn()).get(requestOf(await site.client()));

    expect(page.headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(setCookiesOf(page)).toEqual([]);
  });

  it('asks no user for more than the role grants', async () => {
    const client = await site.client({ allowedScopes: ['content:administer', 'site_settings:administer'] });
    const [editor, member] = [await signedIn('editor'), await signedIn('member')];

    const page = await editor.get(requestOf(client));
    const refused = await member.get(requestOf(client));

    expect(textIn(page)).toContain('content:administer');
    expect(textIn(page)).not.toContain('site_settings:administer');
    expect(answerIn(refused)).toMatchObject({ error: 'access_denied', state: 'a b&c"é' });
  });

  it('lets the user go on as somebody else', async () => {
    const [client, other] = [await site.client(), await site.user()];
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(client));

    const out = await somebody.submit(consent, 'destination');
    const login = await somebody.follow(out);
    const onward = await somebody.submit(login, 'password', { name: other.name, password: PASSWORD });
    const page = await somebody.follow(onward);

    expect(textIn(page)).toContain(`You are signed in as ${other.name} .`);
  });

  it('asks every time, unless the client has it remembered; then only for more than before', async () => {
    const [usual, remembering] = [await site.client(), await site.client({ rememberConsent: true })];
    const somebody = await signedIn();
    for (const client of [usual, remembering])
      await somebody.submit(await somebody.get(requestOf(client, { scope: 'member' })), 'decision', {
        decision: 'allow',
      });

    expect((await somebody.get(requestOf(usual, { scope: 'member' }))).status).toBe(200);
    expect(answerIn(await somebody.get(requestOf(remembering, { scope: 'member' })))).toHaveProperty('code');
    expect((await somebody.get(requestOf(remembering))).status).toBe(200);
  });

  it.each([
    ['a client that does not exist', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a redirect URI of somebody else', { redirect_uri: 'https://evil.example/' }, 401, 'invalid_client'],
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
      'a redirect URI with a detour',
      { redirect_uri: 'http://127.0.0.1:9/x/../callback' },
      401,
      'invalid_client',
    ],
    [
      'a redirect URI in other letters',
      { redirect_uri: CALLBACK.replace('callback', 'Callback') },
      401,
      'invalid_client',
    ],
  ])('sends nobody anywhere for %s', async (_, wrong, status, error) => {
    const request = requestOf(await site.client(), wrong);

    const page = await visitor().get(request);
    const json = await visitor().get(request, { Accept: 'application/json' });

    expect([page.status, page.headers['location']]).toEqual([status, undefined]);
    expect(textIn(page)).toContain(error);
    expect(page.text).not.toContain('evil');
    expect([json.status, json.body.error]).toEqual([status, error]);
    expect(json.headers['content-type']).toBe('application/json');
  });

  it('takes no other method', async () => {
    const answers = [
      await visitor().post('/oauth/authorize', {}),
      await visitor().get('/oauth/authorize/decision'),
    ];

    expect(answers.map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [405, 'GET, HEAD'],
      [405, 'POST'],
    ]);
  });
});

describe('POST /oauth/authorize/decision', () => {
  it('tells the client of a user who denies', async () => {
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(await site.client()));

    const back = await somebody.submit(consent, 'decision', { decision: 'deny' });

    expect(back.status).toBe(302);
    expect(answerIn(back)).toEqual({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
      hint: 'The user denied the request.',
      state: 'a b&c"é',
      iss: site.url,
    });
  });

  it('takes a decision once', async () => {
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(await site.client()));
    const decide = () => somebody.submit(consent, 'decision', { decision: 'allow' });

    const answers = await Promise.all(Array.from({ length: 5 }, decide));

    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400, 400]);
  });

  it('takes no decision after ten minutes', async () => {
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(await site.client()));
    site.app.clock.turn(601);

    const page = await somebody.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
    expect(textIn(page)).toContain('begin again at the application');
  });

  it('takes no decision on what somebody else was asked', async () => {
    const [asked, other] = [await signedIn(), await signedIn()];
    const client = await site.client();
    const { action, fields } = formWith(await asked.get(requestOf(client)), 'decision');
    const own = formWith(await other.get(requestOf(client)), 'decision').fields;

    const stolen = { ...own, request: fields['request'] ?? '', decision: 'allow' };
    const page = await other.post(action, stolen);

    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
  });

  it.each([
    ['without a token', { token: '' }, {}],
    ['with a token that is not of this session', { token: 'x'.repeat(43) }, {}],
    ['that another site sends', {}, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    [
      'that another site sends from an old browser',
      {},
      { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
    ],
  ])('takes no form %s, and the user can still decide', async (_, forged, headers) => {
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(await site.client()));
    const { action, fields } = formWith(consent, 'decision');

    const page = await somebody.post(action, { ...fields, decision: 'allow', ...forged }, headers);
    const back = await somebody.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([403, undefined]);
    expect(answerIn(back)).toHaveProperty('code');
  });

  it.each<Parameters>([{}, { decision: '' }, { decision: 'yes' }])(
    'takes no form with %j',
    async (decision) => {
      const somebody = await signedIn();
      const { action, fields } = formWith(await somebody.get(requestOf(await site.client())), 'decision');

      expect((await somebody.post(action, { ...fields, ...decision })).status).toBe(400);
    },
  );

  it('cannot be bent by parameters of the request, which are not read again', async () => {
    const [client, other] = [await site.client(), await site.client()];
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(client, { scope: 'member' }));

    const more = { redirect_uri: 'https://evil.example/', client_id: other.id, scope: 'content:administer' };
    const back = await somebody.submit(consent, 'decision', { decision: 'allow', ...more });
    const tokens = await exchange(client, answerIn(back)['code'] ?? '');

    expect(locationOf(back).startsWith(`${CALLBACK}?`)).toBe(true);
    const payload = String(tokens.body.access_token).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      client_id: client.id,
      scope: 'member',
    });
  });

  it('takes no decision of a user who was disabled meanwhile', async () => {
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(await site.client()));
    await site.app.nest.get(Accounts).update(somebody.id, { enabled: false }, { who: { kind: 'operator' } });

    const page = await somebody.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([403, undefined]);
    expect(textIn(page)).toContain('You are not signed in any more.');
  });

  it('takes no decision for a client that was disabled meanwhile', async () => {
    const client = await site.client();
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(client));
    await site.clients.update(client.id, { enabled: false });

    const page = await somebody.submit(consent, 'decision', { decision: 'allow' });

    expect([page.status, page.headers['location']]).toEqual([401, undefined]);
  });
});

describe('a code', () => {
  async function codeFor(client: ApiClient, more: Parameters = {}): Promise<string> {
    const somebody = await signedIn();
    const consent = await somebody.get(requestOf(client, more));
    return answerIn(await somebody.submit(consent, 'decision', { decision: 'allow' }))['code'] ?? '';
  }

  it('that is slipped to another client is worth nothing there, and stays good for its own', async () => {
    const [client, other] = [await site.client(), await site.client()];
    const code = await codeFor(client);

    const injected = await exchange(other, code);
    const own = await exchange(client, code);

    expect([injected.status, injected.body.error]).toEqual([400, 'invalid_grant']);
    expect(own.status).toBe(200);
  });

  it('that is slipped into another request of its own client fails at the code verifier', async () => {
    const client = await site.client({ requirePkce: true });
    const challenge = {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    };
    const code = await codeFor(client, challenge);

    const injected = await exchange(client, code, { code_verifier: 'v'.repeat(43) });

    expect([injected.status, injected.body.error]).toEqual([400, 'invalid_grant']);
  });
});
