import { createHash } from 'node:crypto';
import { AccountAdministrationService, SessionService } from '@content-service/accounts';
import { OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { growthOfWork, LINEAR } from '../support/work.js';
import { BrowserSession, getForm, getLocation, getSetCookies, getText } from '../support/browser-session.js';

const WRONG = 'The name or the password is wrong.';

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start({ BASE_URL: 'https://content.example' });
});
afterAll(() => site.stop());

const resourceOwner = (): BrowserSession => new BrowserSession(site.app.nest.getHttpServer());
/** A browser with a session. */
async function signIn(name: string): Promise<BrowserSession> {
  const user = resourceOwner();
  await user.signIn(name, PASSWORD);
  return user;
}
const isSignedIn = async (user: BrowserSession): Promise<boolean> =>
  getText(await user.get('/user/login')).includes('You are signed in');

describe('GET /user/login', () => {
  it('shows a login form whose CSP allows its one script, no frames or foreign resources, with Cache-Control no-store', async () => {
    const page = await resourceOwner().get('/user/login');

    expect(page.status).toBe(200);
    expect(getText(page)).toBe('content.example Sign in Name Password Show password Sign in');
    const scripts = [...page.text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
    const hash = createHash('sha256').update(scripts.join('')).digest('base64');
    expect(scripts).toHaveLength(1);
    expect(page.text.replace(scripts[0] ?? '', '')).not.toMatch(/<script[^>]|<style|style=|\son\w+=/i);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src 'self'; script-src 'sha256-${hash}'; connect-src 'self'; img-src 'self'; ` +
        `base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('omits form-action when the destination is an authorization request, since browsers apply it to redirects too', async () => {
    const page = await resourceOwner().get('/user/login?destination=%2Foauth%2Fauthorize%3Fclient_id%3Da');

    expect(page.headers['content-security-policy']).not.toContain('form-action');
  });

  it('links a stylesheet with an immutable Cache-Control', async () => {
    const page = await resourceOwner().get('/user/login');
    const href = /<link rel="stylesheet" href="([^"]+)">/.exec(page.text)?.[1] ?? '';

    const stylesheet = await resourceOwner().get(href);

    expect(stylesheet.status).toBe(200);
    expect(stylesheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('sets a __Host-session cookie with HttpOnly, Secure and SameSite', async () => {
    const page = await resourceOwner().get('/user/login');

    expect(getSetCookies(page)).toEqual([
      expect.stringMatching(/^__Host-session-[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  });

  it('with a session names the user and offers to continue to the destination', async () => {
    const { name } = await site.user();
    const user = await signIn(name);

    const page = await user.get('/user/login');
    const onward = await user.get('/user/login?destination=/admin');

    expect(getText(page)).toMatch(new RegExp(`Your name here is ${name} ?[.]`));
    expect([onward.status, getLocation(onward)]).toEqual([302, '/admin']);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'https://evil.example',
    '/%2509/evil.example',
  ])('is 400 with the foreign destination %j', async (destination) => {
    const page = await resourceOwner().get(`/user/login?destination=${destination}`);

    expect(page.status).toBe(400);
    expect(getText(page)).toContain('The parameter destination must be a path of this service.');
    expect(page.text).not.toContain('evil');
  });
});

describe('POST /user/login', () => {
  it('signs in and redirects to the destination', async () => {
    const { name } = await site.user();
    const user = resourceOwner();

    const answer = await user.signIn(name, PASSWORD, '/oauth/authorize?client_id=a&state=%22+%26');

    expect(answer.status).toBe(303);
    expect(getLocation(answer)).toBe('/oauth/authorize?client_id=a&state=%22+%26');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await isSignedIn(user)).toBe(true);
  });

  it('redirects to a long destination whose characters are all percent-encoded', async () => {
    const { name } = await site.user();
    const destination = `/oauth/authorize?client_id=a&state=${'%2B'.repeat(4000)}`;

    const answer = await resourceOwner().signIn(name, PASSWORD, destination);

    expect([answer.status, getLocation(answer)]).toEqual([303, destination]);
  });

  it('reads forms with the longest destination that a URL can have, and none above that', async () => {
    const user = resourceOwner();
    const { fields } = getForm(await user.get('/user/login'), 'password');
    const send = (length: number) => {
      const destination = `/admin?${'/'.repeat(length)}`;
      return user.post('/user/login', { ...fields, name: 'a', password: PASSWORD, token: '', destination });
    };

    const [longest, longer] = [await send(65_500), await send(65_536 + 8192)];

    expect([longest.status, longer.status]).toEqual([403, 413]);
    expect(getForm(longest, 'password').fields['destination']).toHaveLength(65_507);
  });

  it.each([
    ['name', 'a'.repeat(256), PASSWORD, 'The name has 256 characters; at most 255 are read.'],
    ['password', 'a', 'a'.repeat(1025), 'The password has 1025 characters; at most 1024 are read.'],
  ])('refuses a %s above the maximum length', async (_, name, password, sentence) => {
    const answer = await resourceOwner().signIn(name, password);

    expect(answer.status).toBe(422);
    expect(getText(answer)).toContain(sentence);
    expect(answer.text.length).toBeLessThan(5000);
  });

  it.each<[string, (marks: string) => Parameters<BrowserSession['signIn']>]>([
    ['name', (marks) => [marks, PASSWORD]],
    ['password', (marks) => ['a', marks]],
  ])('does work linear in the number of combining marks in a %s', async (_, credentials) => {
    const growth = await growthOfWork(
      10_000,
      (size) => resourceOwner().signIn(...credentials('\u0315\u0301'.repeat(size / 2))),
      3,
    );

    expect(growth).toBeLessThan(LINEAR);
  });

  it('ignores case and surrounding blanks of the name', async () => {
    const { name } = await site.user();

    expect((await resourceOwner().signIn(` ${name.toUpperCase()} `, PASSWORD)).status).toBe(303);
  });

  it('starts a session under a new id', async () => {
    const { name } = await site.user();
    const user = resourceOwner();
    await user.get('/user/login');
    const planted = new Map(user.cookies);
    const plantedSession = user.session;

    await user.signIn(name, PASSWORD);
    const attacker = new BrowserSession(site.app.nest.getHttpServer(), planted);

    expect(user.session).not.toBe(plantedSession);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  it('ends the previous session of the browser', async () => {
    const [first, second] = [await site.user(), await site.user()];
    const user = await signIn(first.name);
    const former = user.session ?? '';
    const login = await resourceOwner().get('/user/login');

    const form = { ...getForm(login, 'password').fields, name: second.name, password: PASSWORD };
    const token = getForm(await user.get('/user/login'), 'token').fields['token'] ?? '';
    await user.post('/user/login', { ...form, token });

    expect(await site.app.nest.get(SessionService).resume(former)).toBeUndefined();
    expect(getText(await user.get('/user/login'))).toContain(second.name);
  });

  it.each([
    ['a wrong password', async () => ({ name: (await site.user()).name, password: 'not the password' })],
    ['an unknown name', async () => ({ name: 'unknown', password: PASSWORD })],
    ['a disabled user', async () => ({ name: await disabledUser(), password: PASSWORD })],
    ['empty fields', async () => ({ name: '', password: '' })],
  ])('with %s shows the form again with the same message', async (_, attempt) => {
    const { name, password } = await attempt();
    const user = resourceOwner();

    const page = await user.signIn(name, password, '/admin');

    expect(page.status).toBe(403);
    expect(getText(page)).toBe(`content.example Sign in ${WRONG} Name Password Show password Sign in`);
    expect(page.text).toContain(`name="name" value="${name}"`);
    expect(getForm(page, 'password').fields['destination']).toBe('/admin');
    if (password !== '') expect(page.text).not.toContain(password);
    expect(await isSignedIn(user)).toBe(false);
  });

  it('escapes the submitted name in the page', async () => {
    const page = await resourceOwner().signIn('"><script>alert(1)</script>', PASSWORD);

    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page.text).not.toContain('<script>alert');
  });

  it('refuses an unknown browser for a minute after five wrong passwords', async () => {
    const { name } = await site.user();
    for (let n = 0; n < 5; n++) await resourceOwner().signIn(name, `wrong password ${n}`);

    const page = await resourceOwner().signIn(name, PASSWORD);
    site.app.clock.advance(60);
    const later = await resourceOwner().signIn(name, PASSWORD);

    expect(page.status).toBe(429);
    expect(page.headers['retry-after']).toBe('60');
    expect(getText(page)).toContain(
      'There were too many failed attempts to sign in; try again in 60 seconds.',
    );
    expect(later.status).toBe(303);
  });

  it('sets a device cookie that exempts the browser from failures of others', async () => {
    const { name } = await site.user();
    const owner = resourceOwner();
    const first = await owner.signIn(name, PASSWORD);
    await owner.submit(await owner.get('/user/login'), 'token');
    for (let n = 0; n < 10; n++) await resourceOwner().signIn(name, `wrong password ${n}`);

    const [attacker, known] = [
      await resourceOwner().signIn(name, PASSWORD),
      await owner.signIn(name, PASSWORD),
    ];

    expect(getSetCookies(first)).toContainEqual(
      expect.stringMatching(
        /^__Host-device-[\w-]{8}=[\w.-]{70,90}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure$/,
      ),
    );
    expect([attacker.status, known.status]).toEqual([429, 303]);
  });

  it.each([
    ['without a token', { token: '' }, {}],
    ['with the token of another session', { token: 'x'.repeat(43) }, {}],
    ['sent by another site', {}, { 'Sec-Fetch-Site': 'cross-site' }],
    ['sent by another host of the same site', {}, { 'Sec-Fetch-Site': 'same-site' }],
  ])('refuses a form %s', async (_, fields, headers) => {
    const { name } = await site.user();
    const user = resourceOwner();
    const form = getForm(await user.get('/user/login'), 'password').fields;

    const page = await user.post('/user/login', { ...form, name, password: PASSWORD, ...fields }, headers);

    expect(page.status).toBe(403);
    expect(getForm(page, 'password').fields['token']).toBe(form['token']);
    expect(await isSignedIn(user)).toBe(false);
  });

  it('checks Origin when Sec-Fetch-Site is absent', async () => {
    const { name } = await site.user();
    const user = resourceOwner();
    const form = getForm(await user.get('/user/login'), 'password').fields;
    const sent = (origin: string) =>
      user.post(
        '/user/login',
        { ...form, name, password: PASSWORD },
        { 'Sec-Fetch-Site': '', Origin: origin },
      );

    expect((await sent('https://evil.example')).status).toBe(403);
    expect((await sent('https://content.example')).status).toBe(303);
  });

  it('refuses a form without the cookie', async () => {
    const { name } = await site.user();
    const form = getForm(await resourceOwner().get('/user/login'), 'password').fields;

    const page = await resourceOwner().post('/user/login', { ...form, name, password: PASSWORD });

    expect(page.status).toBe(403);
    expect(getSetCookies(page)).toHaveLength(1);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'https://content.example@evil.example',
    'javascript:x',
  ])('refuses to sign in with the foreign destination %j', async (destination) => {
    const { name } = await site.user();
    const user = resourceOwner();
    const form = getForm(await user.get('/user/login'), 'password').fields;

    const page = await user.post('/user/login', { ...form, name, password: PASSWORD, destination });

    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
    expect(await isSignedIn(user)).toBe(false);
  });
});

describe('a session', () => {
  it('ends after 30 minutes without use and after 12 hours in total', async () => {
    const { name } = await site.user();
    const idle = await signIn(name);
    site.app.clock.advance(30 * 60);
    expect(await isSignedIn(idle)).toBe(false);

    const busy = await signIn(name);
    for (let n = 0; n < 24; n++) {
      expect(await isSignedIn(busy)).toBe(true);
      site.app.clock.advance(29 * 60 + 59);
    }
    site.app.clock.advance(30);
    expect(await isSignedIn(busy)).toBe(false);
  });

  it.each([
    ['is disabled', { enabled: false }],
    ['gets another role', { role: 'member' }],
    ['gets another password', { password: 'another fine password' }],
  ])('ends when the user %s', async (_, change) => {
    const { id, name } = await site.user();
    const user = await signIn(name);

    await site.app.nest.get(AccountAdministrationService).update(id, change, { actor: { kind: 'operator' } });

    expect(await isSignedIn(user)).toBe(false);
  });

  it('does not replace the token at content and management endpoints', async () => {
    const { name } = await site.user();
    const user = await signIn(name);

    expect((await user.get('/api')).status).toBe(401);
  });
});

describe('POST /user/logout', () => {
  it('ends the session, also for copies of its cookie', async () => {
    const { name } = await site.user();
    const user = await signIn(name);
    const id = user.session ?? '';

    const answer = await user.submit(await user.get('/user/login'), 'token');

    expect([answer.status, getLocation(answer)]).toEqual([303, '/user/login']);
    expect(getSetCookies(answer)).toEqual([
      expect.stringMatching(/^__Host-session-[\w-]{8}=; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=0$/),
    ]);
    expect(await site.app.nest.get(SessionService).resume(id)).toBeUndefined();
  });

  it('refuses a request from another site', async () => {
    const { name } = await site.user();
    const user = await signIn(name);
    const { fields } = getForm(await user.get('/user/login'), 'token');

    const withoutToken = await user.post('/user/logout', {});
    const fromElsewhere = await user.post('/user/logout', fields, { 'Sec-Fetch-Site': 'cross-site' });

    expect([withoutToken.status, fromElsewhere.status]).toEqual([403, 403]);
    expect(getText(fromElsewhere)).toContain('This form was sent from another site.');
    expect(await isSignedIn(user)).toBe(true);
  });

  it('refuses GET', async () => {
    const page = await resourceOwner().get('/user/logout');

    expect([page.status, page.headers['allow']]).toEqual([405, 'POST']);
  });
});

async function disabledUser(): Promise<string> {
  const { id, name } = await site.user();
  await site.app.nest
    .get(AccountAdministrationService)
    .update(id, { enabled: false }, { actor: { kind: 'operator' } });
  return name;
}
