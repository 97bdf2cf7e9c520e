import { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import type { Variables } from '../support/server-process.js';
import { testDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { administratorOf, prepareSite } from './prepared-site.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

const COLLECTION = '/api/node/tally';

describe('what another process does', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await testDatabase();
    await prepareSite(database.url);
    service = await startService(database.url, BEHIND_ONE_ADDRESS);
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  it('is soon in force when the command line changes a setting', async () => {
    const anonymous = new ApiClient(service.url, undefined);
    const status = async (): Promise<number> => (await anonymous.send('GET', COLLECTION)).status;
    expect(await status()).toBe(401);

    await runCommand(database.url, 'settings', 'set', 'publicAccess', 'true');
    await eventually(async () => (await status()) === 200);
    await runCommand(database.url, 'settings', 'set', 'publicAccess', 'false');
    await eventually(async () => (await status()) === 401);
  }, 300_000);

  it('is soon in force when the command line forbids writing', async () => {
    const api = await administratorOf(service);
    const document = { data: { type: 'node--tally', attributes: { title: 'Tally' } } };
    const status = async (): Promise<number> => (await api.send('POST', COLLECTION, { document })).status;
    expect(await status()).toBe(201);

    await runCommand(database.url, 'settings', 'set', 'allowedOperations', 'read_only');
    await eventually(async () => (await status()) === 403);
    await runCommand(database.url, 'settings', 'set', 'allowedOperations', 'read_write');
    await eventually(async () => (await status()) === 201);
  }, 300_000);

  it('does not keep a token alive: it is dead 300 s after issue in every process', async () => {
    const { token } = await administratorOf(service);
    const later = await Promise.all(
      [200, 300].map((seconds) => startService(database.url, clockAhead(seconds))),
    );

    const answers = await Promise.all(
      later.map(({ url }) => new ApiClient(url, token).send('GET', COLLECTION)),
    );

    await Promise.all(later.map((process) => process.stop()));
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect(answers[1]?.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="Access token could not be verified"',
    );
  }, 300_000);
});

function clockAhead(seconds: number): Variables {
  return { ...BEHIND_ONE_ADDRESS, CLOCK_OFFSET_SECONDS: String(seconds) };
}
