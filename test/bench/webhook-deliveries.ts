// `npm run bench:webhooks`: deliveries per second to one endpoint whose receiver answers at once, on each engine.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createStorage, HttpWebhookSender, parseConfig } from '@content-service/app';
import { ContentModelService } from '@content-service/bundles';
import { Entry } from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { SystemClock, UuidV7Generator } from '@content-service/kernel';
import { ScopeSet } from '@content-service/scopes';
import {
  CLOSED_CIRCUIT,
  createDelivery,
  DEFAULT_RETRY_SCHEDULE,
  type WebhookDefinition,
  WebhookDispatcher,
  WebhookSecretSealer,
} from '@content-service/webhooks';
import { createTestDatabase, StatementCounter } from '../support/database.js';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: ['sqlite', 'mariadb'] },
    deliveries: { type: 'string', default: '1000' },
    /** The deliveries of one entry are made one after the other. */
    versions: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '4' },
  },
});

const BATCH = 100;
const ids = new UuidV7Generator();
const clock = new SystemClock();

for (const engine of values.engine) console.log(engine, await measure(engine, Number(values.deliveries)));

/** @returns deliveries per second and statements per delivery, of deliveries that wait */
async function measure(engine: string, count: number): Promise<object> {
  const counter = new StatementCounter();
  const database = await createTestDatabase(engine);
  const storage = await createStorage(
    parseConfig({ DATABASE_URL: database.url, KEY_SECRET: 'x'.repeat(32), BASE_URL: 'http://127.0.0.1' }),
  );
  await storage.open();
  await storage.migrate();
  let calls = 0;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const sender = new HttpWebhookSender({
    ...{ timeoutMs: 15_000, allowHttp: true, allowedNetworks: ['127.0.0.0/8'], ownPort: 0 },
  });
  try {
    const sealer = new WebhookSecretSealer({ keySecret: 'a secret', previousKeySecret: undefined });
    const id = ids.next();
    const definition: WebhookDefinition = {
      ...{ label: 'Measured', url, types: [], resourceTypes: [], operations: [], visibility: 'content' },
      ...{ payload: 'full', format: 'json', ordering: 'entry', latestOnly: false, enabled: true },
      maxConcurrency: Number(values.concurrency),
    };
    await storage.webhookEndpoints.add({
      ...{ id, definition, owner: { kind: 'operator' }, circuit: CLOSED_CIRCUIT, version: 1 },
      ...{
        createdAt: clock.now(),
        startPosition: 0,
        ...sealer.seal(id, { current: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }, {}),
      },
    });
    await writeEvents(storage, count);
    for (const events of await readEvents(storage))
      await storage.webhookDeliveries.add(
        events.map((event) => createDelivery(ids.next(), id, event, clock.now())),
      );
    const dispatcher = new WebhookDispatcher(
      storage.webhookDeliveries,
      {
        ...{ log: storage.events, sender, sealer, ids, clock, schedule: DEFAULT_RETRY_SCHEDULE },
        ...{ userAgent: 'content-service', random: Math.random },
        findScopes: async () => {
          await storage.clients.find('owner');
          return ScopeSet.of('content:administer');
        },
        serialize: (event) => ({ contentType: 'application/json', body: JSON.stringify(event.subject) }),
      },
      {
        ...{
          concurrency: 32,
          leaseSeconds: 30,
          pollMs: 1000,
          onResult: () => undefined,
          onCircuit: () => undefined,
        },
        ...{ createDisablingEvents: () => [], onDisabled: () => undefined, onError: console.error },
      },
    );
    const before = counter.count;
    const started = performance.now();
    dispatcher.start();
    while ((await storage.webhookDeliveries.countUnfinished(id, 1)) > 0)
      await new Promise((resolve) => setTimeout(resolve, 200));
    const seconds = (performance.now() - started) / 1000;
    const statements = counter.count - before;
    await dispatcher.stop(1000);
    return {
      ...{ deliveries: count, calls, perSecond: Math.round(count / seconds) },
      statementsPerDelivery: Number((statements / count).toFixed(2)),
    };
  } finally {
    receiver.close();
    receiver.closeAllConnections();
    await storage.close();
    await database.remove();
    counter.stop();
  }
}

type BenchStorage = Awaited<ReturnType<typeof createStorage>>;

async function writeEvents(
  { bundles, entries, events, eventConsumers }: BenchStorage,
  count: number,
): Promise<void> {
  const article = { entityType: 'node', bundle: 'article', label: 'Article', fields: [] };
  const { version: modelVersion } = await new ContentModelService(bundles).put(article);
  const versions = Number(values.versions);
  for (let n = 0; n < count; n += versions) {
    const id = ids.next();
    for (let version = 1; version <= versions; version += 1) {
      const head = { id, type: 'node--article', published: true, created: 1, changed: 1, position: n + 1 };
      const entry = Entry.of({ ...head, version, modelVersion }, { title: `Version ${version}` }, {});
      await entries.apply([
        version === 1 ? { kind: 'insert', entry } : { kind: 'update', entry, expectedVersion: version - 1 },
      ]);
    }
  }
  const held = await eventConsumers.acquire(SEQUENCER, 'bench', 600);
  if (held === undefined) throw new Error('The lease is not free.');
  while ((await events.sequence(held.lease, 500)) > 0);
}

async function readEvents({
  events,
}: BenchStorage): Promise<Awaited<ReturnType<BenchStorage['events']['read']>>[]> {
  const batches = [];
  for (let after = 0; ;) {
    const batch = await events.read(after, BATCH);
    const last = batch.at(-1);
    if (last === undefined) return batches;
    batches.push(batch);
    after = last.position;
  }
}
