import {
  type ConsumerLease,
  EventLog,
  type EventLogBounds,
  type EventSelection,
  formatSubject,
  type LoggedEvent,
  type Position,
  type PruneRange,
  type RecordedEvent,
} from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';
import type { MemoryEventConsumerStore } from './memory-event-consumer.store.js';

/** Older events are forgotten. */
const EVENTS_MAXIMUM = 10_000;

export class MemoryEventLog extends EventLog {
  private pending: readonly RecordedEvent[] = [];
  private events: readonly LoggedEvent[] = [];

  constructor(private readonly consumers: MemoryEventConsumerStore) {
    super();
  }

  /** Part of the transaction of the changes. */
  record(events: readonly RecordedEvent[]): void {
    if (events.length === 0) return;
    this.pending = [...this.pending, ...events];
    // As with a database, listeners run after the transaction.
    queueMicrotask(() => {
      this.notifyRecorded();
    });
  }

  /** By `formatSubject`: the versions of the last events of subjects. */
  findLastVersions(): ReadonlyMap<string, number> {
    return new Map(
      [...this.events, ...this.pending].map(({ subject }) => [formatSubject(subject), subject.version]),
    );
  }

  override sequence(lease: ConsumerLease): Promise<number> {
    return atomic(() => {
      const before = this.consumers.addEvents(lease, this.pending.length);
      const sequenced = this.pending.map((event, n) => ({ ...event, position: before + n + 1 }));
      this.events = [...this.events, ...sequenced].slice(-EVENTS_MAXIMUM);
      this.pending = [];
      return sequenced.length;
    });
  }

  override read(
    after: Position,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    return atomic(() =>
      this.events
        .slice(Math.max(after + 1 - this.oldest, 0))
        .filter((event) => matchesEventSelection(event, selection))
        .slice(0, limit),
    );
  }

  override readBackwards(
    before: Position | undefined,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    return atomic(() =>
      this.events
        .slice(0, before === undefined ? undefined : Math.max(before - this.oldest, 0))
        .reverse()
        .filter((event) => matchesEventSelection(event, selection))
        .slice(0, limit),
    );
  }

  override findAll(ids: readonly Uuid[]): Promise<readonly LoggedEvent[]> {
    return atomic(() => this.events.filter(({ id }) => ids.includes(id)));
  }

  override bounds(): Promise<EventLogBounds> {
    return atomic(() => {
      const { oldest, newest } = this;
      const [first] = this.pending;
      const bounds = { oldest, newest, unsequenced: this.pending.length };
      return first === undefined ? bounds : { ...bounds, unsequencedSince: first.recordedAt };
    });
  }

  override prune({ upTo, recordedBefore }: PruneRange, limit: number): Promise<number> {
    return atomic(() => {
      const kept = this.events.findIndex(
        ({ position, recordedAt }) =>
          position > upTo || position === this.newest || recordedAt >= recordedBefore,
      );
      const pruned = Math.min(kept < 0 ? this.events.length : kept, limit);
      this.events = this.events.slice(pruned);
      return pruned;
    });
  }

  private get newest(): Position {
    return this.consumers.newest;
  }

  private get oldest(): Position {
    return this.newest - this.events.length + 1;
  }
}

export function matchesEventSelection(
  { type, subject, position }: LoggedEvent,
  { types, subjectTypes, subjectId, upTo = position }: EventSelection,
): boolean {
  return (
    (types?.includes(type) ?? true) &&
    (subjectTypes?.includes(subject.type) ?? true) &&
    (subjectId ?? subject.id) === subject.id &&
    position <= upTo
  );
}
