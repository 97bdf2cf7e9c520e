import type { Response } from 'supertest';
import type { ApiClient } from '@content-service/oauth-clients';
import { AccessTokenService } from '@content-service/oauth-grants';
import { ScopeSet } from '@content-service/scopes';
import { CALLBACK, OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { BrowserSession, getLocation, getRedirectParameters, getText } from '../support/browser-session.js';
import { formatProblem } from '../support/problems.js';
import { ALL_SCOPES } from '../support/managed-site.js';

const JSON_BODY = { 'Content-Type': 'application/json' };

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start();
});
afterAll(() => site.stop());

async function signIn(): Promise<BrowserSession> {
  const session = new BrowserSession(site.app.nest.getHttpServer());
  await session.signIn((await site.user()).name, PASSWORD);
  return session;
}

/** A session whose password was verified more than ten minutes ago. */
async function openOldSession(): Promise<BrowserSession> {
  const session = await signIn();
  site.app.clock.advance(601);
  return session;
}

async function requestSessionToken(session: BrowserSession): Promise<string> {
  const { body } = await session.post('/session/token', {}, { ...JSON_BODY, Origin: site.url });
  return (body as Tokens).access_token;
}

function send(method: 'post' | 'patch', token: string, path: string, body: object): Promise<Response> {
  return site.app.api
    .withAuthorization(`Bearer ${token}`)
    .send(method, path, { body: JSON.stringify(body), headers: JSON_BODY });
}

/** A change that requires a recent verification of the password. */
const rotateKey = (token: string): Promise<Response> => send('post', token, '/manage/keys', {});

function buildRequest({ id }: ApiClient, more: Readonly<Record<string, string>> = {}): string {
  const usual = { response_type: 'code', client_id: id, redirect_uri: CALLBACK };
  return `/oauth/authorize?${new URLSearchParams({ ...usual, ...more }).toString()}`;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function exchange(client: ApiClient, back: Response): Promise<Tokens> {
  const { code } = getRedirectParameters(back);
  const form = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code };
  return (await site.post('/oauth/token', client, form)).body as {
    access_token: string;
    refresh_token: string;
  };
}

async function refresh(client: ApiClient, { refresh_token }: Tokens): Promise<Tokens> {
  return (await site.post('/oauth/token', client, { grant_type: 'refresh_token', refresh_token }))
    .body as Tokens;
}

const administration = () => site.client({ label: 'Console', allowedScopes: ALL_SCOPES });

describe('a session whose password was verified more than ten minutes ago', () => {
  it('cannot change an API client into one whose tokens administer', async () => {
    const client = await site.client({ confidential: false, allowedScopes: ['member'] });
    const token = await requestSessionToken(await openOldSession());

    for (const change of [{ redirectUris: ['https://attacker.example/cb'] }, { allowedScopes: ALL_SCOPES }])
      expect(formatProblem(await send('patch', token, `/manage/api-clients/${client.id}`, change))).toBe(
        '403 reauthentication_required',
      );
    expect(await site.clients.get(client.id)).toMatchObject({ redirectUris: [CALLBACK] });
  });

  it('consents to scopes that administer only after the password', async () => {
    const client = await administration();
    const session = await openOldSession();

    const begin = await session.get(buildRequest(client, { state: 'a b' }));

    const destination = encodeURIComponent(buildRequest(client, { state: 'a b' }));
    expect([begin.status, getLocation(begin)]).toEqual([
      302,
      `/user/reauthenticate?destination=${destination}`,
    ]);
    const verified = await session.submit(await session.follow(begin), 'password', { password: PASSWORD });
    const consent = await session.follow(verified);
    const back = await session.submit(consent, 'decision', { decision: 'allow' });
    expect(getRedirectParameters(back)).toMatchObject({ state: 'a b' });
    expect((await rotateKey((await exchange(client, back)).access_token)).status).toBe(200);
  });

  it('consents to other scopes without the password', async () => {
    const client = await site.client({ allowedScopes: ['member'] });

    const consent = await (await openOldSession()).get(buildRequest(client));

    expect(getText(consent)).toContain(client.label);
  });
});

describe('a token of a user for an API client', () => {
  it('makes sensitive changes for ten minutes after the password, and no longer after a refresh', async () => {
    const client = await administration();
    const tokens = await site.tokens(client);
    expect((await rotateKey(tokens.access_token)).status).toBe(200);
    site.app.clock.advance(590);
    const second = await refresh(client, tokens);
    expect((await rotateKey(second.access_token)).status).toBe(200);
    site.app.clock.advance(11);

    const answer = await rotateKey((await refresh(client, second)).access_token);

    expect(formatProblem(answer)).toBe('403 reauthentication_required');
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer realm="OAuth", error="insufficient_user_authentication", ' +
        'error_description="A more recent authentication is required", max_age="600"',
    );
  });

  it('of a grant without the time of the login makes none', async () => {
    const [{ id: subject }, { id: clientId }] = [await site.user(), await administration()];
    const scopes = ScopeSet.of(...ALL_SCOPES);
    const { token } = await site.app.nest.get(AccessTokenService).issue({ subject, clientId, scopes });

    expect(formatProblem(await rotateKey(token))).toBe('403 reauthentication_required');
  });

  it('of a client that acts for itself needs no password', async () => {
    const client = await administration();
    const { body } = await site.post('/oauth/token', client, { grant_type: 'client_credentials' });
    site.app.clock.advance(200);

    expect((await rotateKey((body as Tokens).access_token)).status).toBe(200);
  });
});

describe('max_age of an authorization request', () => {
  it('is satisfied by the password, however small it is', async () => {
    const client = await site.client({ allowedScopes: ['member'] });
    const session = await signIn();
    site.app.clock.advance(1);

    const begin = await session.get(buildRequest(client, { max_age: '0', state: 'x' }));
    const page = await session.follow(begin);
    site.app.clock.advance(5);
    const verified = await session.submit(page, 'password', { password: PASSWORD });

    expect(getLocation(begin)).toMatch(/^\/user\/reauthenticate\?/);
    expect(getLocation(verified)).toBe(buildRequest(client, { state: 'x' }));
    expect(getText(await session.follow(verified))).toContain(client.label);
  });

  it('is satisfied by a login', async () => {
    const client = await site.client({ allowedScopes: ['member'] });

    const begin = await new BrowserSession(site.app.nest.getHttpServer()).get(
      buildRequest(client, { max_age: '0' }),
    );

    expect(getLocation(begin)).toBe(`/user/login?destination=${encodeURIComponent(buildRequest(client))}`);
  });
});
