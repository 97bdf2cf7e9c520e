import { Accounts, Sessions } from '@content-service/accounts';
import { OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { formWith, locationOf, setCookiesOf, textIn, Visitor } from '../support/visitor.js';

const WRONG = 'The name or the password is wrong.';

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start({ BASE_URL: 'https://content.example' });
});
afterAll(() => site.stop());

const COOKIE = '__Host-session';
const visitor = (): Visitor => new Visitor(site.app.nest.getHttpServer());
/** Somebody who is signed in. */
async function signedIn(name: string): Promise<Visitor> {
  const somebody = visitor();
  await somebody.signIn(name, PASSWORD);
  return somebody;
}
const isSignedIn = async (somebody: Visitor): Promise<boolean> =>
  textIn(await somebody.get('/user/login')).includes('You are signed in');

describe('GET /user/login', () => {
  it('asks for name and password on a page that loads, runs and frames nothing, and that nobody keeps', async () => {
    const page = await visitor().get('/user/login');

    expect(page.status).toBe(200);
    expect(textIn(page)).toBe('content.example Sign in Name Password Sign in');
    expect(page.text).not.toMatch(/<script|<style|style=|\son\w+=/i);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('lets a form lead to clients where the way goes on to one, since redirects count as forms do', async () => {
    const page = await visitor().get('/user/login?destination=%2Foauth%2Fauthorize%3Fclient_id%3Da');

    expect(page.headers['content-security-policy']).not.toContain('form-action');
  });

  it('links a stylesheet that browsers keep for good', async () => {
    const page = await visitor().get('/user/login');
    const href = /<link rel="stylesheet" href="([^"]+)">/.exec(page.text)?.[1] ?? '';

    const stylesheet = await visitor().get(href);

    expect(stylesheet.status).toBe(200);
    expect(stylesheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('gives a cookie that only this host gets and no script sees', async () => {
    const page = await visitor().get('/user/login');

    expect(setCookiesOf(page)).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  });

  it('names somebody who is signed in, and leads on who wants to go on', async () => {
    const { name } = await site.user();
    const somebody = await signedIn(name);

    const page = await somebody.get('/user/login');
    const onward = await somebody.get('/user/login?destination=/admin');

    expect(textIn(page)).toMatch(new RegExp(`Your name here is ${name} ?[.]`));
    expect([onward.status, locationOf(onward)]).toEqual([302, '/admin']);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'https://evil.example',
    '/%2509/evil.example',
  ])('refuses the destination %j', async (destination) => {
    const page = await visitor().get(`/user/login?destination=${destination}`);

    expect(page.status).toBe(400);
    expect(textIn(page)).toContain('The parameter destination must be a path of this service.');
    expect(page.text).not.toContain('evil');
  });
});

describe('POST /user/login', () => {
  it('signs in and leads to the destination', async () => {
    const { name } = await site.user();
    const somebody = visitor();

    const answer = await somebody.signIn(name, PASSWORD, '/oauth/authorize?client_id=a&state=%22+%26');

    expect(answer.status).toBe(303);
    expect(locationOf(answer)).toBe('/oauth/authorize?client_id=a&state=%22+%26');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await isSignedIn(somebody)).toBe(true);
  });

  it('leads to a long address, each character of it encoded', async () => {
    const { name } = await site.user();
    const destination = `/oauth/authorize?client_id=a&state=${'%2B'.repeat(4000)}`;

    const answer = await visitor().signIn(name, PASSWORD, destination);

    expect([answer.status, locationOf(answer)]).toEqual([303, destination]);
  });

  it('takes a name however its letters are written', async () => {
    const { name } = await site.user();

    expect((await visitor().signIn(` ${name.toUpperCase()} `, PASSWORD)).status).toBe(303);
  });

  it('begins a session under an id that nobody knew before', async () => {
    const { name } = await site.user();
    const somebody = visitor();
    await somebody.get('/user/login');
    const slippedIn = somebody.cookies.get(COOKIE);

    await somebody.signIn(name, PASSWORD);
    const attacker = visitor();
    attacker.cookies.set(COOKIE, slippedIn ?? '');

    expect(somebody.cookies.get(COOKIE)).not.toBe(slippedIn);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  it('ends the session it replaces', async () => {
    const [first, second] = [await site.user(), await site.user()];
    const somebody = await signedIn(first.name);
    const former = somebody.cookies.get(COOKIE) ?? '';
    const login = await visitor().get('/user/login');

    const form = { ...formWith(login, 'password').fields, name: second.name, password: PASSWORD };
    const token = formWith(await somebody.get('/user/login'), 'token').fields['token'] ?? '';
    await somebody.post('/user/login', { ...form, token });

    expect(await site.app.nest.get(Sessions).resume(former)).toBeUndefined();
    expect(textIn(await somebody.get('/user/login'))).toContain(second.name);
  });

  it.each([
    ['a wrong password', async () => ({ name: (await site.user()).name, password: 'not the password' })],
    ['a name that nobody has', async () => ({ name: 'nobody', password: PASSWORD })],
    ['a disabled user', async () => ({ name: await disabledUser(), password: PASSWORD })],
    ['nothing at all', async () => ({ name: '', password: '' })],
  ])('says the same of %s, and shows the form again', async (_, attempt) => {
    const { name, password } = await attempt();
    const somebody = visitor();

    const page = await somebody.signIn(name, password, '/admin');

    expect(page.status).toBe(403);
    expect(textIn(page)).toBe(`content.example Sign in ${WRONG} Name Password Sign in`);
    expect(page.text).toContain(`name="name" value="${name}"`);
    expect(formWith(page, 'password').fields['destination']).toBe('/admin');
    if (password !== '') expect(page.text).not.toContain(password);
    expect(await isSignedIn(somebody)).toBe(false);
  });

  it('shows a name as it was typed and never as HTML', async () => {
    const page = await visitor().signIn('"><script>alert(1)</script>', PASSWORD);

    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page.text).not.toContain('<script');
  });

  it('stops after five wrong passwords, for six hours, whatever comes then', async () => {
    const { name } = await site.user();
    for (let n = 0; n < 5; n++) await visitor().signIn(name, `wrong password ${n}`);

    const page = await visitor().signIn(name, PASSWORD);
    site.app.clock.turn(6 * 60 * 60 + 1);
    const later = await visitor().signIn(name, PASSWORD);

    expect(page.status).toBe(429);
    expect(page.headers['retry-after']).toBe('21600');
    expect(textIn(page)).toContain('There were too many failed attempts to sign in; try again later.');
    expect(later.status).toBe(303);
  });

  it.each([
    ['without a token', { token: '' }, {}],
    ['with the token of another session', { token: 'x'.repeat(43) }, {}],
    ['that another site sends', {}, { 'Sec-Fetch-Site': 'cross-site' }],
    ['that a neighbour below the same domain sends', {}, { 'Sec-Fetch-Site': 'same-site' }],
  ])('takes no form %s', async (_, fields, headers) => {
    const { name } = await site.user();
    const somebody = visitor();
    const form = formWith(await somebody.get('/user/login'), 'password').fields;

    const page = await somebody.post(
      '/user/login',
      { ...form, name, password: PASSWORD, ...fields },
      headers,
    );

    expect(page.status).toBe(403);
    expect(formWith(page, 'password').fields['token']).toBe(form['token']);
    expect(await isSignedIn(somebody)).toBe(false);
  });

  it('looks at Origin where a browser has no Sec-Fetch-Site', async () => {
    const { name } = await site.user();
    const somebody = visitor();
    const form = formWith(await somebody.get('/user/login'), 'password').fields;
    const sent = (origin: string) =>
      somebody.post(
        '/user/login',
        { ...form, name, password: PASSWORD },
        { 'Sec-Fetch-Site': '', Origin: origin },
      );

    expect((await sent('https://evil.example')).status).toBe(403);
    expect((await sent('https://content.example')).status).toBe(303);
  });

  it('takes no form from a browser that brings no cookie', async () => {
    const { name } = await site.user();
    const form = formWith(await visitor().get('/user/login'), 'password').fields;

    const page = await visitor().post('/user/login', { ...form, name, password: PASSWORD });

    expect(page.status).toBe(403);
    expect(setCookiesOf(page)).toHaveLength(1);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'https://content.example@evil.example',
    'javascript:x',
  ])('signs nobody in on the way to %j', async (destination) => {
    const { name } = await site.user();
    const somebody = visitor();
    const form = formWith(await somebody.get('/user/login'), 'password').fields;

    const page = await somebody.post('/user/login', { ...form, name, password: PASSWORD, destination });

    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
    expect(await isSignedIn(somebody)).toBe(false);
  });
});

describe('a session', () => {
  it('ends after half an hour without use, and after twelve hours in any case', async () => {
    const { name } = await site.user();
    const idle = await signedIn(name);
    site.app.clock.turn(30 * 60);
    expect(await isSignedIn(idle)).toBe(false);

    const busy = await signedIn(name);
    for (let n = 0; n < 24; n++) {
      expect(await isSignedIn(busy)).toBe(true);
      site.app.clock.turn(29 * 60 + 59);
    }
    site.app.clock.turn(30);
    expect(await isSignedIn(busy)).toBe(false);
  });

  it.each([
    ['is disabled', { enabled: false }],
    ['gets another role', { role: 'member' }],
    ['gets another password', { password: 'another fine password' }],
  ])('ends when the user %s', async (_, change) => {
    const { id, name } = await site.user();
    const somebody = await signedIn(name);

    await site.app.nest.get(Accounts).update(id, change, { who: { kind: 'operator' } });

    expect(await isSignedIn(somebody)).toBe(false);
  });

  it('opens neither content nor anything else that wants a token', async () => {
    const { name } = await site.user();
    const somebody = await signedIn(name);

    expect((await somebody.get('/api')).status).toBe(401);
  });
});

describe('POST /user/logout', () => {
  it('ends the session, here and for whoever knows its id', async () => {
    const { name } = await site.user();
    const somebody = await signedIn(name);
    const id = somebody.cookies.get(COOKIE) ?? '';

    const answer = await somebody.submit(await somebody.get('/user/login'), 'token');

    expect([answer.status, locationOf(answer)]).toEqual([303, '/user/login']);
    expect(setCookiesOf(answer)).toEqual([
      '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ]);
    expect(await site.app.nest.get(Sessions).resume(id)).toBeUndefined();
  });

  it('cannot be sent by another site', async () => {
    const { name } = await site.user();
    const somebody = await signedIn(name);
    const { fields } = formWith(await somebody.get('/user/login'), 'token');

    const withoutToken = await somebody.post('/user/logout', {});
    const fromElsewhere = await somebody.post('/user/logout', fields, { 'Sec-Fetch-Site': 'cross-site' });

    expect([withoutToken.status, fromElsewhere.status]).toEqual([403, 403]);
    expect(textIn(fromElsewhere)).toContain('This form was sent from another site.');
    expect(await isSignedIn(somebody)).toBe(true);
  });

  it('is no link', async () => {
    const page = await visitor().get('/user/logout');

    expect([page.status, page.headers['allow']]).toEqual([405, 'POST']);
  });
});

describe('the pages of people', () => {
  it('have a cookie of another name where there is no https', async () => {
    const plain = await OAuthSite.start();
    const page = await new Visitor(plain.app.nest.getHttpServer()).get('/user/login');
    await plain.stop();

    expect(setCookiesOf(page)).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('lie below the path of the base URL', async () => {
    const below = await OAuthSite.start({ BASE_URL: 'https://www.example/cms' });
    const somebody = new Visitor(below.app.nest.getHttpServer());
    const { name } = await below.user();

    const page = await somebody.get('/user/login?destination=/admin');
    const { action, fields } = formWith(page, 'password');
    const answer = await somebody.post('/user/login', { ...fields, name, password: PASSWORD });
    await below.stop();

    expect(action).toBe('/cms/user/login');
    expect(page.text).toContain('href="/cms/user/pages-');
    expect(locationOf(answer)).toBe('/cms/admin');
  });

  it('are no part of a headless deployment', async () => {
    const headless = await OAuthSite.start({ JSONAPI_PREFIX: '/jsonapi' });
    const somebody = new Visitor(headless.app.nest.getHttpServer());
    const answers = [
      await somebody.get('/user/login'),
      await somebody.post('/user/login', {}),
      await somebody.post('/user/logout', {}),
      await somebody.get('/oauth/authorize'),
      await somebody.post('/oauth/authorize/decision', {}),
    ];
    await headless.stop();

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

async function disabledUser(): Promise<string> {
  const { id, name } = await site.user();
  await site.app.nest.get(Accounts).update(id, { enabled: false }, { who: { kind: 'operator' } });
  return name;
}
