import { DomainError } from '@content-service/kernel';
import { ConsumerLeaseLost, type AcquiredLease, type EventConsumerStore } from './event-consumer.store.js';
import type { Position } from './event.js';

/**
 * Processes some events behind the position and stores the new position under the lease, events first.
 *
 * @returns the new position; the task is called again at once until it stays the same
 */
export type ConsumerTask = (held: AcquiredLease) => Promise<Position>;

export interface ConsumerRunnerOptions {
  /** A name of this process, for administrators. */
  readonly holder: string;
  /** How often the task is called when nothing wakes the runner; default `EVENTS_POLL_MS`. */
  readonly pollMs?: number | undefined;
  /** Receives errors of the task and of the store. The lease is freed, since another process may succeed. */
  readonly onError: (error: unknown) => void;
  /**
   * How long this process waits after so many errors in a row, whatever wakes it; without the function `pollMs`.
   */
  readonly getRetryDelayMs?: (failures: number) => number;
  /** After a crash another process continues after this time. */
  readonly leaseSeconds?: number;
  /** Wake-ups of this time are answered together: a burst of writes is not a burst of transactions. Default: 100. */
  readonly wakeDelayMs?: number;
}

/**
 * How often events of other processes are looked for; those of its own process wake a reader. Readers do not notice half a
 * second, and two indexed reads in a second are no load.
 */
export const EVENTS_POLL_MS = 500;

const LEASE_SECONDS = 9;
const WAKE_DELAY_MS = 100;

/** Calls the task of a consumer in the one process that has its lease, which a timer renews. */
export class ConsumerRunner {
  private held: AcquiredLease | undefined;
  private running: Promise<void> | undefined;
  private hasStopped = false;
  private wakeTimer: NodeJS.Timeout | undefined;
  /** A wake-up that the task has not seen yet. */
  private isDue = false;
  private failures = 0;
  private resume: () => void = () => undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: EventConsumerStore,
    private readonly consumer: string,
    private readonly task: ConsumerTask,
    private readonly options: ConsumerRunnerOptions,
  ) {}

  start(): void {
    this.running ??= this.run();
    const { leaseSeconds = LEASE_SECONDS } = this.options;
    this.heartbeat ??= setInterval(() => void this.renew(), (leaseSeconds * 1000) / 3).unref();
  }

  /** Calls the task soon, unless it has failed. */
  wake(): void {
    this.wakeTimer ??= setTimeout(() => {
      this.wakeTimer = undefined;
      if (this.failures > 0) return;
      this.isDue = true;
      this.resume();
    }, this.options.wakeDelayMs ?? WAKE_DELAY_MS).unref();
  }

  /** Waits for the task and frees the lease for other processes. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    clearInterval(this.heartbeat);
    this.resume();
    await this.running;
    const { held } = this;
    this.held = undefined;
    if (held !== undefined) await this.store.release(held.lease).catch(this.options.onError);
  }

  private async run(): Promise<void> {
    while (!this.hasStopped) {
      this.isDue = false;
      await this.processAll().catch((error: unknown) => this.giveUp(error));
      await this.pause();
    }
  }

  private async processAll(): Promise<void> {
    const { holder, leaseSeconds = LEASE_SECONDS } = this.options;
    this.held ??= await this.store.acquire(this.consumer, holder, leaseSeconds);
    while (this.held !== undefined && !this.hasStopped) {
      const { lease, position, error }: AcquiredLease = this.held;
      const next = await this.task(this.held);
      this.failures = 0;
      if (next === position && error === undefined) return;
      if (error !== undefined) await this.store.advance(lease, next);
      this.held = { lease, position: next };
    }
  }

  /** Frees the lease, with the reason for administrators. */
  private async giveUp(error: unknown): Promise<void> {
    const { held } = this;
    this.held = undefined;
    if (error instanceof ConsumerLeaseLost) return;
    this.failures += 1;
    this.options.onError(error);
    if (held === undefined) return;
    await this.store.release(held.lease, describeError(error)).catch(this.options.onError);
  }

  private async pause(): Promise<void> {
    if (this.hasStopped || (this.isDue && this.failures === 0)) return;
    const { pollMs = EVENTS_POLL_MS, getRetryDelayMs = () => pollMs } = this.options;
    const delayMs = this.failures === 0 ? pollMs : getRetryDelayMs(this.failures);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs).unref();
      this.resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A lease that was lost while the task acts shows at its next act, which fails. */
  private async renew(): Promise<void> {
    const { held } = this;
    if (held === undefined) return;
    const isHeld = await this.store.renew(held.lease).catch(() => true);
    if (!isHeld && this.held === held) this.held = undefined;
  }
}

/** Messages of other errors can have details that are for the log, such as SQL. */
function describeError(error: unknown): string {
  return error instanceof DomainError ? error.message : 'An unexpected error; the log of the process has it.';
}
