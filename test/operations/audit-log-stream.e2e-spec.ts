import { Browser } from '../support/browser.js';
import { FIRST_CLIENT, type Service, startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';

/** Secrets consist of characters that no encoding changes, so that a search finds them in every form. */
const ADMIN = { name: 'ada', password: 'canary-of-the-first-password' };
const CALLBACK = 'http://127.0.0.1:9/callback';

interface Run {
  readonly secrets: Readonly<Record<string, string>>;
  /** The lines of the log, parsed. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly output: string;
}

/** Starts a service on an empty database, does what `act` does and stops it. */
async function runService(
  variables: Readonly<Record<string, string>>,
  act: (service: Service) => Promise<Run['secrets']>,
): Promise<Run> {
  // The log does not depend on the storage.
  const database = await createTestDatabase('sqlite');
  const service = await startService(database.url, {
    ...{ INITIAL_ADMIN_NAME: ADMIN.name, INITIAL_ADMIN_PASSWORD: ADMIN.password, SIGNING_ALGORITHM: 'ES256' },
    ...variables,
  });
  try {
    const secrets = await act(service);
    await service.stop();
    const output = await service.output;
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    return { secrets, output, lines: lines.map((line) => JSON.parse(line) as Run['lines'][number]) };
  } finally {
    await service.kill();
    await database.remove();
  }
}

/** Sends JSON with a token. @returns the parsed body, `undefined` for 204 */
async function sendJson(method: string, url: string, token: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** Sends a token request. @returns the parsed body of a success or an error */
async function requestToken(
  { url }: Service,
  form: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return (await response.json()) as Readonly<Record<string, string>>;
}

async function createRole(service: Service): Promise<Run['secrets']> {
  const { access_token: token = '' } = await requestToken(service, {
    grant_type: 'client_credentials',
    ...FIRST_CLIENT,
  });
  const role = { name: 'helper', label: 'Helper', scopes: ['member'] };
  await sendJson('POST', `${service.url}/manage/roles`, token, role);
  return { token };
}

describe('AUDIT_LOG_STREAM', () => {
  it('true writes each audit event as a JSON line to standard output, whatever LOG_LEVEL is', async () => {
    const { lines } = await runService({ AUDIT_LOG_STREAM: 'true', LOG_LEVEL: 'error' }, createRole);

    expect(lines).toContainEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      audit: true,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      who: { kind: 'client', userId: null, clientId: FIRST_CLIENT.client_id, name: null },
      from: expect.stringContaining('127.0.0.1'),
      action: 'role.created',
      says: expect.any(String),
      subject: { kind: 'role', id: 'helper' },
      details: expect.any(Object),
      msg: 'audit',
    });
    expect(lines.filter(({ audit }) => audit !== true)).toEqual([]);
  });

  it('is false by default', async () => {
    const { lines } = await runService({ LOG_LEVEL: 'info' }, createRole);

    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => 'audit' in line)).toEqual([]);
  });
});

describe('the output of the service', () => {
  it('with LOG_LEVEL=trace and the audit log holds no password, client secret, token, code or cookie', async () => {
    const collectorPassword = 'canary-of-the-collector';
    const brokerPassword = 'canary-of-the-broker';
    const { secrets, lines, output } = await runService(
      {
        AUDIT_LOG_STREAM: 'true',
        AUDIT_LOG_URL: `http://collector:${collectorPassword}@127.0.0.1:9/audit`,
        BROKER_URL: `amqp://content:${brokerPassword}@127.0.0.1:9`,
        LOG_LEVEL: 'trace',
        LOG_CLIENT_ADDRESS: 'full',
      },
      useEachSecret,
    );

    // The events of the secrets and a public value are found: the secrets were used, and the search itself works.
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        ...['login.failed', 'login.succeeded', 'user.created', 'user.password_changed'],
        ...['client.created', 'client.secret_rotated', 'client.authentication_failed', 'token.issued'],
        ...['token.reused', 'consent.given'],
      ]),
    );
    expect(output).toContain(FIRST_CLIENT.client_id);
    const all = { ...secrets, collectorPassword, brokerPassword, keySecret: 'k'.repeat(32) };
    expect(Object.entries(all).filter(([, secret]) => secret.length < 12)).toEqual([]);
    expect(Object.keys(all).filter((name) => output.includes(all[name as keyof typeof all]))).toEqual([]);
  });
});

/** Uses one secret of each kind, in the right and in wrong places. @returns the secrets by kind */
async function useEachSecret(service: Service): Promise<Run['secrets']> {
  const { url } = service;
  const owned = await requestToken(service, { grant_type: 'client_credentials', ...FIRST_CLIENT });
  const manager = owned['access_token'] ?? '';
  const client = (await sendJson('POST', `${url}/manage/api-clients`, manager, {
    ...{ label: 'Client', allowedScopes: ['member'], redirectUris: [CALLBACK] },
    ...{ grants: ['authorization_code', 'refresh_token'], confidential: true },
  })) as { id: string; secret: string };
  const rotated = (await sendJson('POST', `${url}/manage/api-clients/${client.id}/secret`, manager, {
    graceSeconds: 600,
  })) as { secret: string };
  const wrongSecret = 'canary-of-a-client-secret-with-a-typo';
  await requestToken(service, {
    ...{ grant_type: 'client_credentials', client_id: client.id, client_secret: wrongSecret },
  });

  const userPassword = 'canary-of-the-password-of-a-new-user';
  await sendJson('POST', `${url}/manage/users`, manager, {
    ...{ name: 'grace', role: 'member', password: userPassword },
  });
  const brokenPassword = 'canary-of-a-password-in-broken-JSON';
  await fetch(`${url}/manage/users`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${manager}`, 'Content-Type': 'application/json' },
    body: `{"name":"eve","password":"${brokenPassword}"`,
  });

  const [mistyped, misplaced] = ['canary-of-a-mistyped-password', 'canary-of-a-misplaced-password'];
  const request = { response_type: 'code', client_id: client.id, redirect_uri: CALLBACK };
  const browser = new Browser(url);
  const login = await browser.open(
    new URL(`${url}/oauth/authorize?${new URLSearchParams(request).toString()}`),
  );
  await browser.submit(login, { name: ADMIN.name, password: mistyped });
  await browser.submit(login, { name: misplaced, password: ADMIN.password });
  const consent = await browser.submit(login, { name: ADMIN.name, password: ADMIN.password });
  const code = await allow(browser, consent);
  const credentials = { client_id: client.id, client_secret: rotated.secret };
  const tokens = await requestToken(service, {
    ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...credentials },
  });
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' };
  const refreshed = await requestToken(service, { ...refresh, ...credentials });
  // The reuse of a refresh token is reported as an attack.
  await requestToken(service, { ...refresh, ...credentials });

  const newPassword = 'canary-of-the-second-password';
  const sessionCookie = browser.session ?? '';
  const form = { present: ADMIN.password, password: newPassword, repeated: newPassword };
  await browser.submit(await browser.open(new URL(`${url}/user/password`)), form);

  const accessToken = tokens['access_token'] ?? '';
  for (const path of [
    `/api/node/article?access_token=${accessToken}&filter[token]=${accessToken}`,
    `/api/node/${accessToken}`,
    `/manage/users/${accessToken}`,
    `/user/login?destination=//${accessToken}`,
    `/${accessToken}`,
  ])
    await (await fetch(url + path, { headers: { Authorization: `Bearer ${manager}` } })).arrayBuffer();

  return {
    ...{ firstPassword: ADMIN.password, userPassword, brokenPassword, mistyped, misplaced, newPassword },
    ...{ firstSecret: FIRST_CLIENT.client_secret, secret: client.secret, rotatedSecret: rotated.secret },
    ...{ wrongSecret, code, manager, accessToken, sessionCookie },
    ...{ newSessionCookie: browser.session ?? '' },
    ...{
      refreshToken: refresh.refresh_token,
      newRefreshToken: refreshed['refresh_token'] ?? '',
      newAccessToken: refreshed['access_token'] ?? '',
    },
  };
}

/** Allows the client on the consent page. @returns the code */
async function allow(browser: Browser, consent: Awaited<ReturnType<Browser['open']>>): Promise<string> {
  const back = await browser.submit(consent, { decision: 'allow' });
  if (!(back instanceof URL)) throw new Error(`Expected a redirect to the client, got ${back.address.href}.`);
  return back.searchParams.get('code') ?? '';
}
