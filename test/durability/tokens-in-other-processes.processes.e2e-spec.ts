import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

describe('two processes with one BASE_URL', () => {
  let database: TestDatabase;
  let one: Service;
  let other: Service;
  beforeAll(async () => {
    database = await createTestDatabase();
    one = await startService(database.url, BEHIND_ONE_ADDRESS);
    other = await startService(database.url, BEHIND_ONE_ADDRESS);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await database.remove();
  });

  const requestToken = async ({ url }: Service): Promise<string> =>
    (await ApiClient.withCredentials(url, FIRST_CLIENT)).token ?? '';
  const getStatus = async ({ url }: Service, token: string): Promise<number> =>
    (await new ApiClient(url, token).send('GET', '/api')).status;

  it('accept each other’s tokens', async () => {
    expect(await getStatus(other, await requestToken(one))).toBe(200);
    expect(await getStatus(one, await requestToken(other))).toBe(200);
  });

  it('both refuse a token soon after one of them revoked it', async () => {
    const token = await requestToken(one);
    // The process that has cached the token as valid must drop it.
    expect([await getStatus(one, token), await getStatus(other, token)]).toEqual([200, 200]);

    const body = new URLSearchParams({ ...FIRST_CLIENT, token });
    const { status } = await fetch(`${one.url}/oauth/revoke`, { method: 'POST', body });

    expect([status, await getStatus(one, token)]).toEqual([200, 401]);
    await eventually(async () => (await getStatus(other, token)) === 401);
  });

  it('sign with the next key soon after `rotate-keys` without a refused request', async () => {
    const before = await requestToken(one);

    const { kid } = (await runCommand(database.url, 'rotate-keys')) as { kid: string };

    for (const service of [one, other]) {
      await eventually(async () => getKid(await requestToken(service)) === kid);
      expect(await getStatus(service, before)).toBe(200);
      expect(await getStatus(service, await requestToken(service === one ? other : one))).toBe(200);
    }
    expect(getKid(before)).not.toBe(kid);
  });

  it('both refuse the tokens of the keys before soon after `rotate-keys --revoke`, and issue others', async () => {
    const before = await requestToken(one);
    // The processes that have cached the token as valid must drop it.
    expect([await getStatus(one, before), await getStatus(other, before)]).toEqual([200, 200]);

    const { kid } = (await runCommand(database.url, 'rotate-keys', '--revoke')) as { kid: string };

    for (const service of [one, other]) {
      await eventually(async () => (await getStatus(service, before)) === 401);
      const token = await requestToken(service);
      expect([getKid(token), await getStatus(service, token)]).toEqual([kid, 200]);
    }
    const { keys } = (await (await fetch(`${one.url}/.well-known/jwks.json`)).json()) as { keys: object[] };
    expect(keys).not.toContainEqual(expect.objectContaining({ kid: getKid(before) }));
  });
});

function getKid(token: string): unknown {
  const [header = ''] = token.split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: unknown }).kid;
}
