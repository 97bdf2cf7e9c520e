import type {
  AcquiredLease,
  EventConsumerStore,
  EventLog,
  LoggedEvent,
  Position,
} from '@content-service/events';
import type { EventMessage, EventSink } from './event-sink.js';

/** The consumer of the event log that publishes to a broker. */
export const BROKER_CONSUMER = 'broker';

/** Events that are read and published at once. */
const BATCH = 100;

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

export interface EventPublisherOptions {
  /** Whether the broker gets an event. */
  readonly isPublished: (event: LoggedEvent) => boolean;
  /** The document of an event. */
  readonly toMessage: (event: LoggedEvent) => EventMessage;
  /**
   * Events were deleted from the log before they were published: those behind `after` and before `next`. Called when the new
   * position is stored, so once for a gap.
   */
  readonly onGap: (after: Position, next: Position) => void;
}

/**
 * Publishes new events to a broker in the order of the log. An event is published before the position is
 * stored, so after a crash in between it is published again, with the same id.
 */
export class EventPublisher {
  private isOpen = false;

  constructor(
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly sink: EventSink,
    private readonly options: EventPublisherOptions,
  ) {}

  /**
   * The task of the consumer. It connects also when there is nothing to publish, so that a wrong configuration shows.
   *
   * @throws BrokerUnavailable, BrokerDestinationMissing
   * @throws ConsumerLeaseLost
   */
  async process({ lease, position }: AcquiredLease): Promise<Position> {
    if (!this.isOpen) await this.sink.open();
    this.isOpen = true;
    const events = await this.log.read(position, BATCH);
    const [first] = events;
    if (first === undefined) return position;
    const confirmed = await this.publish(events);
    await this.consumers.advance(lease, confirmed);
    if (first.position > position + 1) this.options.onGap(position, first.position);
    return confirmed;
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.sink.close();
  }

  /** @returns the position up to which the broker has all events that it gets */
  private async publish(events: readonly LoggedEvent[]): Promise<Position> {
    const published = events.filter(this.options.isPublished);
    try {
      const last =
        published.length === 0 ? -1 : await this.sink.publish(published.map(this.options.toMessage));
      const next = published[last + 1];
      return next === undefined ? (events.at(-1)?.position ?? 0) : next.position - 1;
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

/** 1 s, 2 s, 4 s, … 60 s after the first, second, third, … failure in a row. */
export function getBrokerRetryDelayMs(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
}
