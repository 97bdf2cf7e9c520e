import type { Response } from 'supertest';
import { AccountAdministrationService } from '@content-service/accounts';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { CALLBACK, OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { getLocation, getSetCookies, getText, BrowserSession } from '../support/browser-session.js';

const NEXT = 'another horse battery staple';

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start();
});
afterAll(() => site.stop());

const browser = () => new BrowserSession(site.app.nest.getHttpServer());
const where = (answer: Response) => [answer.status, answer.headers['location']];

async function signIn(user: { readonly name: string }): Promise<BrowserSession> {
  const session = browser();
  await session.signIn(user.name, PASSWORD);
  return session;
}

async function changePassword(
  session: BrowserSession,
  values: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const form = { present: PASSWORD, password: NEXT, repeated: NEXT, ...values };
  return session.submit(await session.get('/user/password'), 'present', form);
}

async function statusOfToken(session: BrowserSession): Promise<readonly [number, unknown]> {
  const { status, body } = await session.post(
    '/session/token',
    {},
    {
      ...{ 'Content-Type': 'application/json', Origin: site.url },
    },
  );
  return [status, (body as { code?: string }).code];
}

describe('/user', () => {
  it('leads to the account pages, and without a session to the login', async () => {
    const session = await signIn(await site.user());

    const page = await session.get('/user');

    expect(page.status).toBe(200);
    for (const path of ['/user/password', '/user/sessions', '/user/consents'])
      expect(page.text).toContain(`href="${path}"`);
    expect(where(await browser().get('/user/sessions'))).toEqual([
      303,
      '/user/login?destination=%2Fuser%2Fsessions',
    ]);
  });

  it.each([
    ['/user', 'GET, HEAD'],
    ['/user/password', 'GET, HEAD, POST'],
    ['/user/consents', 'GET, HEAD, POST'],
  ])('DELETE %s is 405', async (path, allow) => {
    const answer = await site.app.api.asAnonymous().delete(path);

    expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
  });
});

describe('a form without a destination', () => {
  it.each(['/user/sessions', '/user/consents'])('of more than 16 kB is refused: %s', async (path) => {
    const session = await signIn(await site.user());

    expect((await session.post(path, { token: 'x'.repeat(16 * 1024) })).status).toBe(413);
    expect((await session.post(path, { token: 'x'.repeat(16_000) })).status).toBe(403);
  });
});

describe('/user/password', () => {
  it('sets a new password, keeps this browser signed in and signs out the others', async () => {
    const user = await site.user();
    const [here, elsewhere] = [await signIn(user), await signIn(user)];

    expect(where(await changePassword(here))).toEqual([303, '/user']);

    expect((await here.get('/user')).status).toBe(200);
    expect((await elsewhere.get('/user')).status).toBe(303);
    expect((await browser().signIn(user.name, NEXT)).status).toBe(303);
    expect((await browser().signIn(user.name, PASSWORD)).status).toBe(403);
  });

  it.each([
    ['a wrong present password', { present: 'wrong wrong wrong' }, 403, 'The current password is wrong.'],
    ['two different new ones', { repeated: 'other' }, 422, 'typed in two different ways'],
    [
      'the present one once more',
      { password: PASSWORD, repeated: PASSWORD },
      422,
      'another one than the current',
    ],
    ['a short one', { password: 'short', repeated: 'short' }, 422, '12 to 256 characters'],
  ])('refuses %s', async (_, values, status, sentence) => {
    const session = await signIn(await site.user());

    const answer = await changePassword(session, values);

    expect(answer.status).toBe(status);
    expect(getText(answer)).toContain(sentence);
  });

  it('refuses a form of another session', async () => {
    const session = await signIn(await site.user());

    const answer = await session.post('/user/password', { token: 'x', present: PASSWORD });

    expect(answer.status).toBe(403);
  });
});

describe('a new password that is refused', () => {
  it.each([
    ['de', 'password1234', 'Das neue Passwort ist zu gebräuchlich'],
    ['fr', PASSWORD, 'Le nouveau mot de passe doit être différent'],
    ['en', 'short', 'The new password must have 12 to 256 characters.'],
  ])('says why in the language of the page: %s', async (language, password, reason) => {
    const session = await signIn(await site.user());
    const token = getCsrfToken(await session.get('/user/password'));

    const form = { token, present: PASSWORD, password, repeated: password };
    const answer = await session.post('/user/password', form, { 'Accept-Language': language });

    expect([answer.status, getText(answer)]).toEqual([422, expect.stringContaining(reason)]);
  });
});

describe('a password chosen by an administrator', () => {
  const create = async () => {
    const { name } = await site.user('member');
    const changes = { name: `${name}-new`, password: PASSWORD, role: 'administrator' };
    await site.app.nest
      .get(AccountAdministrationService)
      .create({ ...changes, passwordChangeRequired: true }, OPERATOR_CONTEXT);
    return changes;
  };

  it('must be changed before the user goes on to a client', async () => {
    const { name } = await create();
    const client = await site.client();
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: client.id, redirect_uri: CALLBACK },
    });
    const request = `/oauth/authorize?${query.toString()}`;
    const session = browser();

    const answer = await session.signIn(name, PASSWORD, request);

    expect(getLocation(answer)).toBe(`/user/password?destination=${encodeURIComponent(request)}`);
    const refused = await session.get(request, { Accept: 'application/json' });
    expect([refused.status, (refused.body as { error: string }).error]).toEqual([
      403,
      'password_change_required',
    ]);
    expect(await statusOfToken(session)).toEqual([403, 'password_change_required']);
    expect(where(await session.get('/user/sessions'))).toEqual([303, '/user/password']);

    const page = await session.follow(answer);
    expect(getText(page)).toContain('This password was given to you');
    const form = { present: PASSWORD, password: NEXT, repeated: NEXT };
    const changed = await session.submit(page, 'present', form);
    expect(where(changed)).toEqual([303, request]);
    expect(getText(await session.follow(changed))).toContain('asks to act for you');
    expect((await statusOfToken(session))[0]).toBe(200);
  });
});

describe('/user/sessions', () => {
  it('lists the browsers, and ends one of them with its tokens', async () => {
    const user = await site.user();
    const [here, elsewhere] = [await signIn(user), await signIn(user)];
    const page = await here.get('/user/sessions');
    expect(page.text.match(/Signed in at/g)).toHaveLength(2);

    const answer = await here.submit(page, 'session');

    expect(where(answer)).toEqual([303, '/user/sessions']);
    expect((await here.get('/user')).status).toBe(200);
    expect((await elsewhere.get('/user')).status).toBe(303);
  });

  it('ends all others at once', async () => {
    const user = await site.user();
    const others = [await signIn(user), await signIn(user)];
    const here = await signIn(user);

    await here.submit(await here.get('/user/sessions'), 'others', { others: 'all' });

    expect((await here.get('/user')).status).toBe(200);
    for (const other of others) expect((await other.get('/user')).status).toBe(303);
  });

  it('ends no session of another user', async () => {
    const [victim, attacker] = [await site.user(), await signIn(await site.user())];
    const [first, second] = [await signIn(victim), await signIn(victim)];
    // The one that the page of the second offers to end is the first.
    const { text } = await second.get('/user/sessions');
    const session = /name="session" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const token = getCsrfToken(await attacker.get('/user'));

    const answer = await attacker.post('/user/sessions', { token, session });

    expect([answer.status, session]).toEqual([303, expect.stringMatching(/^[\w-]{43}$/)]);
    expect((await first.get('/user')).status).toBe(200);
  });
});

describe('/user/consents', () => {
  it('lists what the user granted, and withdraws tokens, codes and the consent', async () => {
    const user = await site.user();
    const client = await site.client({
      label: 'City Magazine',
      rememberConsent: true,
      allowedScopes: ['member'],
    });
    const exchange = async (code: string) =>
      site.post('/oauth/token', client, { grant_type: 'authorization_code', redirect_uri: CALLBACK, code });
    const code = await site.code(client, {}, user);
    const { body: tokens } = await exchange(code);
    const session = await signIn(user);
    const request = `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: client.id, redirect_uri: 'https://news.example/back' }).toString()}`;
    await site.clients.update(client.id, { redirectUris: [CALLBACK, 'https://news.example/back'] });
    const open = new URL(getLocation(await session.get(request))).searchParams.get('code') ?? '';
    const page = await session.get('/user/consents');
    expect(getText(page)).toContain('City Magazine');

    const answer = await session.submit(page, 'client', { client: client.id });

    expect(where(answer)).toEqual([303, '/user/consents']);
    expect(getText(await session.follow(answer))).toContain('No application acts for you.');
    expect(await site.getStatus(String(tokens.access_token))).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await site.post('/oauth/token', client, refresh)).status).toBe(400);
    const late = await site.post('/oauth/token', client, {
      ...{ grant_type: 'authorization_code', redirect_uri: 'https://news.example/back', code: open },
    });
    expect([late.status, (late.body as { error: string }).error]).toEqual([400, 'invalid_grant']);
    expect(getText(await session.get(request))).toContain('asks to act for you');
  });
});

function getCsrfToken({ text }: Response): string {
  return /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

describe('the session cookie', () => {
  it('is another one after a change of the password', async () => {
    const session = await signIn(await site.user());

    const answer = await changePassword(session);

    expect(getSetCookies(answer).some((line) => line.startsWith('session-'))).toBe(true);
  });
});
