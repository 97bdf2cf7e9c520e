import type { JsonObject, Progress, ProgressMonitor } from '@content-service/kernel';
import { type Job, JobPostponed } from '@content-service/jobs';
import { BrokerUnavailable, type EventMessage, EventSink } from '@content-service/sink';
import type { Storage } from '@content-service/storage';
import { BROKER_REPLAY_KIND } from '@content-service/events';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { BrokerAccess } from './broker-access.js';
import { writeEvents } from '../../platform/events/write-events.fixture.js';
import { BrokerReplayJob } from './broker-replay.job.js';

/** A broker in memory that takes so many events and then none. */
class LimitedSink extends EventSink {
  readonly published: string[] = [];
  capacity = Number.POSITIVE_INFINITY;
  isOpen = false;

  override open(): Promise<void> {
    this.isOpen = true;
    return Promise.resolve();
  }

  override publish(messages: readonly EventMessage[]): Promise<number> {
    const taken = messages.slice(0, this.capacity);
    this.capacity -= taken.length;
    this.published.push(...taken.map(({ body }) => body));
    if (taken.length === 0) return Promise.reject(new BrokerUnavailable('nats://broker.example', 'timeout'));
    return Promise.resolve(taken.length - 1);
  }

  override close(): Promise<void> {
    this.isOpen = false;
    return Promise.resolve();
  }
}

describe('BrokerReplayJob', () => {
  const EVENTS = 250;
  let storage: Storage;
  let sink: LimitedSink;
  let job: BrokerReplayJob;
  let reported: Progress | undefined;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    await storage.open();
    await writeEvents(storage, EVENTS);
    sink = new LimitedSink();
    reported = undefined;
    const access: Pick<BrokerAccess, 'createSink' | 'isPublished' | 'toReplayedMessage'> = {
      createSink: () => Promise.resolve(sink),
      isPublished: () => true,
      toReplayedMessage: ({ id, type, position }) => ({
        ...{ id, topic: type, contentType: 'text/plain', body: String(position) },
      }),
    };
    job = new BrokerReplayJob(storage.events, access as BrokerAccess);
  });

  /** One attempt, from what the one before has reported. */
  async function run(range: { after: number; upTo: number }): Promise<JsonObject | undefined> {
    const queued = { id: 'j', kind: BROKER_REPLAY_KIND, parameters: { ...range } } as unknown as Job;
    const monitor: ProgressMonitor = {
      ...(reported?.checkpoint === undefined ? {} : { checkpoint: reported.checkpoint }),
      report: (progress) => {
        reported = progress;
        return Promise.resolve();
      },
    };
    return job.run(queued, monitor);
  }

  const positions = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

  it('publishes the events of a range in their order and reports how far it is', async () => {
    expect(await run({ after: 10, upTo: 240 })).toEqual({ events: 230 });

    expect(sink.published).toEqual(positions(11, 240));
    expect([reported?.done, reported?.total, sink.isOpen]).toEqual([230, 230, false]);
  });

  it('waits while the broker takes no events, and goes on behind the last one that was confirmed', async () => {
    sink.capacity = 130;
    await expect(run({ after: 0, upTo: EVENTS })).rejects.toThrow(JobPostponed);
    expect([sink.published.length, sink.isOpen]).toEqual([130, false]);

    sink.capacity = Number.POSITIVE_INFINITY;
    expect(await run({ after: 0, upTo: EVENTS })).toEqual({ events: EVENTS });

    expect(sink.published).toEqual(positions(1, EVENTS));
  });
});
