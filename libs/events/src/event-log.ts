import type { Uuid } from '@content-service/kernel';
import type { ConsumerLease } from './event-consumer.store.js';
import type { LoggedEvent, Position } from './event.js';
import type { EventType } from './event-types.js';

/** Members that are absent select all events. */
export interface EventSelection {
  readonly types?: readonly EventType[] | undefined;
  /** Such as `node--article` or `client`. */
  readonly subjectTypes?: readonly string[] | undefined;
  readonly subjectId?: string | undefined;
  /** Events behind this position are left out; it bounds the part of the log that is looked through. */
  readonly upTo?: Position | undefined;
  /** The caller does not need snapshots, which may be large: adapters may leave them out. */
  readonly withoutSnapshots?: boolean | undefined;
}

/** Events without a position that adapters count at most. */
export const UNSEQUENCED_MAXIMUM = 100_000;

/** The events that the log holds. */
export interface EventLogBounds {
  /** The position of the oldest event; that of the next one when the log is empty. */
  readonly oldest: Position;
  /** The position of the newest event; 0 before the first. */
  readonly newest: Position;
  /** The number of committed events without a position; an adapter may stop counting at `UNSEQUENCED_MAXIMUM`. */
  readonly unsequenced: number;
  /** UNIX microseconds of the oldest event without a position, by the order of the transactions' ids. */
  readonly unsequencedSince?: number | undefined;
}

/**
 * The port of the event log, a transactional outbox: `EntryStore.apply` and `unlinkDeleted` record the events of their
 * changes in their own transaction, and every transaction that stores audit lines records those of them that emit an event
 * (`EventRecorder.selectEmitting`). Every method is atomic.
 *
 * An event has no position until its transaction was committed and `sequence` assigned one. A number drawn inside of the
 * transaction would not serve: transactions are committed in another order than they draw numbers, so a reader behind
 * number 7 would never see number 6.
 */
export abstract class EventLog {
  /**
   * Assigns the next positions to committed events without one. The events of a transaction get adjacent positions, and
   * the versions of a subject rise with the position.
   *
   * @param lease of the consumer `log`
   * @param limit the number of events to begin with; events of the same transactions and subjects are added
   * @returns how many events got a position
   * @throws ConsumerLeaseLost when the lease is another process's; nothing is changed then
   */
  abstract sequence(lease: ConsumerLease, limit: number): Promise<number>;

  /** The events behind a position, in the order of their positions. */
  abstract read(after: Position, limit: number, selection?: EventSelection): Promise<readonly LoggedEvent[]>;

  /** The events in front of a position, the newest first; without a position, the newest events of the log. */
  abstract readBackwards(
    before: Position | undefined,
    limit: number,
    selection?: EventSelection,
  ): Promise<readonly LoggedEvent[]>;

  /** The events with these ids that have a position, in any order. */
  abstract findAll(ids: readonly Uuid[]): Promise<readonly LoggedEvent[]>;

  /** The event with the id, when it has a position. */
  async find(id: Uuid): Promise<LoggedEvent | undefined> {
    const [event] = await this.findAll([id]);
    return event;
  }

  abstract bounds(): Promise<EventLogBounds>;

  /**
   * Deletes the oldest events of a range. The newest event stays, because its cursor is that of readers who have seen
   * everything.
   *
   * @returns how many were deleted; fewer than `limit` when none is left
   */
  abstract prune(range: PruneRange, limit: number): Promise<number>;

  private readonly listeners = new Set<() => void>();

  /** Calls a function after each transaction of this process that recorded events. */
  onRecorded(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** For adapters, after the commit. */
  notifyRecorded(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The events up to a position that were recorded before a time (UNIX microseconds). */
export interface PruneRange {
  readonly upTo: Position;
  readonly recordedBefore: number;
}
