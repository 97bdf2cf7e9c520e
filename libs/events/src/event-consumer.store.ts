import type { AuditLines } from '@content-service/audit';
import { type ChangeOf, DomainError, type MemberRules } from '@content-service/kernel';
import type { Position } from './event.js';

/** The consumer that assigns positions; its own position is that of the newest event. */
export const SEQUENCER = 'log';

/** A consumer of the event log, such as `webhooks`: it has processed all events up to its position. */
export interface EventConsumer {
  readonly name: string;
  readonly position: Position;
  /** An administrator has stopped the consumer: no process gets its lease. */
  readonly paused: boolean;
  /** A name of the process that has the lease, for administrators; absent when the lease is free or has expired. */
  readonly holder?: string | undefined;
  /** Why the last process that had the lease could not go on; absent since the consumer has gone on. */
  readonly error?: string | undefined;
}

/** The right of one process to act as a consumer for some time. */
export interface ConsumerLease {
  readonly consumer: string;
  /** The fencing token: every acquisition has a greater one. */
  readonly token: number;
  /** The lease expires this long after it was last renewed, by the clock of the store. */
  readonly seconds: number;
}

/** A lease that was just taken, and the position at which to continue. */
export interface AcquiredLease {
  readonly lease: ConsumerLease;
  readonly position: Position;
  /** The error of `EventConsumer`, until `advance` removes it. */
  readonly error?: string | undefined;
}

/** What an administrator may change of a consumer. The bounds of a position are those of the log (`EventConsumerService.change`). */
export const CONSUMER_MEMBERS = {
  paused: { type: 'boolean', description: 'Whether no process acts for the consumer.' },
  position: {
    type: 'integer',
    minimum: 0,
    description: 'The consumer continues behind this event.',
  },
} as const satisfies MemberRules;

/** Absent members stay. */
export type ConsumerChange = ChangeOf<typeof CONSUMER_MEMBERS>;

/** The port for the positions of consumers. Every method is atomic. */
export abstract class EventConsumerStore {
  /**
   * Takes the lease of a consumer that is free or has expired; of parallel callers one gets it, of a paused one none. A consumer that is not
   * known yet begins behind the newest event.
   *
   * @param holder a name of the process, for administrators
   */
  abstract acquire(consumer: string, holder: string, seconds: number): Promise<AcquiredLease | undefined>;

  /** @returns false when the lease is another process's */
  abstract renew(lease: ConsumerLease): Promise<boolean>;

  /**
   * Moves a consumer on to a position, or confirms the one that it has; also renews the lease and removes the error.
   *
   * @param auditLines are stored with the position
   * @throws ConsumerLeaseLost when the lease is another process's; nothing is changed then
   */
  abstract advance(lease: ConsumerLease, to: Position, auditLines?: AuditLines): Promise<void>;

  /**
   * Frees the lease; does nothing when it is another process's.
   *
   * @param error why the holder cannot go on, for administrators; without it the stored one stays
   */
  abstract release(lease: ConsumerLease, error?: string): Promise<void>;

  /** All consumers by name. */
  abstract list(): Promise<readonly EventConsumer[]>;

  /**
   * Changes a consumer, ends its lease and removes its error.
   *
   * @param auditLines are stored with the change
   * @returns false when there is no such consumer
   */
  abstract change(consumer: string, change: ConsumerChange, auditLines?: AuditLines): Promise<boolean>;

  /**
   * Removes a consumer whose lease is free or has expired.
   *
   * @param auditLines are stored with the removal
   * @returns false when there is none
   */
  abstract remove(consumer: string, auditLines?: AuditLines): Promise<boolean>;
}

/** Another process has taken over; the caller must not act as the consumer any more. */
export class ConsumerLeaseLost extends DomainError {
  constructor({ consumer, token }: ConsumerLease) {
    super('consumer_lease_lost', `The lease ${token} of the event consumer '${consumer}' has expired.`);
  }
}
