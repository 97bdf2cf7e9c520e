import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

describe('a management change at one of two processes', () => {
  let database: TestDatabase;
  let one: Service;
  let other: Service;
  let token: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    one = await startService(database.url, BEHIND_ONE_ADDRESS);
    other = await startService(database.url, BEHIND_ONE_ADDRESS);
    token = (await ApiClient.withCredentials(one.url, FIRST_CLIENT)).token ?? '';
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
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
  const statusAtOther = async (path: string, bearer?: string): Promise<number> =>
    (await new ApiClient(other.url, bearer).send('GET', path)).status;

  it('to a setting soon applies at the other', async () => {
    expect(await statusAtOther('/api/node/article')).toBe(401);

    await manage('PATCH', '/manage/settings/jsonapi', { publicAccess: true });

    await eventually(async () => (await statusAtOther('/api/node/article')) === 200);
  });

  it('to a bundle is soon served by the other', async () => {
    await manage('POST', '/manage/bundles', { entityType: 'node', bundle: 'recipe', label: 'Recipe' });
    await eventually(async () => (await statusAtOther('/api/node/recipe', token)) === 200);

    await manage('DELETE', '/manage/bundles/node/recipe');
    await eventually(async () => (await statusAtOther('/api/node/recipe', token)) === 404);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['it is disabled', (path) => manage('PATCH', path, { enabled: false })],
    ['it is deleted', (path) => manage('DELETE', path)],
    ['its tokens are revoked', (path) => manage('DELETE', `${path}/tokens`)],
  ])('to an API client: when %s, the other soon refuses its tokens', async (_, task) => {
    const { id = '', secret = '' } = await manage('POST', '/manage/api-clients', { label: 'News' });
    const credentials = { client_id: id, client_secret: secret };
    const mine = (await ApiClient.withCredentials(other.url, credentials)).token ?? '';
    expect(await statusAtOther('/api', mine)).toBe(200);

    await task(`/manage/api-clients/${id}`);

    await eventually(async () => (await statusAtOther('/api', mine)) === 401);
  });
});
