import { randomUUID } from 'node:crypto';
import { HTTP, type CloudEvent } from 'cloudevents';
import { Tracing } from '@content-service/app';
import type { EventMessage } from '@content-service/sink';
import { createAdministrator, prepareSite, TOPIC } from '../durability/prepared-site.js';
import type { ApiClient } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { TraceCollector } from '../support/trace-collector.js';
import { AmqpBroker } from './amqp-broker.js';
import { NatsBroker } from './nats-broker.js';

interface Consumer {
  readonly name: string;
  readonly state: string;
  readonly error: string | null;
  readonly holder: string | null;
  readonly lag: { readonly events: number };
}

const BROKERS = [
  ['NATS', () => NatsBroker.connect()],
  ['RabbitMQ', () => AmqpBroker.connect()],
] as const;

describe.each(BROKERS)('BROKER_URL of %s', (_, connect) => {
  let broker: NatsBroker | AmqpBroker;
  let proxy: TcpProxy;
  let prefix: string;
  let variables: Record<string, string>;
  beforeEach(async () => {
    broker = await connect();
    proxy = await TcpProxy.start(broker.url);
    prefix = `test-${randomUUID().slice(0, 8)}`;
    variables = { BROKER_URL: proxy.url, BROKER_PREFIX: prefix, BROKER_EVENTS: 'entries' };
  });
  afterEach(async () => {
    await proxy.cut();
    await broker.remove(prefix);
    await broker.close();
  });

  describe('of a service', () => {
    let site: ManagedSite;
    let manager: ManagementClient;
    afterEach(() => site.stop());

    const start = async (more: Record<string, string> = {}): Promise<void> => {
      site = await ManagedSite.start({ ...variables, ...more });
      manager = await site.administrator();
    };
    const waitForConsumer = async (isReached: (consumer: Consumer) => boolean): Promise<Consumer> => {
      let found: Consumer | undefined;
      await eventually(async () => {
        const { body } = await manager.get('/manage/consumers');
        found = (body as { items: Consumer[] }).items.find(({ name }) => name === 'broker');
        return found !== undefined && isReached(found);
      });
      return found as Consumer;
    };

    it('gets an article that is created and changed, as CloudEvents', async () => {
      await start({ BROKER_MANAGE: 'true' });
      await waitForConsumer(({ holder, state }) => holder !== null && state === 'ok');
      await eventually(async () => broker.exists(prefix));
      const received = await broker.subscribe(prefix);
      const api = site.app.api.asAdministrator();

      const created = await api.post('/api/node/article', {
        data: { type: 'node--article', attributes: { title: 'Harbour', status: false } },
      });
      const { id } = (created.body as { data: { id: string } }).data;
      const attributes = { title: 'Harbour opened', status: true };
      await api.patch(`/api/node/article/${id}`, { data: { type: 'node--article', id, attributes } });

      const messages = await received.receive(2);
      expect(messages.map(({ topic }) => topic)).toEqual([
        'entry.node.article.created',
        'entry.node.article.published',
      ]);
      const events = messages.map(toCloudEvent);
      expect(events.map((event) => event.validate())).toEqual([true, true]);
      expect(events.map((event) => event.id)).toEqual(messages.map((message) => message.id));
      expect(events[1]).toMatchObject({
        type: 'content-service.entry.published',
        source: site.oauth.url,
        subject: `node--article/${id}`,
        partitionkey: id,
        sequence: expect.stringMatching(/^\d{20}$/),
        data: {
          type: 'entry.published',
          data: { type: 'node--article', id, attributes: expect.objectContaining(attributes) },
          meta: { event: { changed: ['status', 'title'], client: 'administrator' } },
        },
      });
      await waitForConsumer(({ lag }) => lag.events === 0);
    });

    it('gets each batch with the trace context of the span that publishes it', async () => {
      const collector = await TraceCollector.start();
      const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_on' };
      await start({ BROKER_MANAGE: 'true', ...traced });
      await eventually(async () => broker.exists(prefix));
      const received = await broker.subscribe(prefix);

      await site.app.site.articles({ published: 1, unpublished: 0 });

      const [message] = await received.receive(1);
      await eventually(async () => {
        await site.app.nest.get(Tracing).flush();
        return collector.spans.some(({ name }) => name === 'publish');
      });
      const span = collector.spans.find(({ name }) => name === 'publish');
      expect(message?.headers).toEqual({ traceparent: `00-${span?.traceId}-${span?.spanId}-01` });
      expect(span).toMatchObject({
        kind: 4,
        failed: false,
        attributes: {
          'messaging.operation.name': 'publish',
          'messaging.batch.message_count': 1,
          'server.address': '127.0.0.1',
        },
      });
      await collector.stop();
    });

    it('gets changes of management data, too, with BROKER_EVENTS=all', async () => {
      await start({ BROKER_MANAGE: 'true', BROKER_EVENTS: 'all' });
      await eventually(async () => broker.exists(prefix));
      const received = await broker.subscribe(prefix);

      await manager.post('/manage/roles', { name: 'author', label: 'Author', scopes: ['member'] });

      let message: EventMessage | undefined;
      await eventually(async () => {
        message = (await received.receive(1)).find(({ topic }) => topic === 'role.created');
        return message !== undefined;
      });
      const event = message && toCloudEvent(message);
      expect(event?.validate()).toBe(true);
      expect(event).toMatchObject({
        type: 'content-service.role.created',
        subject: 'role/author',
        data: { data: { action: 'role.created', details: { label: 'Author', scopes: ['member'] } } },
      });
    });

    it('gets events again by a replay, with their ids, and says that it is one', async () => {
      await start({ BROKER_MANAGE: 'true' });
      await eventually(async () => broker.exists(prefix));
      const received = await broker.subscribe(prefix);
      const articles = await site.app.site.articles({ published: 2, unpublished: 0 });
      const ids = (await received.receive(2)).map((message) => toCloudEvent(message).id);

      const range = { from: '2000-01-01T00:00:00Z', types: ['entry.created'] };
      const answer = await manager.post('/manage/consumers/broker/replay', range);
      expect(answer.status).toBe(202);
      const { id } = answer.body as { id: string };
      await eventually(async () => (await manager.get(`/manage/jobs/${id}`)).body.state === 'succeeded');

      const again = (await received.receive(4)).slice(2).map(toCloudEvent);
      expect(again.map((event) => event.id)).toEqual(ids);
      expect(again.map(({ subject }) => subject)).toEqual(articles.map(({ id }) => `node--article/${id}`));
      const replayed = { data: { meta: { event: { replay: true } } } };
      expect(again).toMatchObject([replayed, replayed]);
      expect((await manager.get(`/manage/jobs/${id}`)).body).toMatchObject({
        ...{ kind: 'broker.replay', result: { events: 2 } },
      });
      const { body } = await manager.get('/manage/audit-log?action=consumer.replayed');
      expect(body.items[0]).toMatchObject({ subject: { id: 'broker' }, details: { job: id, ...range } });

      const refused = await manager.post('/manage/consumers/webhooks/replay', range);
      expect(formatProblem(refused)).toBe('409 consumer_not_replayable');
      const wrong = await manager.post('/manage/consumers/broker/replay', { from: 'yesterday' });
      expect([wrong.status, wrong.body.errors?.[0]?.pointer ?? wrong.body.pointer]).toEqual([422, '/from']);
    });

    it('is an error of the consumer while its stream or exchange is missing; no event is lost', async () => {
      await start();
      const { error, holder } = await waitForConsumer(({ state }) => state === 'error');
      expect(error).toContain(
        `has no ${broker.getDestination(prefix)}: create it, or set BROKER_MANAGE=true.`,
      );
      expect(holder).toBeNull();

      const article = await site.app.site.article({ title: 'Harbour' });
      await broker.create(prefix);
      const received = await broker.subscribe(prefix);

      const [message] = await received.receive(1);
      expect(toCloudEvent(message).subject).toBe(`node--article/${article.id}`);
      expect(await waitForConsumer(({ state }) => state === 'ok')).toMatchObject({ error: null });
    });

    it('gets later what happened while it could not be reached', async () => {
      await broker.create(prefix);
      const received = await broker.subscribe(prefix);
      await proxy.cut();
      await start();
      const { error } = await waitForConsumer(({ state }) => state === 'error');
      expect(error).toMatch(/^The broker \w+:\/\/127\.0\.0\.1:\d+ does not take events: /);
      const articles = await site.app.site.articles({ published: 2, unpublished: 1 });

      await proxy.listen();

      const subjects = (await received.receive(3)).map((message) => toCloudEvent(message).subject);
      expect(subjects).toEqual(articles.map(({ id }) => `node--article/${id}`));
    });
  });

  describe('of a service that is killed', () => {
    let database: TestDatabase;
    const services: Service[] = [];
    beforeEach(async () => {
      database = await createTestDatabase();
      await prepareSite(database.url);
      await broker.create(prefix);
    });
    afterEach(async () => {
      for (const service of services.splice(0)) await service.stop();
      await database.remove();
    });

    /** Starts a service that publishes. */
    const start = async (): Promise<ApiClient> => {
      const service = await startService(database.url, variables);
      services.push(service);
      const api = await createAdministrator(service);
      await eventually(async () => {
        const { items } = (await (await api.send('GET', '/manage/consumers')).json()) as {
          items: Consumer[];
        };
        return items.some(({ name, holder }) => name === 'broker' && holder !== null);
      });
      return api;
    };

    it('gets an event again that was stored before the service knew it, with the same id, and misses none', async () => {
      const received = await broker.subscribe(prefix);
      const first = await start();
      const entries = [await createTally(first)];
      await received.receive(1);
      proxy.withholdAnswers();
      entries.push(await createTally(first));
      await received.receive(2);

      await services.splice(0)[0]?.kill();
      await proxy.cut();
      await proxy.listen();
      entries.push(await createTally(await start()));

      const messages = await received.receive(broker.deduplicates ? 3 : 4);
      expect(new Set(messages.map((message) => message.id)).size).toBe(3);
      const subjects = messages.map((message) => toCloudEvent(message).subject);
      const [one, two, three] = entries.map((id) => `node--tally/${id}`);
      expect(subjects).toEqual(broker.deduplicates ? [one, two, three] : [one, two, two, three]);
    });
  });
});

/** @throws ValidationError when the message is no CloudEvent in structured mode */
function toCloudEvent(message: EventMessage | undefined): CloudEvent<unknown> {
  const { contentType, body } = message ?? { contentType: '', body: '' };
  return HTTP.toEvent({ headers: { 'content-type': contentType }, body }) as CloudEvent<unknown>;
}

async function createTally(api: ApiClient): Promise<string> {
  const { id } = await api.create('node--tally', {
    attributes: { title: 'Tally', field_count: 1, field_notes: [] },
    relationships: { field_topic: { data: TOPIC } },
  });
  return id;
}
