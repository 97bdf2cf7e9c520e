import type { Dialect } from '../dialects/dialect.js';
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
