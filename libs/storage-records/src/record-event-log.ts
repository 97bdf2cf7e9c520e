import {
  type ConsumerLease,
  EventLog,
  type EventLogBounds,
  type EventSelection,
  type LoggedEvent,
  type Position,
  type PruneRange,
  type RecordedEvent,
} from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import { EVENTS, PENDING, POSITIONS } from './pending-events.js';
import { advanceSequencer, readNewestPosition } from './record-event-consumer.store.js';
import type { RecordDatabase } from './record-database.js';
import type { RecordRange } from './record.store.js';
import { toSortable } from './sortable-number.js';

export class RecordEventLog extends EventLog {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override sequence(lease: ConsumerLease, limit: number): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const pending = await this.findPending(limit);
      const before = await advanceSequencer(transaction, lease, pending.length);
      for (const [n, { key, event }] of pending.entries()) {
        const position = before + n + 1;
        await transaction.delete(key);
        await transaction.put(EVENTS + toSortable(position), { ...event, position });
        await transaction.put(POSITIONS + event.id, { position });
      }
      return pending.length;
    });
  }

  override read(
    after: Position,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    return this.readRange({ after: EVENTS + toSortable(after) }, limit, selection);
  }

  override readBackwards(
    before: Position | undefined,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    const after = before === undefined ? undefined : EVENTS + toSortable(before);
    return this.readRange({ after, reverse: true }, limit, selection);
  }

  override async findAll(ids: readonly Uuid[]): Promise<readonly LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for (const id of new Set(ids)) {
      const found = await this.database.get<{ position: Position }>(POSITIONS + id);
      const event = found && (await this.database.get<LoggedEvent>(EVENTS + toSortable(found.position)));
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  override async bounds(): Promise<EventLogBounds> {
    const newest = await readNewestPosition(this.database);
    const [first] = await this.database.store.list({ prefix: EVENTS, limit: 1 });
    const bounds = { oldest: Number(first?.value['position'] ?? newest + 1), newest };
    const [next] = await this.database.store.list({ prefix: PENDING, limit: 1 });
    const [last = next] = await this.database.store.list({ prefix: PENDING, limit: 1, reverse: true });
    if (next === undefined || last === undefined) return { ...bounds, unsequenced: 0 };
    // Events are recorded and sequenced in the order of their numbers, so that there are no gaps.
    const unsequenced = toNumber(last.key) - toNumber(next.key) + 1;
    return { ...bounds, unsequenced, unsequencedSince: Number(next.value['recordedAt']) };
  }

  override async prune({ upTo, recordedBefore }: PruneRange, limit: number): Promise<number> {
    const newest = await readNewestPosition(this.database);
    const expired: LoggedEvent[] = [];
    for await (const event of this.database.values<LoggedEvent>(EVENTS)) {
      const { position, recordedAt } = event;
      if (expired.length >= limit || position > upTo || position === newest || recordedAt >= recordedBefore)
        break;
      expired.push(event);
    }
    return this.database.transaction(async (transaction) => {
      for (const { id, position } of expired) {
        await transaction.delete(EVENTS + toSortable(position));
        await transaction.delete(POSITIONS + id);
      }
      return expired.length;
    });
  }

  private async readRange(
    range: Pick<RecordRange, 'after' | 'reverse'>,
    limit: number,
    selection: EventSelection,
  ): Promise<readonly LoggedEvent[]> {
    const { upTo = Infinity } = selection;
    const found: LoggedEvent[] = [];
    for await (const event of this.database.values<LoggedEvent>(EVENTS, { ...range, pageSize: limit })) {
      if (matchesSelection(event, selection)) found.push(event);
      if (found.length >= limit || (range.reverse !== true && event.position >= upTo)) break;
    }
    return found;
  }

  /** The first events without a position, up to the end of the transaction in which the limit is reached. */
  private async findPending(limit: number): Promise<{ key: string; event: RecordedEvent }[]> {
    const pending: { key: string; event: RecordedEvent }[] = [];
    for await (const { key, value } of this.database.each(PENDING)) {
      const event = value as unknown as RecordedEvent;
      if (pending.length >= limit && pending.at(-1)?.event.transaction !== event.transaction) break;
      pending.push({ key, event });
    }
    return pending;
  }
}

/** The number of a pending event. */
function toNumber(key: string): number {
  return Number(key.slice(PENDING.length));
}

function matchesSelection(
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
