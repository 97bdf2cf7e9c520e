import type { ApiClient } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createAdministrator, prepareSite, TOPIC } from './prepared-site.js';

const ROUNDS = 10;
const WRITERS = 6;
/** Upper bound of the random number of acknowledged entries after which a round is killed. */
const MOST_ENTRIES = 60;

describe('a service that is killed repeatedly while it creates entries', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  }, 300_000);
  afterAll(() => database.remove());

  it('loses no acknowledged entry, and its index tables match the entries', async () => {
    // Kept outside the killed process.
    const acknowledged = new Set<string>();

    for (let round = 0; round < ROUNDS; round++) {
      const service = await startService(database.url);
      await createUntilKilled(service, acknowledged);
    }

    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
    const survivor = await startService(database.url);
    const stored = await storedIds(await createAdministrator(survivor));
    await survivor.stop();
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS);
  }, 600_000);
});

/** Several writers run until the service is killed; requests in flight at that moment may or may not be stored. */
async function createUntilKilled(service: Service, acknowledged: Set<string>): Promise<void> {
  const api = await createAdministrator(service);
  const enough = acknowledged.size + 1 + Math.floor(Math.random() * MOST_ENTRIES);
  let killing: Promise<unknown> | undefined;
  const write = async (): Promise<void> => {
    for (;;) {
      const created = await createTally(api).catch(() => undefined);
      if (created === undefined) return;
      acknowledged.add(created);
      if (acknowledged.size >= enough) killing ??= service.kill();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await killing;
  expect(killing).toBeDefined();
}

async function createTally(api: ApiClient): Promise<string> {
  const { id } = await api.create('node--tally', {
    attributes: { title: 'Tally', field_count: 1, field_notes: ['one', 'two'] },
    relationships: { field_topic: { data: TOPIC } },
  });
  return id;
}

async function storedIds(api: ApiClient): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { data } of api.pages('/api/node/tally?fields[node--tally]='))
    for (const { id } of data) ids.add(id);
  return ids;
}
