import { prepareSite, createAdministrator } from '../durability/prepared-site.js';
import { BEHIND_ONE_ADDRESS } from '../durability/processes.js';
import { UnexpectedResponse } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import { printFigures, scaled } from './scale.js';

const ROUNDS = scaled(4, 10);
const WRITERS = 6;
/** Upper bound of the random number of acknowledged writes after which a process is killed. */
const WRITES_MAXIMUM = 60;
/** SQLite belongs to one process. */
const PROCESSES = process.env['TEST_STORAGE'] === 'sqlite' ? 1 : 2;
const PATH = '/events';

const SETTINGS = {
  ...BEHIND_ONE_ADDRESS,
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  // A call whose process was killed is repeated when its lease has expired: the time limit and 15 s.
  WEBHOOK_TIMEOUT_MS: '1000',
};

/** The parts of the body of a call that the test compares. */
interface EventDocument {
  readonly data: { readonly id: string };
  readonly meta: { readonly event: { readonly version: number } };
}

describe('processes that write, sequence and deliver events, and are killed at random', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    database = await createTestDatabase();
    await prepareSite(database.url);
  });
  afterAll(async () => {
    await receiver.stop();
    await database.remove();
  });

  it('deliver every acknowledged write, in order for each entry, and one body for each message', async () => {
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => startService(database.url, SETTINGS)),
    );
    await createWebhook(services[0]!, receiver.url(PATH));
    const acknowledged = new Map<string, number>();

    for (let round = 0; round < ROUNDS; round++) {
      const victim = Math.floor(Math.random() * PROCESSES);
      await writeUntilKilled(services, services[victim]!, acknowledged);
      services[victim] = await startService(database.url, SETTINGS);
    }

    // The leases of the last killed process have to expire.
    await eventually(() => Promise.resolve(findMissing(acknowledged, receiver).length === 0));
    await Promise.all(services.map((service) => service.stop()));
    expect(findUnordered(receiver)).toEqual([]);
    expect(findChangedBodies(receiver)).toEqual([]);
    printFigures(`killed consumers, ${PROCESSES} processes`, {
      rounds: ROUNDS,
      entries: acknowledged.size,
      calls: receiver.calls.length,
      messages: new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size,
    });
  }, 900_000);
});

async function createWebhook(service: Service, url: string): Promise<void> {
  const api = await createAdministrator(service);
  const answer = await api.send('POST', '/manage/webhooks', {
    document: { label: 'All events', url, visibility: 'content', maxConcurrency: 16 },
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  });
  if (answer.status !== 201) throw new UnexpectedResponse(answer.status, await answer.text());
}

/**
 * Writers create entries and update them through all processes, until the victim is killed; requests in flight at that
 * moment may or may not be stored.
 *
 * @param acknowledged the newest confirmed version of each entry
 */
async function writeUntilKilled(
  services: readonly Service[],
  victim: Service,
  acknowledged: Map<string, number>,
): Promise<void> {
  let remaining = 1 + Math.floor(Math.random() * WRITES_MAXIMUM);
  let killing: Promise<unknown> | undefined;
  const confirm = (id: string, version: number): void => {
    acknowledged.set(id, version);
    remaining -= 1;
    if (remaining <= 0) killing ??= victim.kill();
  };
  const write = async (service: Service): Promise<void> => {
    const api = await createAdministrator(service);
    while (killing === undefined) {
      const { id } = await api.create('node--tally', { attributes: { title: 'Tally', field_count: 1 } });
      confirm(id, 1);
      await api.update({ type: 'node--tally', id }, { attributes: { field_count: 2 } });
      confirm(id, 2);
    }
  };
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const service = services[writer % services.length]!;
      try {
        await write(service);
      } catch (error) {
        // Requests to the killed process end with its connections.
        if (service !== victim || killing === undefined || error instanceof UnexpectedResponse) throw error;
      }
    }),
  );
  await killing;
}

function parse(body: string): { readonly id: string; readonly version: number } {
  const { data, meta } = JSON.parse(body) as EventDocument;
  return { id: data.id, version: meta.event.version };
}

/** Acknowledged versions of entries without a call, such as `<id> 2`. */
function findMissing(acknowledged: ReadonlyMap<string, number>, { calls }: Receiver): string[] {
  const delivered = new Set(
    calls.map(({ body }) => {
      const { id, version } = parse(body);
      return `${id} ${version}`;
    }),
  );
  return [...acknowledged]
    .flatMap(([id, newest]) => Array.from({ length: newest }, (_, index) => `${id} ${index + 1}`))
    .filter((version) => !delivered.has(version));
}

/** Entries whose versions arrived first in another order. */
function findUnordered({ calls }: Receiver): string[] {
  const newest = new Map<string, number>();
  const unordered: string[] = [];
  for (const { body } of calls) {
    const { id, version } = parse(body);
    const before = newest.get(id) ?? 0;
    if (version > before + 1) unordered.push(id);
    newest.set(id, Math.max(before, version));
  }
  return unordered;
}

/** Ids of messages that were sent with several bodies. */
function findChangedBodies({ calls }: Receiver): string[] {
  const bodies = new Map<string, string>();
  return calls.flatMap(({ headers, body }) => {
    const id = headers['webhook-id'] ?? '';
    const first = bodies.get(id) ?? body;
    bodies.set(id, first);
    return first === body ? [] : [id];
  });
}
