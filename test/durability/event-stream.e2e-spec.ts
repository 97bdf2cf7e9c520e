import { readCommand, startService, type Service } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { EventStreamReader } from '../support/event-stream.js';
import { mapConcurrently } from '../support/map-concurrently.js';
import { createAdministrator, prepareSite, TOPIC } from './prepared-site.js';

const WRITES = 20;

interface Subject {
  readonly type: string;
  readonly id: string;
}

describe('GET /api/events of a service that ends', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  });
  afterAll(() => database.remove());

  it('shows every acknowledged change once to a reader who resumes after a stop and after a kill', async () => {
    const acknowledged: string[] = [];
    const seen: { readonly event: string; readonly id: string }[] = [];
    let last: string | undefined;
    const endings = [
      (one: Service) => one.stop(),
      (one: Service) => one.kill(),
      (one: Service) => one.stop(),
    ];

    for (const end of endings) {
      const service = await startService(database.url);
      const reader = await openReader(service, last);
      acknowledged.push(...(await createTallies(service)));
      // The kill comes before the reader has everything.
      if (end !== endings[1]) await reader.waitForEvents(acknowledged.length - seen.length);
      await end(service);
      await reader.waitForEnd();
      seen.push(...reader.events);
      last = reader.messages.findLast(({ id }) => id !== undefined)?.id ?? last;
    }

    expect(seen.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
    expect(new Set(seen.map(({ event }) => event))).toEqual(new Set(['entry.created']));
    const lines = (await readCommand(database.url, 'events', 'tail', '--type', 'entry.created')).trim();
    const subjects = lines.split('\n').map((line) => (JSON.parse(line) as { subject: Subject }).subject);
    expect(subjects.filter(({ type }) => type === 'node--tally').map(({ id }) => id)).toEqual(
      seen.map(({ id }) => id),
    );
  });
});

async function openReader(service: Service, last: string | undefined): Promise<EventStreamReader> {
  const { token = '' } = await createAdministrator(service);
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(last === undefined ? {} : { 'Last-Event-ID': last }),
  };
  return EventStreamReader.open(`${service.url}/api/events?resourceTypes=node--tally`, headers);
}

async function createTallies(service: Service): Promise<string[]> {
  const api = await createAdministrator(service);
  const created: string[] = [];
  await mapConcurrently(Array.from({ length: WRITES }), async () => {
    const { id } = await api.create('node--tally', {
      attributes: { title: 'Tally', field_count: 1, field_notes: [] },
      relationships: { field_topic: { data: TOPIC } },
    });
    created.push(id);
  });
  return created;
}
