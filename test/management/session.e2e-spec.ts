import { ALL_SCOPES, ManagedSite, type SignedInUser } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { formatProblem } from '../support/problems.js';

const TOKEN = '/session/token';
const OWN = { 'Sec-Fetch-Site': 'same-origin' };

interface Token {
  readonly access_token: string;
}

describe('a browser session', () => {
  let site: ManagedSite;
  beforeAll(async () => {
    site = await ManagedSite.start();
  });
  afterAll(() => site.stop());

  const ask = async (
    { cookie }: Pick<SignedInUser, 'cookie'>,
    headers: Readonly<Record<string, string>> = OWN,
  ) => site.anonymous().post(TOKEN, {}, { Cookie: cookie, ...headers });
  const bearer = (token: unknown): Readonly<Record<string, string>> => ({
    Authorization: `Bearer ${(token as Token).access_token}`,
  });

  it('POST /session/token issues a token with all scopes of the role', async () => {
    const user = await site.signIn('administrator');

    const { status, headers, body } = await ask(user);

    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 300,
      scope: ALL_SCOPES.join(' '),
      user: { id: user.id, name: user.name, displayName: `User ${user.id.slice(-6)}`, role: 'administrator' },
    });
    expect((await site.anonymous().get('/manage/keys', bearer(body))).status).toBe(200);
    expect((await site.anonymous().get('/api/node/article', bearer(body))).status).toBe(200);
  });

  it('POST /session/token issues a member a token without management scopes', async () => {
    const { body } = await ask(await site.signIn('member'));

    expect(body).toMatchObject({ scope: 'member', user: { role: 'member' } });
    expect(formatProblem(await site.anonymous().get('/manage/keys', bearer(body)))).toBe('403 scope_missing');
  });

  describe('that POST /session/start starts', () => {
    const start = async (credentials: object, headers: Readonly<Record<string, string>> = OWN) =>
      site.anonymous().post('/session/start', credentials, headers);

    it('issues tokens of the user, under an id that the browser did not have before', async () => {
      const user = await site.signIn('administrator');

      const { status, headers } = await start(
        { name: user.name, password: PASSWORD },
        { ...OWN, Cookie: user.cookie },
      );
      const [cookie = ''] = /^session-[\w-]{8}=[^;]+/.exec(String(headers['set-cookie'])) ?? [];

      expect([status, cookie === user.cookie]).toEqual([204, false]);
      expect((await ask({ cookie })).body).toMatchObject({ user: { name: user.name } });
    });

    it('needs the password, which cannot be guessed', async () => {
      const { name } = await site.signIn();
      const guess = async (): Promise<string> => formatProblem(await start({ name, password: 'wrong' }));

      for (let n = 0; n < 5; n++) expect(await guess()).toBe('401 login_failed');
      expect(await guess()).toBe('429 login_throttled');
      expect((await start({ name, password: PASSWORD })).headers['set-cookie']).toBeUndefined();
    });

    it.each([
      [{ name: 'x', password: 'x' }, { 'Sec-Fetch-Site': 'cross-site' }, '403 cross_site_request'],
      [{ name: 'x', password: 'x' }, { Origin: 'https://evil.example' }, '403 cross_site_request'],
      [{ name: 'x' }, OWN, '422 invalid_member'],
      [{ name: 'x', password: 1 }, OWN, '422 invalid_member'],
      [{ name: 'x', password: 'x'.repeat(9000) }, OWN, '413 body_too_large'],
    ])('is refused: %j with %j', async (credentials, headers, problem) => {
      expect(formatProblem(await start(credentials, headers))).toBe(problem);
    });
  });

  it('POST /session/token accepts an absent body', async () => {
    const { cookie } = await site.signIn();

    expect((await site.anonymous().post(TOKEN, undefined, { Cookie: cookie, ...OWN })).status).toBe(200);
  });

  it('the audit log names the user as actor of requests with the token', async () => {
    const user = await site.signIn();
    const { body } = await ask(user);

    const created = await site
      .anonymous()
      .post('/manage/roles', { name: 'x', label: 'X', scopes: [] }, bearer(body));

    const log = await site.anonymous().get('/manage/audit-log?action=role.created', bearer(body));
    expect(created.status).toBe(201);
    expect(log.body.items).toMatchObject([
      { who: { kind: 'user', userId: user.id, clientId: 'content-service-admin', name: user.name } },
    ]);
  });

  it('the token expires after 300 seconds', async () => {
    const { body } = await ask(await site.signIn());

    site.app.clock.advance(300);
    const { status } = await site.anonymous().get('/manage/keys', bearer(body));
    site.app.clock.advance(-300);

    expect(status).toBe(401);
  });

  it.each(['/session/end', '/user/logout'])('%s ends the session and revokes its tokens', async (path) => {
    const user = await site.signIn();
    const { body } = await ask(user);

    const ended =
      path === '/session/end'
        ? await site.anonymous().post(path, {}, { Cookie: user.cookie, ...OWN })
        : await logOut(user);

    expect([204, 303]).toContain(ended.status);
    expect(String(ended.headers['set-cookie'])).toMatch(/^session-[\w-]{8}=;.*Max-Age=0/);
    expect(formatProblem(await ask(user))).toBe('401 session_required');
    expect((await site.anonymous().get('/manage/keys', bearer(body))).status).toBe(401);
  });

  it('POST /session/end without a session is 204', async () => {
    expect((await site.anonymous().post('/session/end', {}, OWN)).status).toBe(204);
  });

  it('POST /session/token without a valid session is 401', async () => {
    expect(formatProblem(await ask({ cookie: '' }))).toBe('401 session_required');
    const { cookie } = await site.signIn();
    const unknown = cookie.replace(/=.*/, `=${'x'.repeat(43)}`);
    expect(formatProblem(await ask({ cookie: unknown }))).toBe('401 session_required');
  });

  it('POST /session/token with a bearer token instead is 401', async () => {
    const { body } = await ask(await site.signIn());

    expect(formatProblem(await site.anonymous().post(TOKEN, {}, { ...bearer(body), ...OWN }))).toBe(
      '401 session_required',
    );
  });

  it('the session cookie does not authenticate at /manage and /api', async () => {
    const { cookie } = await site.signIn();

    expect(formatProblem(await site.anonymous().get('/manage/keys', { Cookie: cookie, ...OWN }))).toBe(
      '401 token_required',
    );
    expect((await site.anonymous().get('/api', { Cookie: cookie, ...OWN })).status).toBe(401);
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, '403 cross_site_request'],
    [{ 'Sec-Fetch-Site': 'same-site' }, '403 cross_site_request'],
    [{ Origin: 'https://evil.example' }, '403 cross_site_request'],
    [{ ...OWN, 'Content-Type': 'text/plain' }, '415 unsupported_media_type'],
    [{ ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' }, '415 unsupported_media_type'],
  ])('a request with %j gets no token and does not end the session', async (headers, problem) => {
    const user = await site.signIn();

    const end = await site.anonymous().post('/session/end', {}, { Cookie: user.cookie, ...headers });

    expect([formatProblem(await ask(user, headers)), formatProblem(end)]).toEqual([problem, problem]);
    expect((await ask(user)).status).toBe(200);
  });

  it.each(['/session/start', '/session/token', '/session/end'])('%s allows only POST', async (path) => {
    const { status, headers } = await site.anonymous().get(path);
    const options = await site.anonymous().send('options', path);

    expect([status, headers['allow']]).toEqual([405, 'OPTIONS, POST']);
    expect([options.status, options.headers['allow']]).toEqual([204, 'OPTIONS, POST']);
  });

  it.each<[string, 'get' | 'post', string, Readonly<Record<string, string>>, number]>([
    ['no session', 'post', TOKEN, OWN, 401],
    ['another site', 'post', TOKEN, { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another method', 'get', TOKEN, OWN, 405],
    ['another Content-Type', 'post', TOKEN, { ...OWN, 'Content-Type': 'text/plain' }, 415],
    ['a URL that is too long', 'post', `${TOKEN}?x=${'x'.repeat(65_536)}`, OWN, 414],
    ['a header that is too long', 'post', TOKEN, { ...OWN, 'Accept-Language': 'x'.repeat(9000) }, 431],
    ['an unknown path', 'post', '/session/nothing', OWN, 404],
    ['an unknown path in a browser', 'get', '/session/nothing', { Accept: 'text/html' }, 404],
    ['capitals in the path', 'get', '/Session/Token', OWN, 405],
  ])('an error by %s is problem details', async (_, method, path, headers, status) => {
    const response = await site.anonymous().send(method, path, undefined, headers);

    expect([response.status, response.headers['content-type']]).toEqual([status, 'application/problem+json']);
    expect(response.body).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
  });

  it('no API client can take the id of the browser administration', async () => {
    const form = { grant_type: 'client_credentials', client_id: 'content-service-admin', client_secret: 'x' };

    expect((await site.oauth.postForm('/oauth/token', form)).status).toBe(401);
    await expect(
      site.oauth.clients.register({ label: 'Admin', allowedScopes: [] }, { id: 'content-service-admin' }),
    ).rejects.toMatchObject({ code: 'client_id_taken' });
  });

  async function logOut({ cookie }: SignedInUser): ReturnType<typeof ask> {
    const page = await site.anonymous().get('/user/login', { Cookie: cookie, Accept: 'text/html' });
    const token = /name="token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const headers = { Cookie: cookie, ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' };
    return site.anonymous().post('/user/logout', `token=${token}`, headers);
  }
});
