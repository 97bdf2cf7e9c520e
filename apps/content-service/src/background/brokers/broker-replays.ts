import type { AuditTrail } from '@content-service/audit';
import {
  countEvents,
  type CreateRangeProblem,
  type EventConsumerService,
  type EventCount,
  type EventLog,
  type EventRangeRequest,
  EventsDisabled,
  type EventType,
  findRangeProblems,
  isEntryEvent,
  resolveEventRange,
} from '@content-service/events';
import type { Job, JobService } from '@content-service/jobs';
import { DomainError, type ErrorDetails } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import { BROKER_CONSUMER } from '@content-service/sink';
import type { Config } from '../../platform/config/config.js';
import { type BrokerReplayRange, replayToBroker } from '../jobs/broker-replay.job.js';

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
    private readonly config: Pick<Config, 'broker' | 'events'>,
  ) {}

  /**
   * Queues the job that publishes events again, for a process with BROKER_URL.
   *
   * @param name of the consumer
   * @throws EventsDisabled, ConsumerNotFound, ConsumerNotReplayable, InvalidReplay, EventCursorExpired, EventCursorReset, JobRunning
   *   while another replay is not finished
   */
  async request(name: string, request: BrokerReplayRequest, actorContext: ActorContext): Promise<Job> {
    const range = await this.plan(name, request);
    const { types, resourceTypes, from, until } = request;
    return this.jobs.enqueue(replayToBroker(range), actorContext, (job) =>
      this.trail.createEvent('consumer.replayed', actorContext, name, {
        ...{ job: job.id, from },
        ...(until === undefined ? {} : { until }),
        ...(types === undefined ? {} : { types }),
        ...(resourceTypes === undefined ? {} : { resourceTypes }),
      }),
    );
  }

  /** The number of events that a replay would publish now. @throws as of `request`, except JobRunning */
  async count(name: string, request: BrokerReplayRequest): Promise<EventCount> {
    const { types, subjectTypes, ...range } = await this.plan(name, request);
    const getsManagement = this.config.broker?.publishesManagement ?? true;
    return countEvents(
      this.log,
      range,
      { types, subjectTypes },
      (events) => events.filter((event) => getsManagement || isEntryEvent(event)).length,
    );
  }

  private async plan(
    name: string,
    { from, until, types, resourceTypes: subjectTypes }: BrokerReplayRequest,
  ): Promise<BrokerReplayRange> {
    if (!this.config.events.enabled) throw new EventsDisabled();
    await this.consumers.get(name);
    if (name !== BROKER_CONSUMER) throw new ConsumerNotReplayable(name);
    const range = await resolveEventRange(this.log, { from, until }, createRangeProblem);
    return { ...range, types, subjectTypes };
  }
}

/** The problems of single members of a request. */
export function findBrokerReplayProblems(request: Partial<BrokerReplayRequest>): Iterable<DomainError> {
  return findRangeProblems(request, createRangeProblem);
}

const createRangeProblem: CreateRangeProblem = (pointer, message, rule) =>
  new InvalidReplay(pointer, message, rule);

class ConsumerNotReplayable extends DomainError {
  constructor(name: string) {
    super(
      'consumer_not_replayable',
      `The consumer '${name}' gets no replay: '${BROKER_CONSUMER}' and webhooks do.`,
    );
  }
}

class InvalidReplay extends DomainError {
  constructor(pointer: string, message: string, rule: ErrorDetails['meta']) {
    super('invalid_value', message, { source: { pointer }, meta: rule });
  }
}
