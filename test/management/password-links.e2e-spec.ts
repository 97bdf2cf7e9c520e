import request from 'supertest';
import { BrowserSession, getLocation, getText } from '../support/browser-session.js';
import { MailServer } from '../support/mail-server.js';
import { ManagedSite, type ManagementClient, SITE_SETTINGS } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { formatErrorPointers, formatProblem } from '../support/problems.js';

const USERS = '/manage/users';
const NEW_PASSWORD = 'a password that ada alone knows';
const DAY_SECONDS = 86_400;

interface User {
  readonly id: string;
  readonly name: string;
}

interface Link {
  readonly url: string;
  readonly expiresAt: string;
  readonly canBeSent: boolean;
}

let mailServer: MailServer;
let site: ManagedSite;
let manager: ManagementClient;
let created = 0;
beforeAll(async () => {
  mailServer = await MailServer.start();
  site = await ManagedSite.start({ SMTP_URL: mailServer.url, MAIL_FROM: 'cms@example.com' });
  manager = await site.administrator();
});
afterAll(async () => {
  await site.stop();
  await mailServer.stop();
});

const make = async (changes: object = {}): Promise<User> =>
  (await manager.post(USERS, { name: `invited-${++created}`, role: 'editor', ...changes })).body as User;
const makeLink = async ({ id }: User, body: object = {}): Promise<Link> =>
  (await manager.post(`${USERS}/${id}/password-link`, body)).body as Link;
const browser = (): BrowserSession => new BrowserSession(site.app.nest.getHttpServer());
const signIn = async ({ name }: User, password: string): Promise<number> =>
  (await browser().signIn(name, password)).status;

/** Opens a link and submits its form. @returns the status of the form, or of the page without one */
async function usePassword(url: string, password = NEW_PASSWORD, repeated = password): Promise<number> {
  const opened = browser();
  const page = await opened.get(url);
  if (page.status !== 200) return page.status;
  return (await opened.submit(page, 'password', { password, repeated })).status;
}

describe('POST /manage/users/{id}/password-link', () => {
  it('invites a user without a password, who sets one and is signed in', async () => {
    const user = await make();
    const link = await makeLink(user);
    const opened = browser();

    const page = await opened.get(link.url);
    const answer = await opened.submit(page, 'password', { password: NEW_PASSWORD, repeated: NEW_PASSWORD });

    expect(link).toEqual({
      url: expect.stringContaining('/user/password-link?token='),
      expiresAt: '2023-11-17T22:13:20+00:00',
      canBeSent: true,
    });
    expect(getText(page)).toContain(`Your name for signing in is ${user.name}`);
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['cache-control']).toBe('no-store');
    expect([answer.status, getLocation(answer)]).toEqual([303, '/admin']);
    expect(getText(await opened.get('/user/login'))).toContain('You are signed in');
    expect(await signIn(user, NEW_PASSWORD)).toBe(303);
    const shown = (await manager.get(`${USERS}/${user.id}`)).body as { passwordChangeRequired: boolean };
    expect(shown.passwordChangeRequired).toBe(false);
  });

  it('makes a link that works once, of several any one, and ends sessions', async () => {
    const user = await make({ password: PASSWORD, keepPassword: true });
    const former = browser();
    await former.signIn(user.name, PASSWORD);
    const [first, second] = [await makeLink(user), await makeLink(user)];

    expect(await usePassword(first.url)).toBe(303);

    expect([await usePassword(first.url), await usePassword(second.url)]).toEqual([403, 403]);
    expect(getText(await former.get('/user/login'))).not.toContain('You are signed in');
    expect([await signIn(user, PASSWORD), await signIn(user, NEW_PASSWORD)]).toEqual([403, 303]);
  });

  it('of two forms that are sent at the same time, one sets the password', async () => {
    const user = await make();
    const { url } = await makeLink(user);

    const statuses = await Promise.all([
      usePassword(url, `${NEW_PASSWORD} one`),
      usePassword(url, `${NEW_PASSWORD} two`),
    ]);

    expect(statuses.toSorted()).toEqual([303, 403]);
  });

  it.each<[string, (user: User) => Promise<unknown>]>([
    ['another role', ({ id }) => manager.patch(`${USERS}/${id}`, { role: 'member' })],
    ['another password', ({ id }) => manager.patch(`${USERS}/${id}`, { password: PASSWORD })],
    ['the user is disabled', ({ id }) => manager.patch(`${USERS}/${id}`, { enabled: false })],
    ['the user is deleted', ({ id }) => manager.delete(`${USERS}/${id}`)],
  ])('makes a link that ends: %s', async (_, act) => {
    const user = await make();
    const { url } = await makeLink(user);

    await act(user);

    expect(await usePassword(url)).toBe(403);
  });

  it('makes no link for a disabled user, and none for a user with more scopes', async () => {
    const user = await make();
    await manager.patch(`${USERS}/${user.id}`, { enabled: false });
    const administrator = await make({ role: 'administrator' });
    const other = await site.withScopes(SITE_SETTINGS, 'member');

    const answers = [
      await manager.post(`${USERS}/${user.id}/password-link`, {}),
      await other.post(`${USERS}/${administrator.id}/password-link`, {}),
      await manager.post(`${USERS}/01890a5d-ac96-774b-bcce-b302099a8057/password-link`, {}),
    ];

    expect(answers.map(formatProblem)).toEqual([
      '409 user_disabled',
      '403 scope_not_held',
      '404 user_unknown',
    ]);
  });

  it('refuses tokens with another user, time or signature', async () => {
    const [user, other] = [await make(), await make()];
    const [start = '', token = ''] = (await makeLink(user)).url.split('?token=');
    const [id = '', time = '', maker = '', mac = ''] = token.split('.');

    for (const forged of [
      `${other.id}.${time}.${maker}.${mac}`,
      `${id}.${Number(time) + 1}.${maker}.${mac}`,
      `${id}.${time}.${maker}.${'A'.repeat(43)}`,
      `${id}.${time}.${other.id}.${mac}`,
      `${id}.${time}`,
      '',
      '%00',
    ])
      expect([forged, await usePassword(`${start}?token=${forged}`)]).toEqual([forged, 403]);
  });

  it.each<[string, object]>([
    ['another role', { role: 'member' }],
    ['the maker is disabled', { enabled: false }],
  ])('makes a link that ends with its maker: %s', async (_, changes) => {
    const user = await make();
    const maker = await site.signIn('administrator');
    const { body: session } = await request(site.app.nest.getHttpServer())
      .post('/session/token')
      .set({ Cookie: maker.cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' })
      .send('{}');
    const { access_token: token } = session as { readonly access_token: string };
    const { body } = await site.app.api
      .withAuthorization(`Bearer ${token}`)
      .send('post', `${USERS}/${user.id}/password-link`, {
        body: '{}',
        headers: { 'Content-Type': 'application/json' },
      });

    await manager.patch(`${USERS}/${maker.id}`, changes);

    expect(await usePassword((body as Link).url)).toBe(403);
  });

  it('shows the form again for a password that is refused', async () => {
    const user = await make();
    const { url } = await makeLink(user);

    expect(await usePassword(url, 'short')).toBe(422);
    expect(await usePassword(url, NEW_PASSWORD, 'another one')).toBe(422);
    expect(await usePassword(url)).toBe(303);
  });

  it('records who made it, without the link', async () => {
    const user = await make();
    const { url } = await makeLink(user);

    const { body, text } = await manager.get(
      `/manage/audit-log?subjectKind=user&subjectId=${user.id}&limit=5`,
    );

    expect((body.items as { action: string }[]).map(({ action }) => action)).toContain(
      'user.password_link_created',
    );
    expect(text).not.toContain(url.split('?token=')[1]);
  });
});

describe('with an e-mail address', () => {
  it('sends the link to it, in the language of the request', async () => {
    const user = await make();

    const { url } = await makeLink(user, { email: 'ada@example.com' });
    await manager.send('post', `${USERS}/${user.id}/password-link`, { email: 'ada@example.com' });

    const [mail] = mailServer.mails;
    expect(mail).toMatchObject({ from: 'cms@example.com', to: ['ada@example.com'] });
    const source = mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(source).toContain(url);
    expect(source).toContain(user.name);
    expect(source).toMatch(/^Subject: Your access to /m);
  });

  it('sends it in the language that the user chose', async () => {
    const user = await site.signIn();
    await request(site.app.nest.getHttpServer())
      .post('/session/language')
      .type('json')
      .set({ Cookie: user.cookie, Origin: site.oauth.url })
      .send({ language: 'de' });
    const before = mailServer.mails.length;

    await makeLink(user, { email: 'ada@example.com' });

    expect(mailServer.mails[before]?.source).toMatch(/^Subject: Ihr Zugang zu /m);
  });

  it.each(['ada', 'ada@example.com, eve@example.com', 'ada@example.com\nBcc: eve@example.com', ''])(
    'refuses %j',
    async (email) => {
      const { id } = await make();
      const before = mailServer.mails.length;

      const answer = await manager.post(`${USERS}/${id}/password-link`, { email });

      expect(formatErrorPointers(answer)).toBe('422 /email');
      expect(mailServer.mails).toHaveLength(before);
    },
  );

  it('answers 422 with what the mail server says when it refuses the address', async () => {
    const { id } = await make();

    const answer = await manager.post(`${USERS}/${id}/password-link`, { email: 'ada@refused.example' });

    expect(formatProblem(answer)).toBe('422 mail_recipient_refused');
    expect(formatErrorPointers(answer)).toBe('422 /email');
    expect(answer.text).toContain('No such mailbox');
  });
});

describe('without SMTP_URL', () => {
  it('makes links, and refuses to send them', async () => {
    const silent = await ManagedSite.start();
    const administrator = await silent.administrator();
    const { id } = (await administrator.post(USERS, { name: 'ada', role: 'editor' })).body as User;
    const path = `${USERS}/${id}/password-link`;

    const made = await administrator.post(path, {});
    const refused = await administrator.post(path, { email: 'ada@example.com' });

    expect([made.status, (made.body as Link).canBeSent]).toEqual([201, false]);
    expect(formatProblem(refused)).toBe('422 mail_not_configured');
    await silent.stop();
  });
});

it('a link ends after three days', async () => {
  const users = [await make(), await make()];
  const [first, second] = [await makeLink(users[0]!), await makeLink(users[1]!)];

  site.app.clock.advance(3 * DAY_SECONDS - 1);
  expect(await usePassword(first.url)).toBe(303);
  site.app.clock.advance(1);
  expect(await usePassword(second.url)).toBe(403);
});
