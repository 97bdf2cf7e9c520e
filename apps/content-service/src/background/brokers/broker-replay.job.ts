import { type Job, type JobHandler, JobPostponed } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor } from '@content-service/kernel';
import { BrokerUnavailable, type EventSink } from '@content-service/sink';
import {
  BROKER_REPLAY_KIND,
  type BrokerReplayRange,
  type EventLog,
  isRecordedWithin,
  type LoggedEvent,
} from '@content-service/events';
import type { BrokerAccess } from './broker-access.js';

/** Positions that one batch covers, so that no statement looks through the whole log. */
const BATCH_POSITIONS = 1000;
/** Events that are published at once. */
const BATCH_EVENTS = 100;
/** How long the job waits for a broker that takes no events. */
const WAIT_SECONDS = 10;

/** How far a replay is. */
interface ReplayProgress {
  readonly after: number;
  readonly events: number;
}

/** Publishes events of the log to the broker again, beside the new ones; only processes with BROKER_URL do it. */
export class BrokerReplayJob implements JobHandler {
  readonly kind = BROKER_REPLAY_KIND;

  constructor(
    private readonly log: EventLog,
    private readonly access: BrokerAccess,
  ) {}

  /** @throws BrokerDestinationMissing; JobPostponed while the broker takes no events */
  async run(job: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const sink = await this.access.createSink();
    if (sink === undefined) throw new JobPostponed(job.id, WAIT_SECONDS);
    try {
      await sink.open();
      return await this.replay(job, sink, monitor);
    } catch (error) {
      throw error instanceof BrokerUnavailable ? new JobPostponed(job.id, WAIT_SECONDS) : error;
    } finally {
      await sink.close();
    }
  }

  private async replay(job: Job, sink: EventSink, monitor: ProgressMonitor): Promise<JsonObject> {
    const range = job.parameters as unknown as BrokerReplayRange;
    let after = Number(monitor.checkpoint?.['after'] ?? range.after);
    let events = Number(monitor.checkpoint?.['events'] ?? 0);
    const total = Math.max(range.upTo - range.after, 0);
    while (after < range.upTo) {
      const published = await this.publishBatch(job, sink, range, after);
      after = published.after;
      events += published.events;
      const checkpoint = { after, events };
      await monitor.report({ phase: 'replay', done: after - range.after, total, checkpoint });
    }
    return { events };
  }

  /** @returns the position behind what the broker has confirmed, and the number of events */
  private async publishBatch(
    job: Job,
    sink: EventSink,
    range: BrokerReplayRange,
    after: number,
  ): Promise<ReplayProgress> {
    const upTo = Math.min(after + BATCH_POSITIONS, range.upTo);
    const { types, subjectTypes } = range;
    const found = await this.log.read(after, BATCH_EVENTS, { types, subjectTypes, upTo });
    const selected = found.filter(
      (event) => isRecordedWithin(event, range) && this.access.isPublished(event),
    );
    const end = found.length === BATCH_EVENTS ? toPosition(found.at(-1), upTo) : upTo;
    if (selected.length === 0) return { after: end, events: 0 };
    const messages = selected.map((event) => this.access.toReplayedMessage(event, job.id));
    const count = (await sink.publish(messages)) + 1;
    return { after: count === selected.length ? end : toPosition(selected[count - 1], after), events: count };
  }
}

function toPosition(event: LoggedEvent | undefined, otherwise: number): number {
  return event?.position ?? otherwise;
}
