import type { AuditContext, AuditTrail } from '@content-service/audit';
import { DomainError } from '@content-service/kernel';
import { type ConsumerLag, readConsumerLag, readConsumerLags } from './consumer-lag.js';
import { type ConsumerChange, type EventConsumerStore, SEQUENCER } from './event-consumer.store.js';
import type { EventLog } from './event-log.js';
import type { Position } from './event.js';

/** Use cases of administrators: the consumers of the event log. */
export class EventConsumerService {
  constructor(
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly trail: AuditTrail,
  ) {}

  list(): Promise<readonly ConsumerLag[]> {
    return readConsumerLags(this.log, this.consumers);
  }

  /** @throws ConsumerNotFound */
  async get(name: string): Promise<ConsumerLag> {
    const found = await readConsumerLag(this.log, this.consumers, name);
    if (found === undefined) throw new ConsumerNotFound(name);
    return found;
  }

  /**
   * Pauses or resumes a consumer, or makes it continue at another position: at an earlier one it processes events again,
   * at a later one it skips some. The process that acts for it notices within a few seconds.
   *
   * @throws ConsumerNotFound, ConsumerFixed, InvalidConsumerPosition
   */
  async change(name: string, change: ConsumerChange, context: AuditContext): Promise<ConsumerLag> {
    await this.assertChangeable(name);
    if (change.position !== undefined) await this.assertInLog(change.position);
    const event = this.trail.createEvent('consumer.changed', context, name, change);
    if (!(await this.trail.commit([event], (auditLines) => this.consumers.change(name, change, auditLines))))
      throw new ConsumerNotFound(name);
    return this.get(name);
  }

  /**
   * Forgets a consumer that is no longer configured, for which the log keeps events.
   *
   * @throws ConsumerNotFound, ConsumerFixed, ConsumerInUse
   */
  async remove(name: string, context: AuditContext): Promise<void> {
    const { position } = await this.assertChangeable(name);
    const event = this.trail.createEvent('consumer.removed', context, name, { position });
    if (await this.trail.commit([event], (auditLines) => this.consumers.remove(name, auditLines))) return;
    const { holder = 'a process' } = await this.get(name);
    throw new ConsumerInUse(name, holder);
  }

  private async assertChangeable(name: string): Promise<ConsumerLag> {
    const consumer = await this.get(name);
    if (name === SEQUENCER) throw new ConsumerFixed();
    return consumer;
  }

  private async assertInLog(position: Position): Promise<void> {
    const { oldest, newest } = await this.log.bounds();
    if (position < oldest - 1 || position > newest)
      throw new InvalidConsumerPosition(position, oldest - 1, newest);
  }
}

class ConsumerNotFound extends DomainError {
  constructor(name: string) {
    super('consumer_unknown', `The event log has no consumer '${name}'.`);
  }
}

class ConsumerFixed extends DomainError {
  constructor() {
    super(
      'consumer_fixed',
      `The consumer '${SEQUENCER}' assigns the positions of all events and cannot be changed.`,
    );
  }
}

class ConsumerInUse extends DomainError {
  constructor(name: string, holder: string) {
    super(
      'consumer_in_use',
      `${holder} acts for the consumer '${name}'; stop or reconfigure it first, or pause the consumer.`,
    );
  }
}

class InvalidConsumerPosition extends DomainError {
  constructor(position: Position, minimum: Position, maximum: Position) {
    super('invalid_value', `The log has the positions ${minimum} to ${maximum}, got ${position}.`, {
      source: { pointer: '/position' },
      meta: { minimum, maximum },
    });
  }
}
