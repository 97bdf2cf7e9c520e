import { fileURLToPath } from 'node:url';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import type { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { Load } from './load.js';
import { printFigures, scaled } from './scale.js';

const LIMITED_SQLITE = fileURLToPath(new URL('limited-sqlite.mjs', import.meta.url));
const TALLIES = '/api/node/tally';

describe('a service whose SQLite file cannot grow', () => {
  let database: TestDatabase;
  let service: Service;
  let api: ApiClient;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    await prepareSite(database.url);
    const settings = { LOG_LEVEL: 'fatal' };
    service = await startService(database.url, settings, { node: ['--import', LIMITED_SQLITE] });
    api = await createAdministrator(service);
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  it('answers writes with 503 storage_full and Retry-After, and goes on when there is room', async () => {
    const load = new Load(api, 30_000);
    await load.untilWrites(20);
    toggleFull();
    await eventually(async () => (await write(api)).status === 503);
    const [refused, read, ready] = [
      await write(api),
      await api.send('GET', TALLIES),
      await fetch(`${service.url}/health/ready`),
    ];
    toggleFull();
    const recoverySeconds = await load.untilWrites(scaled(20, 200));
    const report = await load.stop();

    printFigures('SQLite, full', { ...report, recoverySeconds });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'storage_full' }] });
    expect([read.status, ready.status]).toEqual([200, 200]);
    expect(report).toMatchObject({ lost: 0, hanging: 0 });
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  }, 600_000);

  function toggleFull(): void {
    process.kill(service.pid, 'SIGUSR2');
  }
});

/** Creates an entry that needs pages of its own. */
function write(api: ApiClient): Promise<Response> {
  const attributes = {
    title: 'Large',
    field_notes: Array.from({ length: 40 }, (_, n) => `${n}`.repeat(100)),
  };
  return api.send('POST', TALLIES, { document: { data: { type: 'node--tally', attributes } } });
}
