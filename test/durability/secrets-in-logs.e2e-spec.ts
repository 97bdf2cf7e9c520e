import { FIRST_CLIENT, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_API = 'application/vnd.api+json';
const CANARY = 'canary-4f1d9c';
const BASIC = Buffer.from(`${FIRST_CLIENT.client_id}:${CANARY}`).toString('base64');

/** Requests with `CANARY` wherever clients put secrets: method, path, headers, body. */
const REQUESTS: readonly (readonly [string, string, Readonly<Record<string, string>>, string?])[] = [
  ['POST', '/oauth/token', { 'Content-Type': FORM }, `grant_type=client_credentials&client_secret=${CANARY}`],
  ['POST', '/oauth/token', { 'Content-Type': FORM, Authorization: `Basic ${BASIC}` }, 'grant_type=password'],
  ['POST', '/oauth/token', { 'Content-Type': FORM }, `grant_type=refresh_token&refresh_token=${CANARY}`],
  ['POST', '/oauth/token', { 'Content-Type': FORM }, `grant_type=authorization_code&code=${CANARY}`],
  ['POST', '/oauth/token', { 'Content-Type': 'application/json' }, `{"client_secret": "${CANARY}"`],
  ['POST', '/oauth/revoke', { 'Content-Type': FORM }, `token=${CANARY}`],
  ['POST', '/oauth/introspect', { 'Content-Type': FORM }, `token=${CANARY}`],
  ['GET', `/oauth/authorize?state=${CANARY}&code_challenge=${CANARY}`, { Cookie: `session=${CANARY}` }],
  ['POST', '/user/login', { 'Content-Type': FORM, Cookie: `csrf=${CANARY}` }, `name=a&password=${CANARY}`],
  ['GET', '/api', { Authorization: `Bearer ${CANARY}` }],
  ['GET', '/api', { Authorization: CANARY }],
  ['GET', `/api?access_token=${CANARY}`, {}],
  ['GET', `/${CANARY}`, { Cookie: `session=${CANARY}` }],
  [
    'POST',
    '/api/node/article',
    { 'Content-Type': JSON_API, Authorization: `Bearer ${CANARY}` },
    `{${CANARY}`,
  ],
  ['GET', '/manage/users', { Authorization: `Bearer ${CANARY}`, 'X-CSRF-Token': CANARY }],
  ['PROPFIND', '/api', { Authorization: `Bearer ${CANARY}`, 'X-Request-Id': `${CANARY} with spaces` }],
];

describe('the log of a service with LOG_LEVEL=trace', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.remove());

  it('contains none of the secrets of requests and no token that was issued', async () => {
    const service = await startService(database.url, { LOG_LEVEL: 'trace' });

    for (const [method, path, headers, body] of REQUESTS)
      await fetch(service.url + path, { method, headers, body, redirect: 'manual' });
    const token = await requestToken(service);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${service.url}/api`, { headers })).status).toBe(200);
    await service.stop();

    const output = await service.output;
    const logged = output.split('\n').filter((line) => line.includes('"msg":"request"'));
    expect(logged.length).toBeGreaterThanOrEqual(REQUESTS.length + 2);
    for (const secret of [CANARY, BASIC, FIRST_CLIENT.client_secret, token, token.split('.')[2]])
      expect(output).not.toContain(secret);
  });
});

async function requestToken({ url }: Service): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...FIRST_CLIENT });
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}
