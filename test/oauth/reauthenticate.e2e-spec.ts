import { OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { BrowserSession, getLocation, getText } from '../support/browser-session.js';

const PAGE = '/user/reauthenticate';

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start();
});
afterAll(() => site.stop());

const browser = () => new BrowserSession(site.app.nest.getHttpServer());

/** A browser with a session that is older than the ten minutes in which users, roles and keys can be changed. */
async function openOldSession(): Promise<BrowserSession> {
  const session = browser();
  await session.signIn((await site.user()).name, PASSWORD);
  site.app.clock.advance(601);
  return session;
}

/** The status of a change that requires a recent verification of the password, with a new token of the session. */
async function getStatusOfChange(session: BrowserSession): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Origin: site.url };
  const { body } = await session.post('/session/token', {}, headers);
  const token = (body as { access_token: string }).access_token;
  const { status } = await site.app.api.withAuthorization(`Bearer ${token}`).send('post', '/manage/keys', {
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  return status;
}

describe('GET /user/reauthenticate', () => {
  it('shows a form for the password of the signed-in user', async () => {
    const user = await site.user();
    const session = browser();
    await session.signIn(user.name, PASSWORD);

    const page = await session.get(`${PAGE}?destination=/admin/users`);

    expect(page.status).toBe(200);
    expect(getText(page)).toContain(`You are signed in as ${user.name}`);
    expect(page.text).not.toMatch(/<style|style=|\son\w+=/i);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
      'x-frame-options': 'DENY',
    });
  });

  it('omits form-action when the destination is an authorization request, since browsers apply it to redirects too', async () => {
    const session = await openOldSession();

    const page = await session.get(`${PAGE}?destination=%2Foauth%2Fauthorize%3Fclient_id%3Da`);

    expect(page.headers['content-security-policy']).not.toContain('form-action');
  });

  it('without a session redirects to the login with the same destination', async () => {
    const answer = await browser().get(`${PAGE}?destination=/admin/users`);

    expect([answer.status, getLocation(answer)]).toEqual([303, '/user/login?destination=%2Fadmin%2Fusers']);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'is 400 with the foreign destination %j',
    async (destination) => {
      const page = await (await openOldSession()).get(`${PAGE}?destination=${destination}`);

      expect(page.status).toBe(400);
      expect(page.text).not.toContain('evil');
    },
  );

  it('DELETE is 405', async () => {
    const answer = await site.app.api.asAnonymous().delete(PAGE);

    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('POST /user/reauthenticate', () => {
  it('allows changes of keys again and redirects to the destination', async () => {
    const session = await openOldSession();
    expect(await getStatusOfChange(session)).toBe(403);
    const page = await session.get(`${PAGE}?destination=/admin/signing-keys`);

    const answer = await session.submit(page, 'password', { password: PASSWORD });

    expect([answer.status, getLocation(answer)]).toEqual([303, '/admin/signing-keys']);
    expect(await getStatusOfChange(session)).toBe(200);
  });

  it('without a destination redirects to the account page', async () => {
    const session = await openOldSession();

    const answer = await session.submit(await session.get(PAGE), 'password', { password: PASSWORD });

    expect([answer.status, getLocation(answer)]).toEqual([303, '/user']);
  });

  it('shows the form again after a wrong password, with 403 and the destination', async () => {
    const session = await openOldSession();
    const page = await session.get(`${PAGE}?destination=/admin/signing-keys`);

    const answer = await session.submit(page, 'password', { password: 'not the password' });

    expect(answer.status).toBe(403);
    expect(getText(answer)).toContain('The password is wrong.');
    expect(await getStatusOfChange(session)).toBe(403);
    const retried = await session.submit(answer, 'password', { password: PASSWORD });
    expect(getLocation(retried)).toBe('/admin/signing-keys');
  });

  it('is 429 with Retry-After after many wrong passwords', async () => {
    const session = await openOldSession();
    const page = await session.get(PAGE);
    let answer = await session.submit(page, 'password', { password: 'not the password' });
    for (let attempts = 1; answer.status === 403 && attempts < 50; attempts++)
      answer = await session.submit(page, 'password', { password: 'not the password' });

    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.text).toContain('name="password"');
  });

  it('refuses a form with the CSRF token of another session or from another site', async () => {
    const session = await openOldSession();
    const page = await session.get(PAGE);

    const foreign = await session.submit(page, 'password', { password: PASSWORD, token: 'x' });
    const elsewhere = await session.post(
      PAGE,
      { password: PASSWORD },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    );

    expect([foreign.status, elsewhere.status]).toEqual([403, 403]);
    expect(await getStatusOfChange(session)).toBe(403);
  });

  it('is 400 with a foreign destination, without verifying the password', async () => {
    const session = await openOldSession();
    const page = await session.get(PAGE);

    const values = { password: PASSWORD, destination: '//evil.example' };
    const answer = await session.submit(page, 'password', values);

    expect(answer.status).toBe(400);
    expect(await getStatusOfChange(session)).toBe(403);
  });
});
