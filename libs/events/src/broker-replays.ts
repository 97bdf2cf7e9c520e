import type { AuditTrail } from '@content-service/audit';
import type { Job, JobService, NewJob } from '@content-service/jobs';
import { DomainError, type ErrorDetails, type JsonObject, type NewOf } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import { countEvents, type EventCount } from './count-events.js';
import type { EventConsumerService } from './event-consumer.service.js';
import type { EventLog, EventSelection } from './event-log.js';
import {
  type CreateRangeProblem,
  type EventRange,
  findRangeProblems,
  resolveEventRange,
} from './event-range.js';
import { EventsDisabled, isEntryEvent } from './event.js';
import type { BROKER_REPLAY_MEMBERS } from './replay-members.js';

/** The kind of the job that publishes events again. */
export const BROKER_REPLAY_KIND = 'broker.replay';

/** The events that a broker gets again. */
export type BrokerReplayRange = EventRange & Pick<EventSelection, 'types' | 'subjectTypes'>;

/** The events that an administrator wants to be published again. */
export type BrokerReplayRequest = NewOf<typeof BROKER_REPLAY_MEMBERS>;

/** What the configuration says of events and their broker. */
export interface BrokerReplayOptions {
  /** The consumer that publishes events. */
  readonly consumer: string;
  /** Whether events are recorded. */
  readonly hasEvents: boolean;
  /** Whether events of management data are published, too. */
  readonly publishesManagement: boolean;
}

/** Starts replays to the message broker by request of administrators. */
export class BrokerReplays {
  constructor(
    private readonly log: EventLog,
    private readonly consumers: EventConsumerService,
    private readonly jobs: JobService,
    private readonly trail: AuditTrail,
    private readonly options: BrokerReplayOptions,
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
    const { publishesManagement } = this.options;
    return countEvents(
      this.log,
      range,
      { types, subjectTypes },
      (events) => events.filter((event) => publishesManagement || isEntryEvent(event)).length,
    );
  }

  private async plan(
    name: string,
    { from, until, types, resourceTypes: subjectTypes }: BrokerReplayRequest,
  ): Promise<BrokerReplayRange> {
    if (!this.options.hasEvents) throw new EventsDisabled();
    await this.consumers.get(name);
    const { consumer } = this.options;
    if (name !== consumer) throw new ConsumerNotReplayable(name, consumer);
    const range = await resolveEventRange(this.log, { from, until }, createRangeProblem);
    return { ...range, types, subjectTypes };
  }
}

/** The job; there is one at a time. */
function replayToBroker(range: BrokerReplayRange): NewJob {
  const parameters = JSON.parse(JSON.stringify(range)) as JsonObject;
  return { kind: BROKER_REPLAY_KIND, dedupKey: BROKER_REPLAY_KIND, parameters };
}

/** The problems of single members of a request. */
export function findBrokerReplayProblems(request: Partial<BrokerReplayRequest>): Iterable<DomainError> {
  return findRangeProblems(request, createRangeProblem);
}

const createRangeProblem: CreateRangeProblem = (pointer, message, rule) =>
  new InvalidReplay(pointer, message, rule);

class ConsumerNotReplayable extends DomainError {
  constructor(name: string, replayable: string) {
    super(
      'consumer_not_replayable',
      `The consumer '${name}' gets no replay: '${replayable}' and webhooks do.`,
    );
  }
}

class InvalidReplay extends DomainError {
  constructor(pointer: string, message: string, rule: ErrorDetails['meta']) {
    super('invalid_value', message, { source: { pointer }, meta: rule });
  }
}
