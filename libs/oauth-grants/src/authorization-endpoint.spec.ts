import { sha256 } from '@content-service/kernel';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { isCodeRevoked } from './authorization-code.service.js';
import {
  ALICE,
  getRedirectParameters,
  Browser,
  CALLBACK,
  getPageError,
  buildQuery,
  getPrompt,
} from './browser.fixture.js';

const CHALLENGE = sha256('v'.repeat(43));

type Parameters = Readonly<Record<string, string | undefined>>;

let browser: Browser;
beforeEach(async () => {
  browser = await Browser.open();
});

describe('GET /oauth/authorize: from the login to a code', () => {
  it('returns login_required without a session', async () => {
    expect(await browser.beginSignedOut()).toEqual({ kind: 'login_required' });
  });

  it('returns consent_required with client and scopes after the login', async () => {
    const question = getPrompt(await browser.begin({ scope: 'member' }));

    expect(question).toMatchObject({
      client: { id: 'news', label: 'News' },
      scopes: ScopeSet.of('member'),
      redirectUri: CALLBACK,
    });
  });

  it('redirects with code, state and issuer after the consent', async () => {
    const step = await browser.authorizeAndDecide({ state: 'xyz' });

    expect(getRedirectParameters(step)).toEqual({
      to: CALLBACK,
      with: { code: expect.stringMatching(/^[\w-]{43}$/), state: 'xyz', iss: 'https://cms.example' },
    });
  });

  it('stores the hash of the code with client, user, redirect URI, challenge and time of the login for 300 seconds', async () => {
    const step = await browser.authorizeAndDecide({
      scope: 'member',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });

    expect(browser.getIssuedCode(step)).toEqual({
      codeHash: expect.any(String),
      clientId: 'news',
      userId: ALICE,
      redirectUri: CALLBACK,
      scope: 'member',
      codeChallenge: CHALLENGE,
      familyId: expect.any(String),
      authenticatedAt: 1_700_000_000,
      expiresAt: 1_700_000_300,
    });
  });

  it('accepts public clients with a challenge', async () => {
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

    expect(
      getRedirectParameters(await browser.authorizeAndDecide({ client_id: 'app', ...pkce })).with,
    ).toHaveProperty('code');
  });

  it('redirects with access_denied when the user denies', async () => {
    expect(getRedirectParameters(await browser.authorizeAndDecide({ state: 'xyz' }, 'deny'))).toEqual({
      to: CALLBACK,
      with: {
        error: 'access_denied',
        error_description: 'The resource owner or authorization server denied the request.',
        hint: 'The user denied the request.',
        state: 'xyz',
        iss: 'https://cms.example',
      },
    });
    expect(browser.server.codes.stored.size).toBe(0);
  });

  it.each(['allow', 'deny'] as const)('records the decision %s in the audit log', async (decision) => {
    await browser.authorizeAndDecide({ scope: 'member' }, decision);

    expect(browser.server.audit.actions).toEqual([
      {
        action: decision === 'allow' ? 'consent.given' : 'consent.denied',
        actor: { kind: 'user', userId: ALICE },
        ipAddress: '192.0.2.1',
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
  ])('returns the state unchanged: %s', async (state) => {
    expect(getRedirectParameters(await browser.authorizeAndDecide({ state })).with).toMatchObject({ state });
    expect(getRedirectParameters(await browser.begin({ state, response_type: 'token' })).with).toMatchObject({
      state,
    });
  });

  it.each([undefined, ''])('redirects without state when the request has %j', async (state) => {
    expect(getRedirectParameters(await browser.authorizeAndDecide({ state })).with).not.toHaveProperty(
      'state',
    );
  });

  it('keeps the query of the redirect URI', async () => {
    const step = await browser.authorizeAndDecide({ redirect_uri: 'https://news.example/query?a=%20b' });

    expect(step).toMatchObject({
      location: expect.stringMatching(/^https:\/\/news\.example\/query\?a=%20b&code=[\w-]{43}&iss=https%3A/),
    });
  });
});

describe('GET /oauth/authorize: scopes', () => {
  const MEMBER = ScopeSet.of('member');

  it('are all selected scopes of the client when the request has no scope', async () => {
    expect(getPrompt(await browser.begin()).scopes).toEqual(ScopeSet.of('content:administer', 'member'));
  });

  it('are all selected scopes of the client when the parameter is blank', async () => {
    const { scopes } = getPrompt(await browser.begin({ scope: ' ' }));

    expect(scopes).toEqual(ScopeSet.of('content:administer', 'member'));
  });

  it('are limited by the role of the user, and the code stores the requested scope', async () => {
    browser.server.users.scopesByUser.set(ALICE, MEMBER);

    expect(getPrompt(await browser.begin()).scopes).toEqual(MEMBER);
    expect(browser.getIssuedCode(await browser.authorizeAndDecide())).toMatchObject({
      scope: 'member',
      requestedScope: 'content:administer member',
    });
  });

  it('are limited by the scopes of the prompt, also when others are selected meanwhile', async () => {
    const { id } = getPrompt(await browser.begin());
    await browser.server.registry.update(
      'news',
      { allowedScopes: ['member', 'menu:administer'] },
      OPERATOR_CONTEXT,
    );

    const step = await browser.decide(id, 'allow');

    expect(browser.getIssuedCode(step)).toMatchObject({ scope: 'member' });
  });

  it('the code is revoked by a revocation between the reading of the client and its issue', async () => {
    const { server } = browser;
    const { id } = getPrompt(await browser.begin());
    const { findScopes: scopesOf } = server.users;
    server.users.findScopes = async (userId) => {
      server.users.findScopes = scopesOf;
      await server.lifecycle.update('news', { allowedScopes: ['member'] }, OPERATOR_CONTEXT);
      return scopesOf(userId);
    };

    const kept = browser.getIssuedCode(await browser.decide(id, 'allow'));

    expect(kept).toMatchObject({ scope: 'content:administer member' });
    expect(isCodeRevoked(kept, server.revocations)).toBe(true);
  });

  it.each<[string, Parameters, () => unknown, string]>([
    [
      'the role grants no requested scope',
      {},
      () => browser.server.users.scopesByUser.set(ALICE, ScopeSet.of('menu:administer')),
      'The role of the user grants none of the requested scopes.',
    ],
    [
      'the user was deleted',
      {},
      () => {
        browser.server.users.scopesByUser.clear();
      },
      'The role of the user grants none of the requested scopes.',
    ],
    [
      'no scope is selected on the client',
      { client_id: 'no-scopes' },
      () => undefined,
      'No scope is selected on this API client.',
    ],
  ])('are denied when %s', async (_, parameters, change, hint) => {
    await change();

    expect(getRedirectParameters(await browser.begin(parameters)).with).toMatchObject({
      error: 'access_denied',
      hint,
    });
  });
});

describe('GET /oauth/authorize: errors on a page, without a redirect', () => {
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
  const foreign = {
    ...INVALID_CLIENT,
    hint: expect.stringMatching(/^The redirect_uri '\S+' is not registered for the API client\.$/) as string,
  };
  const sentence = { ...INVALID_CLIENT, hint: 'The redirect_uri is not registered for the API client.' };

  it.each<[string, Parameters, object]>([
    ['no client_id', { client_id: undefined }, missing('client_id')],
    ['an empty client_id', { client_id: '' }, missing('client_id')],
    ['an unknown client', { client_id: 'unknown' }, unknown],
    ['a disabled client', { client_id: 'disabled' }, unknown],
    ['no redirect_uri', { redirect_uri: undefined }, missing('redirect_uri')],
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/' }, foreign],
    ['a redirect_uri with an additional slash', { redirect_uri: `${CALLBACK}/` }, foreign],
    ['a redirect_uri with an additional query', { redirect_uri: `${CALLBACK}?a=b` }, foreign],
    ['a redirect_uri with an additional fragment', { redirect_uri: `${CALLBACK}#` }, foreign],
    ['a redirect_uri in capitals', { redirect_uri: CALLBACK.toUpperCase() }, foreign],
    ['an equivalent redirect_uri in another form', { redirect_uri: `${CALLBACK}/../callback` }, foreign],
    ['a redirect_uri that is a sentence', { redirect_uri: 'Call 555 to go on' }, sentence],
    ['a redirect_uri on another port', { redirect_uri: 'http://localhost:8081/' }, foreign],
  ])('%s', async (_, parameters, expected) => {
    expect(getPageError(await browser.begin(parameters))).toMatchObject(expected);
    expect(getPageError(await browser.beginSignedOut(parameters))).toMatchObject(expected);
  });

  it.each(['client_id', 'redirect_uri'])('%s twice', async (name) => {
    const query = buildQuery({});
    query.append(name, query.get(name) ?? '');

    expect(
      getPageError(await browser.server.authorizationEndpoint.authorize(query, Browser.resourceOwner)),
    ).toMatchObject({
      ...INVALID_REQUEST,
      hint: `The parameter ${name} must be one text, given once.`,
    });
  });
});

describe('GET /oauth/authorize: errors in a redirect with state and issuer', () => {
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
    [
      'a client without the grant authorization_code',
      { client_id: 'server-only' },
      'unauthorized_client',
      undefined,
    ],
    ['an unknown scope', { scope: 'member nonsense' }, 'invalid_scope', 'Check the `nonsense` scope'],
    [
      'an unselected scope',
      { scope: 'menu:administer' },
      'invalid_scope',
      'Check the `menu:administer` scope',
    ],
    [
      'the challenge method plain',
      { ...pkce, code_challenge_method: 'plain' },
      'invalid_request',
      'The parameter code_challenge_method must be S256.',
    ],
    [
      'a challenge without method, which means plain',
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
      'a client with requirePkce, without challenge',
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

    expect(getRedirectParameters(await browser.begin({ ...parameters, state: 'xyz' }))).toEqual(expected);
    const signedOut = await browser.beginSignedOut({ ...parameters, state: 'xyz' });
    expect(getRedirectParameters(signedOut)).toEqual(expected);
  });

  it.each(['response_type', 'scope', 'code_challenge'])('%s twice', async (name) => {
    const query = buildQuery({ ...pkce, scope: 'member', state: 'xyz' });
    query.append(name, query.get(name) ?? '');

    expect(
      getRedirectParameters(
        await browser.server.authorizationEndpoint.authorize(query, Browser.resourceOwner),
      ).with,
    ).toMatchObject({
      error: 'invalid_request',
      hint: `The parameter ${name} must be one text, given once.`,
      state: 'xyz',
    });
  });

  it('state twice, and the redirect has none', async () => {
    const query = buildQuery({ state: 'xyz' });
    query.append('state', 'abc');

    const answer = getRedirectParameters(
      await browser.server.authorizationEndpoint.authorize(query, Browser.resourceOwner),
    ).with;

    expect(answer).toMatchObject({ error: 'invalid_request' });
    expect(answer).not.toHaveProperty('state');
  });
});
