import type { ApiClient } from '@content-service/oauth-clients';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { CALLBACK, PASSWORD } from '../support/oauth-site.js';
import { BrowserSession, getRedirectParameters } from '../support/browser-session.js';

/** Everything issued to a user and a client before a change that the change may revoke. */
interface Live {
  readonly client: ApiClient;
  readonly userId: string;
  readonly role: string;
  readonly browser: BrowserSession;
  /** Token of the session, for the administration in the browser. */
  readonly sessionToken: string;
  /** Token of the client for the user. */
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Not exchanged yet. */
  readonly code: string;
  /** A consent page that is open in the browser. */
  readonly consentPage: Awaited<ReturnType<BrowserSession['get']>>;
  /** Token of the client for itself. */
  readonly clientToken: string;
}

type Part = 'session' | 'sessionToken' | 'accessToken' | 'refreshToken' | 'code' | 'consent' | 'clientToken';

const OF_USER: readonly Part[] = [
  'session',
  'sessionToken',
  'accessToken',
  'refreshToken',
  'code',
  'consent',
];
const OF_CLIENT: readonly Part[] = ['accessToken', 'refreshToken', 'code', 'consent', 'clientToken'];

const SCOPES = ['content:administer', 'member'];

describe('sessions, tokens, codes and consent pages', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  let created = 0;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const live = async (): Promise<Live> => {
    const role = `role_${++created}`;
    await manager.post('/manage/roles', { name: role, label: role, scopes: SCOPES });
    const user = await site.oauth.user(role);
    const redirectUris = [CALLBACK, 'http://127.0.0.1:9/second'];
    const client = await site.oauth.client({ redirectUris });
    const browser = new BrowserSession(site.app.nest.getHttpServer());
    await browser.signIn(user.name, PASSWORD);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const session = await site.anonymous().post('/session/token', {}, { Cookie: cookie });
    const exchanged = await exchangeCode(client, await site.oauth.code(client, {}, user));
    const own = await site.oauth.post('/oauth/token', client, { grant_type: 'client_credentials' });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: CALLBACK,
    });
    return {
      client,
      userId: user.id,
      role,
      browser,
      sessionToken: String(session.body.access_token),
      accessToken: String(exchanged.body.access_token),
      refreshToken: String(exchanged.body.refresh_token),
      code: await site.oauth.code(client, {}, user),
      consentPage: await browser.get(`/oauth/authorize?${query.toString()}`),
      clientToken: String(own.body.access_token),
    };
  };

  const exchangeCode = (client: ApiClient, code: string) =>
    site.oauth.post('/oauth/token', client, {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      code,
    });

  /** The parts that are still accepted. */
  const partsInForce = async (before: Live): Promise<Part[]> => {
    const { client, browser } = before;
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const isActive = async (token: string) => (await site.oauth.getStatus(token)) === 200;
    const refresh = { grant_type: 'refresh_token', refresh_token: before.refreshToken };
    const parts: Readonly<Record<Part, () => Promise<boolean>>> = {
      session: async () =>
        (await site.anonymous().post('/session/token', {}, { Cookie: cookie })).status === 200,
      sessionToken: () => isActive(before.sessionToken),
      accessToken: () => isActive(before.accessToken),
      refreshToken: async () => (await site.oauth.post('/oauth/token', client, refresh)).status === 200,
      code: async () => (await exchangeCode(client, before.code)).status === 200,
      consent: async () => {
        const answer = await browser.submit(before.consentPage, 'decision', { decision: 'allow' });
        if (answer.status !== 302) return false;
        return (await exchangeCode(client, getRedirectParameters(answer)['code'] ?? '')).status === 200;
      },
      clientToken: () => isActive(before.clientToken),
    };
    const inForce: Part[] = [];
    for (const [part, ask] of Object.entries(parts)) if (await ask()) inForce.push(part as Part);
    return inForce;
  };

  const user = ({ userId }: Live): string => `/manage/users/${userId}`;
  const client = (it: Live): string => `/manage/api-clients/${it.client.id}`;
  const ALL: readonly Part[] = ['session', 'sessionToken', ...OF_CLIENT];

  /** Each change and the parts that it revokes. */
  it.each<[string, (it: Live) => Promise<unknown>, readonly Part[]]>([
    ['nothing is changed', async () => undefined, []],
    ['the user is renamed', (it) => manager.patch(user(it), { displayName: 'Other' }), []],
    [
      'the user gets another password',
      (it) => manager.patch(user(it), { password: 'another long password' }),
      OF_USER,
    ],
    [
      'the user is disabled and enabled again',
      async (it) => {
        await manager.patch(user(it), { enabled: false });
        await manager.patch(user(it), { enabled: true });
      },
      OF_USER,
    ],
    ['the user is deleted', (it) => manager.delete(user(it)), OF_USER],
    [
      'the user gets another role',
      (it) => manager.patch(user(it), { role: 'member' }),
      OF_USER.filter((part) => part !== 'refreshToken'),
    ],
    [
      'the role of the user loses a scope',
      (it) => manager.patch(`/manage/roles/${it.role}`, { scopes: ['member'] }),
      ['sessionToken', 'accessToken', 'code', 'consent'],
    ],
    [
      'the role of the user gains a scope',
      (it) => manager.patch(`/manage/roles/${it.role}`, { scopes: [...SCOPES, 'menu:administer'] }),
      [],
    ],
    [
      'the client is disabled and enabled again',
      async (it) => {
        await manager.patch(client(it), { enabled: false });
        await manager.patch(client(it), { enabled: true });
      },
      OF_CLIENT,
    ],
    ['the client is deleted', (it) => manager.delete(client(it)), OF_CLIENT],
    ['the tokens of the client are revoked', (it) => manager.delete(`${client(it)}/tokens`), OF_CLIENT],
    [
      'the client loses a scope',
      (it) => manager.patch(client(it), { allowedScopes: ['member'] }),
      OF_CLIENT.filter((part) => part !== 'refreshToken'),
    ],
    [
      'the client gains a scope',
      (it) => manager.patch(client(it), { allowedScopes: [...SCOPES, 'menu:administer'] }),
      [],
    ],
    [
      'the client loses a redirect URI',
      (it) => manager.patch(client(it), { redirectUris: [CALLBACK] }),
      OF_CLIENT,
    ],
    [
      'the client loses a grant and gets it again',
      async (it) => {
        await manager.patch(client(it), { grants: ['client_credentials', 'authorization_code'] });
        await manager.patch(client(it), { grants: [...it.client.grants] });
      },
      OF_CLIENT,
    ],
    // Rotating a secret does not interrupt the client; `DELETE …/tokens` revokes what a leaked secret obtained.
    [
      'the client gets another secret',
      (it) => manager.post(`${client(it)}/secret`, { graceSeconds: 60 }),
      [],
    ],
    ['the client gets another label', (it) => manager.patch(client(it), { label: 'Other' }), []],
  ])('are revoked as far as required when %s', async (_, change, ended) => {
    const before = await live();

    await change(before);

    expect(await partsInForce(before)).toEqual(ALL.filter((part) => !ended.includes(part)));
  });

  it('are revoked by a password reset, and new ones are valid', async () => {
    const before = await live();
    await manager.patch(user(before), { password: 'another long password' });

    expect(await partsInForce(before)).toEqual(['clientToken']);
    const code = await site.oauth.code(before.client, {}, { id: before.userId });
    const { status, body } = await exchangeCode(before.client, code);
    expect(status).toBe(200);
    expect(await site.oauth.getStatus(String(body.access_token))).toBe(200);
  });
});
