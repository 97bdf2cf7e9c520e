import type { TransactionalRecords } from '@content-service/audit';
import {
  type AcquiredLease,
  type ConsumerChange,
  type ConsumerLease,
  type EventConsumer,
  EventConsumerStore,
  EventLog,
  type EventLogBounds,
  type EventSelection,
  type LoggedEvent,
  type Position,
  type PruneRange,
  type RecordedEvent,
  SEQUENCER,
} from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import {
  matchesEventSelection,
  MemoryEventConsumerStore,
  type StoredConsumer,
} from '@content-service/storage-memory';
import { EVENTS, PENDING, POSITIONS } from './event-records.js';
import type { NeededIds } from './loaded-map.js';
import type { RecordTransaction } from './record-transaction.js';
import type { Records } from './records.js';
import { toSortable } from './sortable-number.js';

/** Positions that are read at once, backwards. */
const WINDOW = 200;

const CONSUMERS = 'event-consumer/';

export class RecordEventConsumerStore extends EventConsumerStore {
  constructor(private readonly records: Records) {
    super();
  }

  override acquire(consumer: string, holder: string, seconds: number): Promise<AcquiredLease | undefined> {
    return this.run([consumer, SEQUENCER], (store) => store.acquire(consumer, holder, seconds));
  }

  override renew(lease: ConsumerLease): Promise<boolean> {
    return this.run([lease.consumer], (store) => store.renew(lease));
  }

  override advance(lease: ConsumerLease, to: Position, records?: TransactionalRecords): Promise<void> {
    return this.run([lease.consumer], (store) => store.advance(lease, to), records);
  }

  override release(lease: ConsumerLease, error?: string): Promise<void> {
    return this.run([lease.consumer], (store) => store.release(lease, error));
  }

  override list(): Promise<readonly EventConsumer[]> {
    return this.run('all', (store) => store.list());
  }

  override change(
    consumer: string,
    change: ConsumerChange,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.run([consumer], (store) => store.change(consumer, change), records);
  }

  override remove(consumer: string, records?: TransactionalRecords): Promise<boolean> {
    return this.run([consumer], (store) => store.remove(consumer), records);
  }

  private run<T>(
    names: NeededIds,
    operation: (store: MemoryEventConsumerStore) => Promise<T>,
    records?: TransactionalRecords,
  ): Promise<T> {
    return this.records.recordedTransaction(records, async (transaction) =>
      operation(await loadConsumers(transaction, names)),
    );
  }
}

export class RecordEventLog extends EventLog {
  constructor(private readonly records: Records) {
    super();
  }

  override sequence(lease: ConsumerLease, limit: number): Promise<number> {
    return this.records.transaction(async (transaction) => {
      const consumers = await loadConsumers(transaction, [SEQUENCER]);
      const pending = await this.findPending(limit);
      const before = consumers.addEvents(lease, pending.length);
      for (const [n, { key, event }] of pending.entries()) {
        const position = before + n + 1;
        await transaction.delete(key);
        await transaction.put(EVENTS + toSortable(position), { ...event, position });
        await transaction.put(POSITIONS + event.id, { position });
      }
      return pending.length;
    });
  }

  override async read(
    after: Position,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    const { upTo = Infinity } = selection;
    const found: LoggedEvent[] = [];
    const range = { after: EVENTS + toSortable(after) };
    for await (const event of this.records.values<LoggedEvent>(EVENTS, range)) {
      if (found.length >= limit || event.position > upTo) break;
      if (matchesEventSelection(event, selection)) found.push(event);
    }
    return found;
  }

  /** Reads windows of positions, which have no gaps, since records are listed forwards only. */
  override async readBackwards(
    before: Position | undefined,
    limit: number,
    selection: EventSelection = {},
  ): Promise<readonly LoggedEvent[]> {
    const found: LoggedEvent[] = [];
    const { oldest, newest } = await this.bounds();
    let end = Math.min(before ?? newest + 1, newest + 1);
    while (end > oldest && found.length < limit) {
      const start = Math.max(end - WINDOW, oldest);
      const events = await this.read(start - 1, end - start);
      found.push(...events.filter((event) => matchesEventSelection(event, selection)).reverse());
      end = start;
    }
    return found.slice(0, limit);
  }

  override async findAll(ids: readonly Uuid[]): Promise<readonly LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for (const id of new Set(ids)) {
      const found = await this.records.get<{ position: Position }>(POSITIONS + id);
      const event = found && (await this.records.get<LoggedEvent>(EVENTS + toSortable(found.position)));
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  override async bounds(): Promise<EventLogBounds> {
    const newest = await this.readNewest();
    const [first] = await this.records.store.list({ prefix: EVENTS, limit: 1 });
    const pending = await this.records.select<RecordedEvent>(PENDING);
    const bounds = { oldest: Number(first?.value['position'] ?? newest + 1), newest };
    const [next] = pending;
    if (next === undefined) return { ...bounds, unsequenced: 0 };
    return { ...bounds, unsequenced: pending.length, unsequencedSince: next.recordedAt };
  }

  override async prune({ upTo, recordedBefore }: PruneRange, limit: number): Promise<number> {
    const newest = await this.readNewest();
    const expired: LoggedEvent[] = [];
    for await (const event of this.records.values<LoggedEvent>(EVENTS)) {
      const { position, recordedAt } = event;
      if (expired.length >= limit || position > upTo || position === newest || recordedAt >= recordedBefore)
        break;
      expired.push(event);
    }
    return this.records.transaction(async (transaction) => {
      for (const { id, position } of expired) {
        await transaction.delete(EVENTS + toSortable(position));
        await transaction.delete(POSITIONS + id);
      }
      return expired.length;
    });
  }

  /** The first events without a position, up to the end of the transaction in which the limit is reached. */
  private async findPending(limit: number): Promise<{ key: string; event: RecordedEvent }[]> {
    const pending: { key: string; event: RecordedEvent }[] = [];
    for await (const { key, value } of this.records.each(PENDING)) {
      const event = value as unknown as RecordedEvent;
      if (pending.length >= limit && pending.at(-1)?.event.transaction !== event.transaction) break;
      pending.push({ key, event });
    }
    return pending;
  }

  private async readNewest(): Promise<Position> {
    return (await this.records.get<StoredConsumer>(CONSUMERS + SEQUENCER))?.position ?? 0;
  }
}

async function loadConsumers(
  transaction: RecordTransaction,
  names: NeededIds,
): Promise<MemoryEventConsumerStore> {
  return new MemoryEventConsumerStore(await transaction.load<StoredConsumer>(CONSUMERS, names));
}
