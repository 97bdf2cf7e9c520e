import { ConsumerRunner, type ConsumerRunnerOptions } from './consumer-runner.js';
import { type EventConsumerStore, SEQUENCER } from './event-consumer.store.js';
import type { EventLog } from './event-log.js';

/** Events that get their positions in one transaction. */
const BATCH = 500;

/** Assigns positions to committed events, in one process at a time; writers of the same process wake it. */
export class EventSequencer {
  private readonly runner: ConsumerRunner;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly log: EventLog,
    consumers: EventConsumerStore,
    options: ConsumerRunnerOptions,
  ) {
    this.runner = new ConsumerRunner(
      consumers,
      SEQUENCER,
      async ({ lease, position }) => {
        const count = await log.sequence(lease, BATCH);
        if (count > 0) for (const listener of this.listeners) listener();
        return position + count;
      },
      options,
    );
  }

  start(): void {
    this.log.onRecorded(() => {
      this.runner.wake();
    });
    this.runner.start();
  }

  stop(): Promise<void> {
    return this.runner.stop();
  }

  /** Calls a function after this process has assigned positions; consumers in other processes poll. */
  onSequenced(listener: () => void): void {
    this.listeners.add(listener);
  }
}
