import request from 'supertest';
import type { Response } from 'supertest';
import { ManagedSite, type ManagementClient, type SignedInUser } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { formatProblem } from '../support/problems.js';

interface Session {
  readonly id: string;
}

let site: ManagedSite;
let manager: ManagementClient;
beforeAll(async () => {
  site = await ManagedSite.start();
  manager = await site.administrator();
});
afterAll(() => site.stop());

const post = (path: string, { cookie }: SignedInUser, body: object | string = {}): Promise<Response> =>
  request(site.app.nest.getHttpServer())
    .post(path)
    .type('json')
    .set({ Cookie: cookie, Origin: site.oauth.url })
    .send(body);

async function requestToken(user: SignedInUser): Promise<string> {
  const { body } = await post('/session/token', user);
  return String((body as { access_token?: string }).access_token);
}

async function sendWith(token: string, path: string, body: object): Promise<Response> {
  const requests = site.app.api.withAuthorization(`Bearer ${token}`);
  const headers = { 'Content-Type': 'application/json' };
  return requests.send('post', path, { body: JSON.stringify(body), headers });
}

describe('/manage/users/{id}/sessions', () => {
  const listSessions = async ({ id }: SignedInUser): Promise<readonly Session[]> =>
    ((await manager.get(`/manage/users/${id}/sessions`)).body as { items: Session[] }).items;

  it('lists the sessions of a user and ends one of them, with its tokens', async () => {
    const user = await site.signIn();
    const token = await requestToken(user);
    const [session] = await listSessions(user);
    expect(session).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      startedAt: expect.stringMatching(/^\d{4}-/),
      authenticatedAt: expect.stringMatching(/^\d{4}-/),
      expiresAt: expect.stringMatching(/^\d{4}-/),
      ipAddress: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      browser: null,
    });

    const answer = await manager.delete(`/manage/users/${user.id}/sessions/${session?.id ?? ''}`);

    expect(answer.status).toBe(204);
    expect(await listSessions(user)).toEqual([]);
    expect((await post('/session/token', user)).status).toBe(401);
    expect(await site.oauth.getStatus(token)).toBe(401);
    expect(
      formatProblem(await manager.delete(`/manage/users/${user.id}/sessions/${session?.id ?? ''}`)),
    ).toBe('404 session_unknown');
  });

  it('ends all sessions of a user', async () => {
    const user = await site.signIn();

    expect((await manager.delete(`/manage/users/${user.id}/sessions`)).status).toBe(204);

    expect(await listSessions(user)).toEqual([]);
  });

  it('cannot be ended by a token that lacks a scope of the role of the user', async () => {
    const user = await site.signIn();
    const weaker = await site.withScopes('site_settings:administer');

    expect(formatProblem(await weaker.delete(`/manage/users/${user.id}/sessions`))).toBe(
      '403 scope_not_held',
    );
    expect(formatProblem(await weaker.delete(`/manage/users/${user.id}/grants`))).toBe('403 scope_not_held');
    expect(
      formatProblem(await (await site.withScopes('member')).get(`/manage/users/${user.id}/sessions`)),
    ).toBe('403 scope_missing');
    expect(await listSessions(user)).toHaveLength(1);
  });

  it('of an unknown user are 404', async () => {
    expect(formatProblem(await manager.get('/manage/users/unknown/sessions'))).toBe('404 user_unknown');
    expect(formatProblem(await manager.get('/manage/users/unknown/grants'))).toBe('404 user_unknown');
  });
});

describe('POST /session/language', () => {
  it('keeps a language for the user, and gives it to this browser', async () => {
    const user = await site.signIn();

    const chosen = await post('/session/language', user, { language: 'de' });
    const removed = await post('/session/language', user, { language: null });

    expect([chosen.status, removed.status]).toEqual([204, 204]);
    expect(String(chosen.headers['set-cookie'])).toMatch(/^language=de; Max-Age=31536000; Path=\/;/);
    expect(String(removed.headers['set-cookie'])).toMatch(/^language=; Max-Age=0; Path=\/;/);
  });

  it('refuses languages that there are no pages in, and a request without a session', async () => {
    const user = await site.signIn();

    for (const language of ['xx', 'de; Path=/x', 1, undefined])
      expect(formatProblem(await post('/session/language', user, { language }))).toMatch(/^422 /);
    expect((await site.anonymous().post('/session/language', { language: 'de' })).status).toBe(401);
  });
});

describe('/manage/users/{id}/grants', () => {
  it('lists what a user granted and withdraws it, with the tokens', async () => {
    const user = await site.oauth.user();
    const client = await site.oauth.client({ label: 'Magazine' });
    const code = await site.oauth.code(client, { scope: 'member' }, user);
    const { body: tokens } = await site.oauth.post('/oauth/token', client, {
      ...{ grant_type: 'authorization_code', redirect_uri: client.redirectUris[0], code },
    });
    const path = `/manage/users/${user.id}/grants`;
    expect((await manager.get(path)).body).toEqual({
      items: [{ clientId: client.id, label: 'Magazine', scopes: ['member'], grantedAt: expect.any(String) }],
      next: null,
    });

    expect((await manager.delete(`${path}/${client.id}`)).status).toBe(204);

    expect((await manager.get(path)).body).toMatchObject({ items: [] });
    const { access_token: token } = tokens as { access_token: string };
    expect(await site.oauth.getStatus(token)).toBe(401);
    expect(formatProblem(await manager.delete(`${path}/${client.id}`))).toBe('404 grant_unknown');
  });
});

describe('a token of the browser administration', () => {
  const role = (name: string) => ({ name, label: 'Helper', scopes: ['member'] });

  it('of an API client needs no password', async () => {
    expect((await manager.post('/manage/roles', role('scripted'))).status).toBe(201);
  });

  it('does not admit more guesses of the password by an unlock, neither by the user nor by others', async () => {
    const user = await site.signIn();
    const token = await requestToken(user);
    const path = `/manage/users/${user.id}/unlock`;
    const guess = async (): Promise<number> =>
      (await post('/session/reauthenticate', user, { password: 'wrong' })).status;
    for (let n = 0; n < 5; n++) expect(await guess()).toBe(401);

    expect(formatProblem(await sendWith(token, path, {}))).toBe('403 self_unlock_refused');
    expect((await manager.post(path, {})).status).toBe(204);

    expect(await guess()).toBe(429);
  });

  it('changes secrets, roles, users and keys only within ten minutes of the password', async () => {
    const user = await site.signIn();
    expect((await sendWith(await requestToken(user), '/manage/roles', role('early'))).status).toBe(201);
    site.app.clock.advance(601);
    const old = await requestToken(user);

    for (const [path, body] of [
      ['/manage/roles', role('late')],
      ['/manage/keys', {}],
      ['/manage/api-clients', { label: 'Shop' }],
      ['/manage/users', { name: 'eve', role: 'member', password: PASSWORD }],
    ] as const)
      expect(formatProblem(await sendWith(old, path, body))).toBe('403 reauthentication_required');

    expect(formatProblem(await post('/session/reauthenticate', user, { password: 'wrong' }))).toBe(
      '401 login_failed',
    );
    expect((await post('/session/reauthenticate', user, { password: PASSWORD })).status).toBe(204);
    expect((await sendWith(await requestToken(user), '/manage/roles', role('late'))).status).toBe(201);
    expect(formatProblem(await sendWith(old, '/manage/keys', {}))).toBe('403 reauthentication_required');
  });

  it('cannot be re-authenticated from another site, or without a session', async () => {
    const user = await site.signIn();
    const path = '/session/reauthenticate';

    const elsewhere = await request(site.app.nest.getHttpServer())
      .post(path)
      .set({ Cookie: user.cookie, Origin: 'https://evil.example' })
      .send({ password: PASSWORD });

    expect(formatProblem(elsewhere)).toBe('403 cross_site_request');
    expect(formatProblem(await post(path, { ...user, cookie: '' }, { password: PASSWORD }))).toBe(
      '401 session_required',
    );
  });

  it('a body is read only in a session, of at most 8 kB', async () => {
    const user = await site.signIn();
    const path = '/session/reauthenticate';
    const broken = '{"password":';

    const answers = [
      await post(path, { ...user, cookie: '' }, broken),
      await post(path, user, broken),
      await post(path, user, { password: 'x'.repeat(8192) }),
      await post(path, user, { password: '\u0001'.repeat(1024) }),
    ];
    const elsewhere = await request(site.app.nest.getHttpServer())
      .post(path)
      .type('json')
      .set({ Cookie: user.cookie, Origin: 'https://evil.example' })
      .send(broken);

    expect([...answers, elsewhere].map(formatProblem)).toEqual([
      '401 session_required',
      '400 invalid_body',
      '413 body_too_large',
      '401 login_failed',
      '403 cross_site_request',
    ]);
  });
});
