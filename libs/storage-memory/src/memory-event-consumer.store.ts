import type { TransactionalRecords } from '@content-service/audit';
import {
  type AcquiredLease,
  type ConsumerChange,
  type ConsumerLease,
  ConsumerLeaseLost,
  type EventConsumer,
  EventConsumerStore,
  type Position,
  SEQUENCER,
} from '@content-service/events';
import { atomic } from './atomic.js';
import { RecordedTransactions } from './recorded-transactions.js';

export interface StoredConsumer {
  readonly position: Position;
  /** Absent in records of earlier versions. */
  readonly paused?: boolean;
  readonly token: number;
  readonly holder?: string;
  readonly error?: string | undefined;
  /** Milliseconds, by the clock of the machine. */
  readonly expiresAt: number;
}

export class MemoryEventConsumerStore extends EventConsumerStore {
  constructor(
    private readonly consumers = new Map<string, StoredConsumer>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  get newest(): Position {
    return this.consumers.get(SEQUENCER)?.position ?? 0;
  }

  /** @returns the position of the newest event before. @throws ConsumerLeaseLost */
  addEvents(lease: ConsumerLease, count: number): Position {
    const held = this.getHeld(lease);
    this.consumers.set(SEQUENCER, { ...held, position: held.position + count });
    return held.position;
  }

  override acquire(consumer: string, holder: string, seconds: number): Promise<AcquiredLease | undefined> {
    return atomic(() => {
      const { position, token, expiresAt, error, paused }: StoredConsumer = this.consumers.get(consumer) ?? {
        position: this.newest,
        token: 0,
        expiresAt: 0,
      };
      if (expiresAt > Date.now() || paused === true) return undefined;
      const lease = { consumer, token: token + 1, seconds };
      const expiry = getExpiry(lease);
      this.consumers.set(consumer, { position, holder, token: lease.token, expiresAt: expiry, error });
      return { lease, position, error };
    });
  }

  override renew(lease: ConsumerLease): Promise<boolean> {
    return atomic(() => {
      const stored = this.consumers.get(lease.consumer);
      if (stored?.token !== lease.token) return false;
      this.consumers.set(lease.consumer, { ...stored, expiresAt: getExpiry(lease) });
      return true;
    });
  }

  override advance(lease: ConsumerLease, to: Position, records?: TransactionalRecords): Promise<void> {
    return this.transactions.run(records, () => {
      const held = this.getHeld(lease);
      const expiresAt = getExpiry(lease);
      this.consumers.set(lease.consumer, { ...held, position: to, expiresAt, error: undefined });
    });
  }

  override release(lease: ConsumerLease, error?: string): Promise<void> {
    return atomic(() => {
      const stored = this.consumers.get(lease.consumer);
      if (stored?.token !== lease.token) return;
      const freed = { ...stored, token: stored.token + 1, expiresAt: 0 };
      this.consumers.set(lease.consumer, { ...freed, error: error ?? stored.error });
    });
  }

  override list(): Promise<readonly EventConsumer[]> {
    return atomic(() =>
      [...this.consumers]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, { position, paused = false, holder, expiresAt, error }]) => ({
          name,
          position,
          paused,
          holder: expiresAt > Date.now() ? holder : undefined,
          error,
        })),
    );
  }

  override change(
    consumer: string,
    { paused, position }: ConsumerChange,
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, () => {
      const stored = this.consumers.get(consumer);
      if (stored === undefined) return false;
      this.consumers.set(consumer, {
        position: position ?? stored.position,
        paused: paused ?? stored.paused ?? false,
        token: stored.token + 1,
        expiresAt: 0,
      });
      return true;
    });
  }

  override remove(consumer: string, records?: TransactionalRecords): Promise<boolean> {
    return this.transactions.run(records, () => {
      const stored = this.consumers.get(consumer);
      return stored !== undefined && stored.expiresAt <= Date.now() && this.consumers.delete(consumer);
    });
  }

  private getHeld(lease: ConsumerLease): StoredConsumer {
    const stored = this.consumers.get(lease.consumer);
    if (stored?.token !== lease.token) throw new ConsumerLeaseLost(lease);
    return stored;
  }
}

function getExpiry({ seconds }: ConsumerLease): number {
  return Date.now() + seconds * 1000;
}
