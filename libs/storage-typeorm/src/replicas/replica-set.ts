import { AsyncLocalStorage } from 'node:async_hooks';
import { type EntryStore, isStoreFault, QueryTimeout } from '@content-service/entries';
import { DomainError } from '@content-service/kernel';
import type { ReplicaState } from '@content-service/storage';
import type { Dialect } from '../dialects/dialect.js';
import type { Heartbeat } from './heartbeat.js';
import type { Replica } from './replica.js';

/** A replica is checked several times within the lag that it may have, so that it is not left out between two checks. */
const CHECKS_PER_LAG = 5;
const CHECK_INTERVAL_MS = { minimum: 100, maximum: 1000 };

/** Receives what happens with replicas. Must not throw. */
export interface ReplicaObserver {
  /** A read that a replica may answer was answered. */
  onRead(server: 'primary' | 'replica'): void;
  /** A read is repeated on the primary. @param fault the class of the error of the replica */
  onFallback(fault: string): void;
  /** The replicas were checked. */
  onCheck(states: readonly ReplicaState[]): void;
}

/** The replicas of a database. */
export interface ReplicaOptions {
  /** At least one, of the engine of the primary. */
  readonly urls: readonly string[];
  /** Milliseconds; what a replica shows is never older. */
  readonly maxLagMs: number;
  readonly observer?: ReplicaObserver | undefined;
}

interface ReplicaSetOptions extends Omit<ReplicaOptions, 'urls'> {
  /** The time limit of statements, for the message of `QueryTimeout`. */
  readonly statementTimeoutMs: number;
}

/** Chooses the replica of each group of reads, and repeats on the primary what a replica cannot answer. */
export class ReplicaSet {
  private readonly chosen = new AsyncLocalStorage<Replica>();
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly heartbeat: Heartbeat,
    private readonly dialect: Dialect,
    private readonly options: ReplicaSetOptions,
  ) {}

  /** The entries of the replica that the present reads use; `undefined` for the primary. */
  get entries(): EntryStore | undefined {
    return this.chosen.getStore()?.entries;
  }

  get states(): readonly ReplicaState[] {
    const since = this.getOldestAllowed();
    return this.replicas.map((replica) => ({
      number: replica.number,
      isUsed: replica.isCurrent(since, 0),
      lagMs: replica.lagMs,
      fault: replica.error?.message,
    }));
  }

  /** Begins to check the replicas; does nothing when it has begun. */
  start(): void {
    if (this.timer !== undefined) return;
    const { minimum, maximum } = CHECK_INTERVAL_MS;
    const intervalMs = Math.min(maximum, Math.max(minimum, this.options.maxLagMs / CHECKS_PER_LAG));
    const check = (): void => void this.check();
    this.timer = setInterval(check, intervalMs).unref();
    check();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  /** Sends a heartbeat and asks every replica for it, without waiting for one that does not answer. */
  async check(): Promise<void> {
    // Without heartbeats the replicas are soon left out.
    const sent = this.heartbeat.send().catch(() => undefined);
    await Promise.all([sent, ...this.replicas.map((replica) => replica.check(this.heartbeat))]);
    this.options.observer?.onCheck(this.states);
  }

  /** As `Storage.readBoundedStale`. @throws QueryTimeout when a statement takes too long at the replica */
  async read<T>(modelVersion: number, read: () => Promise<T>): Promise<T> {
    const { observer } = this.options;
    const replica = this.choose(modelVersion);
    if (replica === undefined) {
      observer?.onRead('primary');
      return read();
    }
    try {
      const result = await replica.run(() => this.chosen.run(replica, read));
      observer?.onRead('replica');
      return result;
    } catch (error) {
      const fault = this.dialect.classifyError(error) ?? 'other';
      // The primary would need as long.
      const answer = fault === 'timeout' ? new QueryTimeout(this.options.statementTimeoutMs, error) : error;
      if (answer instanceof QueryTimeout || (answer instanceof DomainError && !isStoreFault(answer))) {
        observer?.onRead('replica');
        throw answer;
      }
      if (fault === 'lost' || fault === 'unreachable') replica.leaveOut(error as Error);
      observer?.onFallback(fault);
      observer?.onRead('primary');
      return read();
    }
  }

  private choose(modelVersion: number): Replica | undefined {
    const since = this.getOldestAllowed();
    const current = this.replicas.filter((replica) => replica.isCurrent(since, modelVersion));
    this.turn += 1;
    return current[this.turn % current.length];
  }

  private getOldestAllowed(): number {
    return performance.now() - this.options.maxLagMs;
  }
}
