import type { Dialect } from '../dialects/dialect.js';
import type { PoolObserver, PoolState, WaitOutcome } from '../dialects/pool-limits.js';
import type { Measure } from './sql.js';

/** Receives measurements of the work of a database, for metrics. Must not throw. */
export interface DatabaseObserver {
  /**
   * A statement ended.
   *
   * @param summary verb and table, such as `SELECT entry` (OpenTelemetry's `db.query.summary`)
   * @param seconds without the wait for a connection
   * @param fault the class of its error
   */
  onStatement(summary: string, seconds: number, fault: string | undefined): void;
  /** A statement or transaction is repeated after a fault. */
  onRetry(fault: string): void;
  /**
   * A pool of connections is used: `requests`, `maintenance`, `heartbeat`, `replica_1`, …, or `readers`, the reader processes of
   * SQLite. One of the same name takes its place.
   */
  onPool?(pool: string, readState: () => PoolState): void;
  /** A request waited for a connection. One that finds a free connection is not reported. */
  onWait?(pool: string, seconds: number, outcome: WaitOutcome): void;
  /** There are several hosts. @param readHosts whether each of them was up when this process last used it */
  onHosts?(readHosts: () => readonly boolean[]): void;
  /** The total of a filtered list was needed. @param isKnown whether it was kept from an earlier count */
  onTotalLookup?(isKnown: boolean): void;
}

const VERB = /^\s*(?<verb>[A-Za-z]+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE|JOIN|ON)\s+["`]?(?<table>[a-z_]+)/;

/** Summarizes a statement of this adapter; index tables of types, `ix_12`, are `ix_`. */
export function summarizeStatement(text: string): string {
  const verb = VERB.exec(text)?.groups?.['verb']?.toUpperCase() ?? 'OTHER';
  const table = TABLE.exec(text)?.groups?.['table'];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Measures each statement for an observer. */
export function createMeasure(observer: DatabaseObserver, dialect: Dialect): Measure {
  return async ({ text }, run) => {
    const start = performance.now();
    let fault: string | undefined;
    try {
      return await run();
    } catch (error) {
      fault = dialect.classifyError(error) ?? 'other';
      throw error;
    } finally {
      observer.onStatement(summarizeStatement(text), (performance.now() - start) / 1000, fault);
    }
  };
}

/** Reports of one pool. */
export function observePool(observer: DatabaseObserver, name: string): PoolObserver {
  return {
    onPool: (readState) => observer.onPool?.(name, readState),
    onWait: (seconds, outcome) => observer.onWait?.(name, seconds, outcome),
  };
}
