import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { EventMessage, EventSink } from '../event-sink.js';
import { BrokerDestinationMissing, BrokerUnavailable } from '../sink.errors.js';
import { createMessages, getIds, publishAll } from './messages.js';
import type { EventSinkFixture, Subscription } from './event-sink-fixture.js';

export type { EventSinkFixture, Subscription } from './event-sink-fixture.js';

type Body = () => Promise<void> | void;

/**
 * What the kit needs of a test runner. Jest has these functions as globals, Vitest with `globals: true`; for `node:test` they
 * are `{ describe, it, beforeAll: before, afterAll: after, afterEach }`.
 */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  /** With the time limit of a test that takes long, for runners that have one. */
  readonly it: (name: string, body: Body, limitMs?: number) => unknown;
  readonly beforeAll: (body: Body) => unknown;
  readonly afterAll: (body: Body) => unknown;
  readonly afterEach: (body: Body) => unknown;
}

const MANY = 10_000;
const MANY_LIMIT_MS = 300_000;
/** How often the line breaks while many events are published. */
const CUTS = 5;

/**
 * Tests that every adapter of `EventSink` passes, on a real broker. Names are random and removed afterwards.
 *
 * @param runner the test functions; by default the globals of Jest or Vitest
 */
export function describeEventSink(
  name: string,
  createFixture: () => Promise<EventSinkFixture>,
  runner: TestRunner = globalThis as unknown as TestRunner,
): void {
  const { describe, it, beforeAll, afterAll, afterEach } = runner;
  describe(name, () => {
    let fixture: EventSinkFixture;
    let prefix: string;
    let sink: EventSink;
    const used = new Set<string>();
    beforeAll(async () => {
      fixture = await createFixture();
    });
    afterEach(async () => {
      await fixture.restore();
      await sink.close();
      for (const one of used) await fixture.remove(one);
      used.clear();
    });
    afterAll(() => fixture.close());

    /** A new prefix, and a sink with it that is not open. */
    const create = (manage: boolean): void => {
      prefix = `test-${randomUUID().slice(0, 8)}`;
      used.add(prefix);
      sink = fixture.createSink({ prefix, manage });
    };
    /** An open sink with a new stream or exchange, whose messages are received. */
    const open = async (): Promise<Subscription> => {
      create(true);
      await sink.open();
      return fixture.subscribe(prefix);
    };

    it('publishes in order, with id, topic, content type and body', async () => {
      const subscription = await open();
      const messages = createMessages(200);

      assert.equal(await sink.publish(messages), 199);

      assert.deepEqual(await subscription.receive(200), messages);
    });

    it('publishes the headers of a message', async () => {
      const subscription = await open();
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const messages = createMessages(1).map((message) => ({ ...message, headers: { traceparent } }));

      await sink.publish(messages);

      assert.deepEqual(await subscription.receive(1), messages);
    });

    it('publishes a single event after others', async () => {
      const subscription = await open();
      const messages = createMessages(3);

      for (const message of messages) assert.equal(await sink.publish([message]), 0);

      assert.deepEqual(getIds(await subscription.receive(3)), getIds(messages));
    });

    it('knows an event again that was published before its confirmation was lost', async () => {
      const subscription = await open();
      const [first, second] = createMessages(2) as [EventMessage, EventMessage];
      await sink.publish([first]);
      fixture.loseNextConfirmation();

      await assert.rejects(sink.publish([second]), BrokerUnavailable);
      await subscription.receive(2);
      await sink.close();
      await sink.open();
      assert.equal(await sink.publish([second]), 0);

      const [last] = createMessages(1) as [EventMessage];
      await sink.publish([last]);
      const received = await subscription.receive(fixture.deduplicates ? 3 : 4);
      assert.deepEqual(
        getIds(received),
        getIds([first, second, ...(fixture.deduplicates ? [] : [second]), last]),
      );
    });

    it(
      `loses none of ${MANY.toLocaleString('en')} events, and keeps their order, while connections break`,
      async () => {
        const subscription = await open();
        const messages = createMessages(MANY);

        const cuts = await publishAll(sink, messages, CUTS, () => {
          fixture.loseNextConfirmation();
        });

        assert.equal(cuts, CUTS);
        const received = await subscription.receiveUntil(messages.at(-1)?.id ?? '');
        assert.deepEqual([...new Set(getIds(received))], getIds(messages));
        if (fixture.deduplicates) assert.equal(received.length, MANY);
      },
      MANY_LIMIT_MS,
    );

    it('fails without a connection, and publishes when it was opened again', async () => {
      const subscription = await open();
      await fixture.cut();

      await assert.rejects(sink.publish(createMessages(2)), BrokerUnavailable);
      await sink.close();
      await assert.rejects(sink.open(), BrokerUnavailable);
      await fixture.restore();
      await sink.open();

      const messages = createMessages(2);
      assert.equal(await sink.publish(messages), 1);
      assert.deepEqual(getIds(await subscription.receive(2)), getIds(messages));
    });

    it('fails when the broker does not answer, and does not wait for ever', async () => {
      const subscription = await open();
      const messages = createMessages(2);
      fixture.withholdConfirmations();

      await assert.rejects(sink.publish(messages), BrokerUnavailable);
      await sink.close();
      await assert.rejects(sink.open(), BrokerUnavailable);
      await fixture.restore();
      await sink.open();

      assert.equal(await sink.publish(messages), 1);
      const received = await subscription.receive(fixture.deduplicates ? 2 : 4);
      assert.deepEqual([...new Set(getIds(received))], getIds(messages));
    });

    it('fails to open where nothing listens, and names the broker without its password', async () => {
      create(false);
      await fixture.cut();

      const error = await catchError(sink.open());

      assert.ok(error instanceof BrokerUnavailable);
      assert.match(error.message, /^The broker \w+:\/\/127\.0\.0\.1:\d+ does not take events: \S.*\.$/);
    });

    it('does not open without a stream or exchange, and says what is missing', async () => {
      create(false);

      const error = await catchError(sink.open());

      assert.ok(error instanceof BrokerDestinationMissing);
      assert.ok(error.message.includes(fixture.getDestination(prefix)), error.message);
      assert.ok(error.message.includes('BROKER_MANAGE=true'), error.message);
    });

    it('uses a stream or exchange that is there', async () => {
      await open();
      await sink.close();
      for (const manage of [true, false]) {
        sink = fixture.createSink({ prefix, manage });
        await sink.open();
        assert.equal(await sink.publish(createMessages(1)), 0);
        await sink.close();
      }
    });

    it('fails when its stream or exchange was removed, and can be opened again when it is there', async () => {
      await open();
      await fixture.remove(prefix);

      await assert.rejects(sink.publish(createMessages(1)), BrokerDestinationMissing);
      await sink.close();
      await sink.open();

      assert.equal(await sink.publish(createMessages(1)), 0);
    });

    it('can be closed twice, and before it was open', async () => {
      create(true);

      await sink.close();
      await sink.open();
      await sink.close();
      await sink.close();

      await assert.rejects(sink.publish(createMessages(1)), BrokerUnavailable);
    });
  });
}

function catchError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
