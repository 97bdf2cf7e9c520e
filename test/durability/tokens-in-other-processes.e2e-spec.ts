import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, runCommand, type Service, startService } from '../support/content-service.js';
import { testDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

describe('two processes behind one address', () => {
  let database: TestDatabase;
  let one: Service;
  let other: Service;
  beforeAll(async () => {
    database = await testDatabase();
    one = await startService(database.url, BEHIND_ONE_ADDRESS);
    other = await startService(database.url, BEHIND_ONE_ADDRESS);
  }, 300_000);
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await database.remove();
  });

  const tokenFrom = async ({ url }: Service): Promise<string> =>
    (await ApiClient.withCredentials(url, FIRST_CLIENT)).token ?? '';
  const statusAt = async ({ url }: Service, token: string): Promise<number> =>
    (await new ApiClient(url, token).send('GET', '/api')).status;

  it('take each other’s tokens', async () => {
    expect(await statusAt(other, await tokenFrom(one))).toBe(200);
    expect(await statusAt(one, await tokenFrom(other))).toBe(200);
  });

  it('both soon refuse a token that was revoked at one of them', async () => {
    const token = await tokenFrom(one);
    // Where it is known to be good, it must be forgotten.
    expect([await statusAt(one, token), await statusAt(other, token)]).toEqual([200, 200]);

    const body = new URLSearchParams({ ...FIRST_CLIENT, token });
    const { status } = await fetch(`${one.url}/oauth/revoke`, { method: 'POST', body });

    expect([status, await statusAt(one, token)]).toEqual([200, 401]);
    await eventually(async () => (await statusAt(other, token)) === 401);
  });

  it('soon sign with the next key after `rotate-keys`, and nobody notices', async () => {
    const before = await tokenFrom(one);

    const { kid } = (await runCommand(database.url, 'rotate-keys')) as { kid: string };

    for (const service of [one, other]) {
      await eventually(async () => kidOf(await tokenFrom(service)) === kid);
      expect(await statusAt(service, before)).toBe(200);
      expect(await statusAt(service, await tokenFrom(service === one ? other : one))).toBe(200);
    }
    expect(kidOf(before)).not.toBe(kid);
  });
});

function kidOf(token: string): unknown {
  const [header = ''] = token.split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: unknown }).kid;
}
