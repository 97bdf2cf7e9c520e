import { DomainError } from '@content-service/kernel';

/** How a store finds a page and its total, for people who look for the reason of a slow read. */
export interface QueryExplanation {
  /** Such as `postgres`. */
  readonly engine: string;
  /** How many entries the type has. */
  readonly entries: number;
  /** The accesses in the order in which they are tried: one that finds too few entries is followed by the next. */
  readonly page: readonly PlanStep[];
  readonly total: PlanStep;
  /** In the order in which a read sends them. */
  readonly statements: readonly ExplainedStatement[];
  /** What would let an index answer more of the query. */
  readonly advice: readonly QueryAdvice[];
}

/** One access of a plan. */
export interface PlanStep {
  /** Such as `lookup`. */
  readonly access: string;
  readonly description: string;
  /** The conditions and keys of the access, one each. */
  readonly details: readonly string[];
  /** How many rows are read; absent when that is not known without reading them. */
  readonly estimatedRows?: number | undefined;
  /** The time of reading them, by the measured costs of rows. */
  readonly estimatedMilliseconds?: number | undefined;
}

export interface ExplainedStatement {
  /** What it reads: `page`, `total`, or a figure that the plan or the page depends on. */
  readonly purpose: string;
  readonly text: string;
  /** Bytes that are no text are UUIDs or hexadecimal digits. */
  readonly parameters: readonly (string | number | null)[];
  /** The engine's own plan, line by line. */
  readonly enginePlan: readonly string[];
}

export interface QueryAdvice {
  /** The path of the filter or sort, as the client wrote it. */
  readonly path: string;
  readonly message: string;
}

/** The store answers queries without plans, such as one in memory. */
export class QueryPlanUnavailable extends DomainError {
  constructor() {
    super(
      'query_plan_unavailable',
      'This storage has no query plans: it does not answer queries by SQL. Only SQLite, MariaDB, MySQL and PostgreSQL explain them.',
    );
  }
}
