import { setTimeout as sleep } from 'node:timers/promises';
import type { EntryStore } from '@content-service/entries';
import type { Database, DatabaseOptions } from '../database/database.js';
import { ReadOnlyDatabase } from '../database/read-only-database.js';
import type { IndexSchemaCache } from '../index-tables/index-schema.js';
import { type Heartbeat, readPosition } from './heartbeat.js';

/** A replica that does not answer a check within this time is left out, and what it was asked is asked elsewhere. */
const ANSWER_LIMIT_MS = 1000;

/** Connections of a server that does not answer are not waited for any longer. */
const CLOSE_LIMIT_MS = 1000;

/** Connections to a replica. Faults are not met by trying again: the primary has the answer. */
class ReplicaDatabase extends ReadOnlyDatabase {
  override retried<T>(attempt: () => Promise<T>): Promise<T> {
    return attempt();
  }
}

/** The stores that read a replica. Its index schema is its own: changes of tables arrive later than at the primary. */
interface ReplicaStores {
  readonly entries: EntryStore;
  readonly schemaCache: IndexSchemaCache;
}

/** A replica, and whether it may be read. */
export class Replica {
  readonly entries: EntryStore;
  private readonly schemaCache: IndexSchemaCache;
  private readonly database: Database;
  /** A connection of its own, so that a pool that is in use does not look like a server that does not answer. */
  private readonly monitor: Database;
  private checking: Promise<void> | undefined;
  private modelVersion = -1;
  /** Milliseconds of the clock as of which it has everything. */
  private currentAt = -Infinity;
  /** Ends the tasks that read it. */
  private readonly abandons = new Set<(error: Error) => void>();
  /** Milliseconds; `undefined` while it cannot be checked. */
  lagMs: number | undefined;
  /** Why the last check failed. */
  error: Error | undefined = new Error('It has not been checked yet.');

  /** @param number counted from 1, in the order of the configuration */
  constructor(
    readonly number: number,
    url: string,
    options: DatabaseOptions,
    createStores: (database: Database) => ReplicaStores,
  ) {
    this.database = new ReplicaDatabase(url, { ...options, poolName: `replica_${number}` });
    this.monitor = new ReplicaDatabase(url, {
      limits: { ...options.limits, poolSize: 1, statementTimeoutMs: ANSWER_LIMIT_MS },
    });
    const { entries, schemaCache } = createStores(this.database);
    this.entries = entries;
    this.schemaCache = schemaCache;
  }

  /** Whether it has everything that was committed by a time, and the content model of a version. */
  isCurrent(since: number, modelVersion: number): boolean {
    return this.currentAt >= since && this.modelVersion >= modelVersion;
  }

  /** Runs a task that reads it. @throws Error when it stops answering meanwhile */
  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.abandons.add(reject);
      void task()
        .then(resolve, reject)
        .finally(() => this.abandons.delete(reject));
    });
  }

  /** Leaves it out until a check succeeds. */
  leaveOut(error: Error): void {
    this.currentAt = -Infinity;
    this.lagMs = undefined;
    this.error = error;
  }

  /** Finds out how current it is. Does nothing while a check waits for its answer. */
  async check(heartbeat: Heartbeat): Promise<void> {
    if (this.checking !== undefined) return;
    this.checking = this.measure(heartbeat);
    await this.checking;
    this.checking = undefined;
  }

  async close(): Promise<void> {
    const close = async (): Promise<void> => {
      await this.checking;
      await Promise.all([this.monitor.close(), this.database.close()]);
    };
    const closed = close().catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
  }

  private async measure(heartbeat: Heartbeat): Promise<void> {
    const timer = setTimeout(() => {
      this.abandon(new Error(`It did not answer within ${ANSWER_LIMIT_MS} ms.`));
    }, ANSWER_LIMIT_MS).unref();
    try {
      await this.monitor.open();
      await this.database.open();
      const position = await readPosition(this.monitor);
      if (position === undefined) throw new Error('It does not show the heartbeat of the primary.');
      this.schemaCache.invalidateIfOlder(position.modelVersion);
      this.modelVersion = position.modelVersion;
      this.currentAt = heartbeat.findCurrentAt(position.count);
      this.lagMs = heartbeat.measureLag(position.count);
      this.error = undefined;
    } catch (error) {
      this.abandon(error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearTimeout(timer);
    }
  }

  private abandon(error: Error): void {
    this.leaveOut(error);
    for (const reject of this.abandons) reject(error);
  }
}
