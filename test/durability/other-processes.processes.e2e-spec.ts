import { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { shiftClock } from '../support/process-variables.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createAdministrator, prepareSite } from './prepared-site.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

const COLLECTION = '/api/node/tally';

describe('a change by another process', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
    service = await startService(database.url, BEHIND_ONE_ADDRESS);
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  it('applies within two seconds: a setting changed by the command line', async () => {
    const anonymous = new ApiClient(service.url, undefined);
    const status = async (): Promise<number> => (await anonymous.send('GET', COLLECTION)).status;
    expect(await status()).toBe(401);

    await runCommand(database.url, 'settings', 'set', 'publicAccess', 'true');
    await eventually(async () => (await status()) === 200);
    await runCommand(database.url, 'settings', 'set', 'publicAccess', 'false');
    await eventually(async () => (await status()) === 401);
  });

  it('applies within two seconds: writing forbidden by the command line', async () => {
    const api = await createAdministrator(service);
    const document = { data: { type: 'node--tally', attributes: { title: 'Tally' } } };
    const status = async (): Promise<number> => (await api.send('POST', COLLECTION, { document })).status;
    expect(await status()).toBe(201);

    await runCommand(database.url, 'settings', 'set', 'allowedOperations', 'read_only');
    await eventually(async () => (await status()) === 403);
    await runCommand(database.url, 'settings', 'set', 'allowedOperations', 'read_write');
    await eventually(async () => (await status()) === 201);
  });

  it('does not extend a token: it expires 300 s after issue in every process', async () => {
    const { token } = await createAdministrator(service);
    const later = await Promise.all(
      [200, 300].map((seconds) =>
        startService(database.url, { ...BEHIND_ONE_ADDRESS, ...shiftClock(seconds) }),
      ),
    );

    const answers = await Promise.all(
      later.map(({ url }) => new ApiClient(url, token).send('GET', COLLECTION)),
    );

    await Promise.all(later.map((process) => process.stop()));
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect(answers[1]?.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="Access token could not be verified"',
    );
  });
});
