import {
  type AcquiredLease,
  ConsumerLeaseLost,
  type LoggedEvent,
  type Position,
} from '@content-service/events';
import {
  BROKER_CONSUMER,
  BrokerUnavailable,
  type EventMessage,
  EventPublisher,
  EventSink,
  getBrokerRetryDelayMs,
} from '@content-service/sink';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { writeEvents } from '../../platform/events/write-events.fixture.js';

/** A broker in memory that confirms as many events of a call as it is told. */
class TestSink extends EventSink {
  readonly published: EventMessage[] = [];
  readonly calls: string[] = [];
  /** Number of messages that the next call confirms. */
  confirms = Number.POSITIVE_INFINITY;

  override open(): Promise<void> {
    this.calls.push('open');
    return Promise.resolve();
  }

  override publish(messages: readonly EventMessage[]): Promise<number> {
    this.calls.push(`publish ${messages.length}`);
    const confirmed = messages.slice(0, this.confirms);
    this.confirms = Number.POSITIVE_INFINITY;
    this.published.push(...confirmed);
    return confirmed.length === 0
      ? Promise.reject(new BrokerUnavailable('nats://broker.example', 'timeout'))
      : Promise.resolve(confirmed.length - 1);
  }

  override close(): Promise<void> {
    this.calls.push('close');
    return Promise.resolve();
  }
}

describe('EventPublisher', () => {
  let storage: Storage;
  let sink: TestSink;
  let publisher: EventPublisher;
  let held: AcquiredLease;
  const gaps: Position[][] = [];
  const leftOut = new Set<Position>();
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    await storage.open();
    sink = new TestSink();
    gaps.length = 0;
    leftOut.clear();
    publisher = new EventPublisher(storage.events, storage.eventConsumers, sink, {
      isPublished: ({ position }) => !leftOut.has(position),
      toMessage: ({ id, type, position }: LoggedEvent) => ({
        ...{ id, topic: type, contentType: 'text/plain', body: String(position) },
      }),
      onGap: (...gap) => gaps.push(gap),
    });
    const acquired = await storage.eventConsumers.acquire(BROKER_CONSUMER, 'spec', 60);
    if (acquired === undefined) throw new Error('The lease is free.');
    held = acquired;
  });

  async function process(): Promise<void> {
    held = { ...held, position: await publisher.process(held) };
  }

  const getStoredPosition = async (): Promise<Position | undefined> =>
    (await storage.eventConsumers.list()).find(({ name }) => name === BROKER_CONSUMER)?.position;

  it('connects when there is nothing to publish', async () => {
    await process();

    expect(sink.calls).toEqual(['open']);
    expect(held.position).toBe(0);
  });

  it('publishes all events in the order of the log, a hundred at once', async () => {
    await writeEvents(storage, 150);

    await process();
    await process();

    expect(sink.calls).toEqual(['open', 'publish 100', 'publish 50']);
    expect(sink.published.map(({ body }) => Number(body))).toEqual(
      Array.from({ length: 150 }, (_, n) => n + 1),
    );
    expect(await getStoredPosition()).toBe(150);
  });

  it('goes on behind the last confirmed event', async () => {
    await writeEvents(storage, 5);
    sink.confirms = 2;

    await process();
    expect(await getStoredPosition()).toBe(2);
    await process();

    expect(sink.published.map(({ body }) => body)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('passes over events that the broker does not get', async () => {
    await writeEvents(storage, 5);
    for (const position of [1, 3, 5]) leftOut.add(position);
    sink.confirms = 1;

    await process();
    expect(await getStoredPosition()).toBe(3);
    await process();

    expect(sink.published.map(({ body }) => body)).toEqual(['2', '4']);
    expect(await getStoredPosition()).toBe(5);
  });

  it('leaves the position and connects anew when no event was confirmed', async () => {
    await writeEvents(storage, 1);
    sink.confirms = 0;

    await expect(process()).rejects.toThrow(BrokerUnavailable);
    expect(await getStoredPosition()).toBe(0);
    await process();

    expect(sink.calls).toEqual(['open', 'publish 1', 'close', 'open', 'publish 1']);
    expect(await getStoredPosition()).toBe(1);
  });

  it('publishes an event again with its id when its position could not be stored', async () => {
    await writeEvents(storage, 1);
    await storage.eventConsumers.release(held.lease);
    await expect(process()).rejects.toThrow(ConsumerLeaseLost);

    held = (await storage.eventConsumers.acquire(BROKER_CONSUMER, 'other', 60)) ?? held;
    await process();

    const [first, second] = sink.published;
    expect(sink.published).toHaveLength(2);
    expect(second?.id).toBe(first?.id);
  });

  it('reports events that were deleted before they were published', async () => {
    await writeEvents(storage, 5);
    await storage.events.prune({ upTo: 3, recordedBefore: Number.MAX_SAFE_INTEGER }, 10);

    await process();

    expect(gaps).toEqual([[0, 4]]);
    expect(sink.published.map(({ body }) => body)).toEqual(['4', '5']);
  });

  it('reports a gap once although events behind it are tried again', async () => {
    await writeEvents(storage, 5);
    await storage.events.prune({ upTo: 3, recordedBefore: Number.MAX_SAFE_INTEGER }, 10);
    sink.confirms = 0;

    await expect(process()).rejects.toThrow(BrokerUnavailable);
    expect(gaps).toEqual([]);
    await process();
    await process();

    expect(gaps).toEqual([[0, 4]]);
  });
});

describe('getBrokerRetryDelayMs', () => {
  it.each([
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [6, 32_000],
    [7, 60_000],
    [2000, 60_000],
  ])('after failure %i is %i ms', (failures, delay) => {
    expect(getBrokerRetryDelayMs(failures)).toBe(delay);
  });
});
