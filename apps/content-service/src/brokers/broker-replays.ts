import type { AuditTrail } from '@content-service/audit';
import {
  type EventConsumerService,
  type EventLog,
  type EventRangeRequest,
  EventsDisabled,
  type EventType,
  resolveEventRange,
} from '@content-service/events';
import type { Job, JobService } from '@content-service/jobs';
import { DomainError } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import { BROKER_CONSUMER } from '@content-service/sink';
import type { Config } from '../config/config.js';
import { replayToBroker } from '../jobs/broker-replay.job.js';

/** The events that an administrator wants to be published again. */
export interface BrokerReplayRequest extends EventRangeRequest {
  readonly types?: readonly EventType[] | undefined;
  /** Such as `node--article`. */
  readonly resourceTypes?: readonly string[] | undefined;
}

/** Starts replays to the message broker by request of administrators. */
export class BrokerReplays {
  constructor(
    private readonly log: EventLog,
    private readonly consumers: EventConsumerService,
    private readonly jobs: JobService,
    private readonly trail: AuditTrail,
    private readonly config: Pick<Config, 'events'>,
  ) {}

  /**
   * Queues the job that publishes events again, for a process with BROKER_URL.
   *
   * @param name of the consumer
   * @throws EventsDisabled, ConsumerNotFound, ConsumerNotReplayable, InvalidReplay, EventCursorExpired, EventCursorReset, JobRunning
   *   while another replay is not finished
   */
  async request(name: string, request: BrokerReplayRequest, actorContext: ActorContext): Promise<Job> {
    if (!this.config.events.enabled) throw new EventsDisabled();
    await this.consumers.get(name);
    if (name !== BROKER_CONSUMER) throw new ConsumerNotReplayable(name);
    const { types, resourceTypes: subjectTypes, from, until } = request;
    const range = await resolveEventRange(
      this.log,
      request,
      (pointer, message) => new InvalidReplay(pointer, message),
    );
    const replay = replayToBroker({ ...range, types, subjectTypes });
    return this.jobs.enqueue(replay, actorContext, (job) =>
      this.trail.createEvent('consumer.replayed', actorContext, name, {
        ...{ job: job.id, from },
        ...(until === undefined ? {} : { until }),
        ...(types === undefined ? {} : { types }),
        ...(subjectTypes === undefined ? {} : { resourceTypes: subjectTypes }),
      }),
    );
  }
}

class ConsumerNotReplayable extends DomainError {
  constructor(name: string) {
    super(
      'consumer_not_replayable',
      `The consumer '${name}' gets no replay: '${BROKER_CONSUMER}' and webhooks do.`,
    );
  }
}

class InvalidReplay extends DomainError {
  constructor(pointer: string, message: string) {
    super('invalid_value', message, { source: { pointer } });
  }
}
