import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, runToEnd, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Variables } from '../support/server-process.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const REDIS = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

const COLLECTION = '/api/node/article';

/** The channel is named after it, and other tests use the same Redis. */
const BASE_URL = `https://${randomUUID()}.example`;

/** Longer than the test waits, so that only a message explains what it sees. */
const NO_POLLS = { CHANGE_POLL_MS: '3600000' };

describe('with REDIS_URL, a change at one of two processes', () => {
  let database: TestDatabase;
  let redis: TcpProxy;
  let one: Service;
  let other: Service;
  let polling: Service;
  let token: string;
  let variables: Variables;
  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await TcpProxy.start(REDIS);
    variables = { BASE_URL, REDIS_URL: redis.url };
    one = await startService(database.url, { ...variables, ...NO_POLLS });
    other = await startService(database.url, { ...variables, ...NO_POLLS });
    polling = await startService(database.url, variables);
    token = (await ApiClient.withCredentials(one.url, FIRST_CLIENT)).token ?? '';
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop(), polling.stop()]);
    await redis.cut();
    await database.remove();
  });

  const manage = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const answer = await fetch(one.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>);
  };
  const statusAt = async ({ url }: Service, path: string, bearer?: string): Promise<number> =>
    (await new ApiClient(url, bearer).send('GET', path)).status;
  const becomes = (service: Service, status: number, path: string, bearer?: string): Promise<void> =>
    eventually(async () => (await statusAt(service, path, bearer)) === status);

  it('is known to the other without a poll: settings, content model, clients, revocations', async () => {
    await manage('PATCH', '/manage/settings/jsonapi', { publicAccess: true });
    await becomes(other, 200, COLLECTION);

    await manage('POST', '/manage/bundles', { entityType: 'node', bundle: 'recipe', label: 'Recipe' });
    await becomes(other, 200, '/api/node/recipe', token);

    const { id = '', secret = '' } = await manage('POST', '/manage/api-clients', { label: 'News' });
    const credentials = { client_id: id, client_secret: secret };
    const mine = (await ApiClient.withCredentials(other.url, credentials)).token ?? '';
    expect(await statusAt(other, '/api', mine)).toBe(200);
    await manage('DELETE', `/manage/api-clients/${id}/tokens`);
    await becomes(other, 401, '/api', mine);
  });

  it('is known when a command made it', async () => {
    const change = ['settings', 'set', 'publicAccess', 'false'];

    const { code, errors } = await runToEnd(database.url, variables, ...change);

    expect([code, errors]).toEqual([0, '']);
    await becomes(other, 401, COLLECTION);
  });

  it('is known by polling while Redis is down, and by messages when it is back', async () => {
    await redis.cut();

    await manage('PATCH', '/manage/settings/jsonapi', { publicAccess: true });
    await becomes(polling, 200, COLLECTION);
    expect(await statusAt(other, COLLECTION)).toBe(401);

    await redis.listen();
    await becomes(other, 200, COLLECTION);
  });
});
