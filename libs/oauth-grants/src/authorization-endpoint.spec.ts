import { sha256 } from '@content-service/kernel';
import { OPERATOR, ScopeSet } from '@content-service/scopes';
import type { AuthorizationStep } from './authorization-endpoint.js';
import { ALICE, answerIn, Browser, CALLBACK, pageIn, queryOf, questionIn } from './browser.fixture.js';

const CHALLENGE = sha256('v'.repeat(43));

type Parameters = Readonly<Record<string, string | undefined>>;

let browser: Browser;
beforeEach(async () => {
  browser = await Browser.open();
});

/** The code that came with a redirect, as it is kept. */
function keptCodeOf(step: AuthorizationStep): object | undefined {
  const { code } = answerIn(step).with as { code?: string };
  return browser.server.codes.shelf.get(sha256(code ?? ''));
}

describe('GET /oauth/authorize: the way to a code', () => {
  it('begins with the login', async () => {
    expect(await browser.beginSignedOut()).toEqual({ kind: 'needs login' });
  });

  it('goes on with the question whether the client may have the scopes', async () => {
    const question = questionIn(await browser.begin({ scope: 'member' }));

    expect(question).toMatchObject({
      client: { id: 'news', label: 'News' },
      scopes: ScopeSet.of('member'),
      redirectUri: CALLBACK,
    });
  });

  it('ends with a redirect that carries code, state and issuer', async () => {
    const step = await browser.go({ state: 'xyz' });

    expect(answerIn(step)).toEqual({
      to: CALLBACK,
      with: { code: expect.stringMatching(/^[\w-]{43}$/), state: 'xyz', iss: 'https://cms.example' },
    });
  });

  it('keeps the code as a hash, bound to client, user, redirect URI and challenge, for 300 seconds', async () => {
    const step = await browser.go({
      scope: 'member',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });

    expect(keptCodeOf(step)).toEqual({
      codeHash: expect.any(String),
      clientId: 'news',
      userId: ALICE,
      redirectUri: CALLBACK,
      scope: 'member',
      codeChallenge: CHALLENGE,
      familyId: expect.any(String),
      expiresAt: 1_700_000_300,
    });
  });

  it('is open to public clients with a challenge', async () => {
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

    expect(answerIn(await browser.go({ client_id: 'app', ...pkce })).with).toHaveProperty('code');
  });

  it('ends with access_denied when the user denies', async () => {
    expect(answerIn(await browser.go({ state: 'xyz' }, 'deny'))).toEqual({
      to: CALLBACK,
      with: {
        error: 'access_denied',
        error_description: 'The resource owner or authorization server denied the request.',
        hint: 'The user denied the request.',
        state: 'xyz',
        iss: 'https://cms.example',
      },
    });
    expect(browser.server.codes.shelf.size).toBe(0);
  });

  it.each(['allow', 'deny'] as const)('leaves a trace when the user decides to %s', async (decision) => {
    await browser.go({ scope: 'member' }, decision);

    expect(browser.server.audit.acts).toEqual([
      {
        action: decision === 'allow' ? 'consent.given' : 'consent.denied',
        who: { kind: 'user', userId: ALICE },
        from: '192.0.2.1',
        subject: { kind: 'client', id: 'news' },
        details: { scopes: ['member'] },
      },
    ]);
  });

  it.each([
    'a b+c%20d&e=f#g',
    'é漢字🎈',
    '"\'<>\\',
    ' blanks around ',
    'eyJhbGciOiJub25lIn0.e30.',
    'x'.repeat(2000),
  ])('brings the state back byte for byte: %s', async (state) => {
    expect(answerIn(await browser.go({ state })).with).toMatchObject({ state });
    expect(answerIn(await browser.begin({ state, response_type: 'token' })).with).toMatchObject({ state });
  });

  it.each([undefined, ''])('has no state in the redirect when the request has %j', async (state) => {
    expect(answerIn(await browser.go({ state })).with).not.toHaveProperty('state');
  });

  it('leaves a query of the redirect URI as it is', async () => {
    const step = await browser.go({ redirect_uri: 'https://news.example/query?a=%20b' });

    expect(step).toMatchObject({
      location: expect.stringMatching(/^https:\/\/news\.example\/query\?a=%20b&code=[\w-]{43}&iss=https%3A/),
    });
  });
});

describe('GET /oauth/authorize: scopes', () => {
  const MEMBER = ScopeSet.of('member');

  it('are all that are selected on the client when none is asked for', async () => {
    expect(questionIn(await browser.begin()).scopes).toEqual(ScopeSet.of('content:administer', 'member'));
  });

  it('are all that are selected on the client when the parameter is blank', async () => {
    const { scopes } = questionIn(await browser.begin({ scope: ' ' }));

    expect(scopes).toEqual(ScopeSet.of('content:administer', 'member'));
  });

  it("are no more than the user's role grants, and the code remembers what was asked for", async () => {
    browser.server.users.shelf.set(ALICE, MEMBER);

    expect(questionIn(await browser.begin()).scopes).toEqual(MEMBER);
    expect(keptCodeOf(await browser.go())).toMatchObject({
      scope: 'member',
      requestedScope: 'content:administer member',
    });
  });

  it('are no more than the user was shown, whatever is selected meanwhile', async () => {
    const { id } = questionIn(await browser.begin());
    await browser.server.registry.update('news', { allowedScopes: ['member', 'menu:administer'] }, OPERATOR);

    const step = await browser.decide(id, 'allow');

    expect(keptCodeOf(step)).toMatchObject({ scope: 'member' });
  });

  it.each<[string, Parameters, () => unknown, string]>([
    [
      'the role grants none of them',
      {},
      () => browser.server.users.shelf.set(ALICE, ScopeSet.of('menu:administer')),
      'The role of the user grants none of the requested scopes.',
    ],
    [
      'the user is gone',
      {},
      () => {
        browser.server.users.shelf.clear();
      },
      'The role of the user grants none of the requested scopes.',
    ],
    [
      'none is selected on the client',
      { client_id: 'no-scopes' },
      () => undefined,
      'No scope is selected on this API client.',
    ],
  ])('are denied when %s', async (_, parameters, change, hint) => {
    await change();

    expect(answerIn(await browser.begin(parameters)).with).toMatchObject({ error: 'access_denied', hint });
  });
});

describe('GET /oauth/authorize: refused on a page, redirected nowhere', () => {
  const INVALID_REQUEST = { status: 400, error: 'invalid_request' };
  const INVALID_CLIENT = {
    status: 401,
    error: 'invalid_client',
    error_description: 'Client authentication failed',
  };
  const missing = (name: string) => ({
    ...INVALID_REQUEST,
    hint: `The parameter ${name} is missing or empty.`,
  });
  const unknown = { ...INVALID_CLIENT, hint: 'There is no API client with this client_id.' };
  const foreign = { ...INVALID_CLIENT, hint: 'This redirect_uri is not registered for the API client.' };

  it.each<[string, Parameters, object]>([
    ['no client_id', { client_id: undefined }, missing('client_id')],
    ['an empty client_id', { client_id: '' }, missing('client_id')],
    ['an unknown client', { client_id: 'nobody' }, unknown],
    ['a disabled client', { client_id: 'disabled' }, unknown],
    ['no redirect_uri', { redirect_uri: undefined }, missing('redirect_uri')],
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/' }, foreign],
    ['a redirect_uri with a slash more', { redirect_uri: `${CALLBACK}/` }, foreign],
    ['a redirect_uri with a query more', { redirect_uri: `${CALLBACK}?a=b` }, foreign],
    ['a redirect_uri with a fragment more', { redirect_uri: `${CALLBACK}#` }, foreign],
    ['a redirect_uri in capitals', { redirect_uri: CALLBACK.toUpperCase() }, foreign],
    ['a redirect_uri written differently', { redirect_uri: `${CALLBACK}/../callback` }, foreign],
    ['a redirect_uri on another port', { redirect_uri: 'http://localhost:8081/' }, foreign],
  ])('%s', async (_, parameters, expected) => {
    expect(pageIn(await browser.begin(parameters))).toMatchObject(expected);
    expect(pageIn(await browser.beginSignedOut(parameters))).toMatchObject(expected);
  });

  it.each(['client_id', 'redirect_uri'])('%s twice', async (name) => {
    const query = queryOf({});
    query.append(name, query.get(name) ?? '');

    expect(pageIn(await browser.server.authorizationEndpoint.begin(query, Browser.visitor))).toMatchObject({
      ...INVALID_REQUEST,
      hint: `The parameter ${name} must be one text, given once.`,
    });
  });
});

describe('GET /oauth/authorize: errors that go back to the client, with state and issuer', () => {
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

  it.each<[string, Parameters, string, string | undefined]>([
    [
      'no response_type',
      { response_type: undefined },
      'invalid_request',
      'The parameter response_type is missing or empty.',
    ],
    [
      'the response_type token',
      { response_type: 'token' },
      'unsupported_response_type',
      'The parameter response_type must be code.',
    ],
    ['a client that may not use codes', { client_id: 'server-only' }, 'unauthorized_client', undefined],
    [
      'an unknown scope',
      { scope: 'member nonsense' },
      'invalid_scope',
      "The scope 'nonsense' is unknown or not selected for this client.",
    ],
    [
      'an unselected scope',
      { scope: 'menu:administer' },
      'invalid_scope',
      "The scope 'menu:administer' is unknown or not selected for this client.",
    ],
    [
      'the challenge method plain',
      { ...pkce, code_challenge_method: 'plain' },
      'invalid_request',
      'The parameter code_challenge_method must be S256.',
    ],
    [
      'a challenge without method, which would be plain',
      { ...pkce, code_challenge_method: undefined },
      'invalid_request',
      'The parameter code_challenge_method must be S256.',
    ],
    [
      'a malformed challenge',
      { ...pkce, code_challenge: `${CHALLENGE}=` },
      'invalid_request',
      'The parameter code_challenge must be 43 characters of A-Z a-z 0-9 - _ (RFC 7636 §4.2).',
    ],
    [
      'a method without challenge',
      { code_challenge_method: 'S256' },
      'invalid_request',
      'The parameter code_challenge is missing or empty.',
    ],
    [
      'a public client without challenge',
      { client_id: 'app' },
      'invalid_request',
      'The parameter code_challenge is missing or empty.',
    ],
    [
      'a client that must use PKCE, without challenge',
      { client_id: 'careful' },
      'invalid_request',
      'The parameter code_challenge is missing or empty.',
    ],
    [
      'another resource',
      { resource: 'https://other.example/' },
      'invalid_target',
      'The only resource that tokens are given for is https://cms.example/api.',
    ],
  ])('%s', async (_, parameters, error, hint) => {
    const expected = {
      to: CALLBACK,
      with: {
        error,
        error_description: expect.any(String),
        ...(hint === undefined ? {} : { hint }),
        state: 'xyz',
        iss: 'https://cms.example',
      },
    };

    expect(answerIn(await browser.begin({ ...parameters, state: 'xyz' }))).toEqual(expected);
    const signedOut = await browser.beginSignedOut({ ...parameters, state: 'xyz' });
    expect(answerIn(signedOut)).toEqual(expected);
  });

  it.each(['response_type', 'scope', 'code_challenge'])('%s twice', async (name) => {
    const query = queryOf({ ...pkce, scope: 'member', state: 'xyz' });
    query.append(name, query.get(name) ?? '');

    expect(
      answerIn(await browser.server.authorizationEndpoint.begin(query, Browser.visitor)).with,
    ).toMatchObject({
      error: 'invalid_request',
      hint: `The parameter ${name} must be one text, given once.`,
      state: 'xyz',
    });
  });

  it('state twice, and then there is none to send back', async () => {
    const query = queryOf({ state: 'xyz' });
    query.append('state', 'abc');

    const answer = answerIn(await browser.server.authorizationEndpoint.begin(query, Browser.visitor)).with;

    expect(answer).toMatchObject({ error: 'invalid_request' });
    expect(answer).not.toHaveProperty('state');
  });
});
