import type { AuditLines } from '@content-service/audit';
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
import type { RecordDatabase } from './record-database.js';
import type { RecordTransaction } from './record-transaction.js';

/** By name. */
const CONSUMERS = 'event-consumer/';

interface StoredConsumer {
  readonly position: Position;
  /** Absent in what earlier versions stored. */
  readonly paused?: boolean;
  readonly token: number;
  readonly holder?: string | undefined;
  readonly error?: string | undefined;
  /** Milliseconds, by the clock of the machine. */
  readonly expiresAt: number;
}

export class RecordEventConsumerStore extends EventConsumerStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override acquire(name: string, holder: string, seconds: number): Promise<AcquiredLease | undefined> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction.get<StoredConsumer>(CONSUMERS + name);
      if (stored !== undefined && (stored.paused === true || isHeld(stored))) return undefined;
      const { position, error, token } = stored ?? {
        position: await readNewestPosition(transaction),
        error: undefined,
        token: 0,
      };
      const lease = { consumer: name, token: token + 1, seconds };
      await put(transaction, name, {
        ...{ position, holder, error, token: lease.token },
        expiresAt: getExpiry(lease),
      });
      return { lease, position, error };
    });
  }

  override renew(lease: ConsumerLease): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const held = await findHeld(transaction, lease);
      if (held !== undefined)
        await put(transaction, lease.consumer, { ...held, expiresAt: getExpiry(lease) });
      return held !== undefined;
    });
  }

  override advance(lease: ConsumerLease, to: Position, auditLines?: AuditLines): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const held = await getHeld(transaction, lease);
      const moved = { ...held, position: to, error: undefined };
      await put(transaction, lease.consumer, { ...moved, expiresAt: getExpiry(lease) });
    }, auditLines);
  }

  override release(lease: ConsumerLease, error?: string): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const held = await findHeld(transaction, lease);
      if (held === undefined) return;
      const freed = { ...held, token: held.token + 1, expiresAt: 0 };
      await put(transaction, lease.consumer, { ...freed, error: error ?? held.error });
    });
  }

  override async list(): Promise<readonly EventConsumer[]> {
    const consumers: EventConsumer[] = [];
    for await (const { key, value } of this.database.each(CONSUMERS)) {
      const stored = value as unknown as StoredConsumer;
      const { position, paused = false, error } = stored;
      const holder = isHeld(stored) ? stored.holder : undefined;
      consumers.push({ name: key.slice(CONSUMERS.length), position, paused, holder, error });
    }
    return consumers;
  }

  override change(
    name: string,
    { paused, position }: ConsumerChange,
    auditLines?: AuditLines,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction.get<StoredConsumer>(CONSUMERS + name);
      if (stored === undefined) return false;
      await put(transaction, name, {
        position: position ?? stored.position,
        paused: paused ?? stored.paused ?? false,
        token: stored.token + 1,
        expiresAt: 0,
      });
      return true;
    }, auditLines);
  }

  override remove(name: string, auditLines?: AuditLines): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction.get<StoredConsumer>(CONSUMERS + name);
      return stored !== undefined && !isHeld(stored) && transaction.delete(CONSUMERS + name);
    }, auditLines);
  }
}

/** The position of the newest event; 0 before the first one. */
export async function readNewestPosition(from: Pick<RecordTransaction, 'get'>): Promise<Position> {
  return (await from.get<StoredConsumer>(CONSUMERS + SEQUENCER))?.position ?? 0;
}

/** Reserves positions for events. @returns the position of the newest event before. @throws ConsumerLeaseLost */
export async function advanceSequencer(
  transaction: RecordTransaction,
  lease: ConsumerLease,
  count: number,
): Promise<Position> {
  const held = await getHeld(transaction, { ...lease, consumer: SEQUENCER });
  await put(transaction, SEQUENCER, { ...held, position: held.position + count });
  return held.position;
}

function put(transaction: RecordTransaction, name: string, consumer: StoredConsumer): Promise<void> {
  return transaction.put(CONSUMERS + name, consumer);
}

async function findHeld(
  transaction: RecordTransaction,
  { consumer, token }: ConsumerLease,
): Promise<StoredConsumer | undefined> {
  const stored = await transaction.get<StoredConsumer>(CONSUMERS + consumer);
  return stored?.token === token ? stored : undefined;
}

async function getHeld(transaction: RecordTransaction, lease: ConsumerLease): Promise<StoredConsumer> {
  const held = await findHeld(transaction, lease);
  if (held === undefined) throw new ConsumerLeaseLost(lease);
  return held;
}

function isHeld({ expiresAt }: StoredConsumer): boolean {
  return expiresAt > Date.now();
}

function getExpiry({ seconds }: ConsumerLease): number {
  return Date.now() + seconds * 1000;
}
