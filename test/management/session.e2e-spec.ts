import { ALL_SCOPES, ManagedSite, type SignedIn } from '../support/managed-site.js';
import { problemIn } from '../support/problems.js';

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

  const ask = async ({ cookie }: Pick<SignedIn, 'cookie'>, headers: Readonly<Record<string, string>> = OWN) =>
    site.nobody().post(TOKEN, {}, { Cookie: cookie, ...headers });
  const bearer = (token: unknown): Readonly<Record<string, string>> => ({
    Authorization: `Bearer ${(token as Token).access_token}`,
  });

  it('gives a token with every scope of the user’s role', async () => {
    const user = await site.signedIn('administrator');

    const { status, headers, body } = await ask(user);

    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 300,
      scope: ALL_SCOPES.join(' '),
      user: { id: user.id, name: user.name, displayName: user.name, role: 'administrator' },
    });
    expect((await site.nobody().get('/manage/keys', bearer(body))).status).toBe(200);
    expect((await site.nobody().get('/api/node/article', bearer(body))).status).toBe(200);
  });

  it('gives a member a token that manages nothing', async () => {
    const { body } = await ask(await site.signedIn('member'));

    expect(body).toMatchObject({ scope: 'member', user: { role: 'member' } });
    expect(problemIn(await site.nobody().get('/manage/keys', bearer(body)))).toBe('403 scope_missing');
  });

  it('needs no body', async () => {
    const { cookie } = await site.signedIn();

    expect((await site.nobody().post(TOKEN, undefined, { Cookie: cookie, ...OWN })).status).toBe(200);
  });

  it('what the user does with it is the user’s', async () => {
    const user = await site.signedIn();
    const { body } = await ask(user);

    const made = await site
      .nobody()
      .post('/manage/roles', { name: 'x', label: 'X', scopes: [] }, bearer(body));

    const log = await site.nobody().get('/manage/audit-log?action=role.created', bearer(body));
    expect(made.status).toBe(201);
    expect(log.body.items).toMatchObject([
      { who: { kind: 'user', userId: user.id, clientId: 'content-service-admin', name: user.name } },
    ]);
  });

  it('the token is dead after 300 s', async () => {
    const { body } = await ask(await site.signedIn());

    site.app.clock.turn(300);
    const { status } = await site.nobody().get('/manage/keys', bearer(body));
    site.app.clock.turn(-300);

    expect(status).toBe(401);
  });

  it.each(['/session/end', '/user/logout'])('%s ends it, and its tokens', async (path) => {
    const user = await site.signedIn();
    const { body } = await ask(user);

    const ended =
      path === '/session/end'
        ? await site.nobody().post(path, {}, { Cookie: user.cookie, ...OWN })
        : await logOut(user);

    expect([204, 303]).toContain(ended.status);
    expect(String(ended.headers['set-cookie'])).toMatch(/^session=;.*Max-Age=0/);
    expect(problemIn(await ask(user))).toBe('401 session_required');
    expect((await site.nobody().get('/manage/keys', bearer(body))).status).toBe(401);
  });

  it('ending it twice is no fault, nor is ending none', async () => {
    expect((await site.nobody().post('/session/end', {}, OWN)).status).toBe(204);
  });

  it('without one there is no token', async () => {
    expect(problemIn(await ask({ cookie: '' }))).toBe('401 session_required');
    expect(problemIn(await ask({ cookie: `session=${'x'.repeat(43)}` }))).toBe('401 session_required');
  });

  it('a bearer token is none', async () => {
    const { body } = await ask(await site.signedIn());

    expect(problemIn(await site.nobody().post(TOKEN, {}, { ...bearer(body), ...OWN }))).toBe(
      '401 session_required',
    );
  });

  it('is nothing to /manage and /api', async () => {
    const { cookie } = await site.signedIn();

    expect(problemIn(await site.nobody().get('/manage/keys', { Cookie: cookie, ...OWN }))).toBe(
      '401 token_required',
    );
    expect((await site.nobody().get('/api', { Cookie: cookie, ...OWN })).status).toBe(401);
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, '403 cross_site_request'],
    [{ 'Sec-Fetch-Site': 'same-site' }, '403 cross_site_request'],
    [{ Origin: 'https://evil.example' }, '403 cross_site_request'],
    [{ ...OWN, 'Content-Type': 'text/plain' }, '415 unsupported_media_type'],
    [{ ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' }, '415 unsupported_media_type'],
  ])('%j gets nothing and ends nothing', async (headers, problem) => {
    const user = await site.signedIn();

    const end = await site.nobody().post('/session/end', {}, { Cookie: user.cookie, ...headers });

    expect([problemIn(await ask(user, headers)), problemIn(end)]).toEqual([problem, problem]);
    expect((await ask(user)).status).toBe(200);
  });

  it.each(['/session/token', '/session/end'])('%s takes POST only', async (path) => {
    const { status, headers } = await site.nobody().get(path);
    const options = await site.nobody().send('options', path);

    expect([status, headers['allow']]).toEqual([405, 'OPTIONS, POST']);
    expect([options.status, options.headers['allow']]).toEqual([204, 'OPTIONS, POST']);
  });

  it('no API client can call itself like the browser administration', async () => {
    const form = { grant_type: 'client_credentials', client_id: 'content-service-admin', client_secret: 'x' };

    expect((await site.oauth.postForm('/oauth/token', form)).status).toBe(401);
    await expect(
      site.oauth.clients.register({ label: 'Admin', allowedScopes: [] }, { id: 'content-service-admin' }),
    ).rejects.toMatchObject({ code: 'client_id_taken' });
  });

  async function logOut({ cookie }: SignedIn): ReturnType<typeof ask> {
    const page = await site.nobody().get('/user/login', { Cookie: cookie, Accept: 'text/html' });
    const token = /name="token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const headers = { Cookie: cookie, ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' };
    return site.nobody().post('/user/logout', `token=${token}`, headers);
  }
});
