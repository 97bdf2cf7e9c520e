import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.js';

/** Statements of content, which always have series of their own. */
const CONTENT_SUMMARY = /^((SELECT|INSERT|UPDATE|DELETE) (entry|ix_)|COMMIT)$/;

/** Other summaries with series of their own; further ones are counted under `(other)`. */
const SUMMARIES_MAXIMUM = 36;

/** Pairs of summary and fault with series of their own, beside them; further ones are counted under `(other)`, by fault. */
const FAILURES_MAXIMUM = 6;

const OTHER_SUMMARY = '(other)';

/** The connections of a pool; see `PoolState` of the adapter. */
interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly pending: number;
  readonly maximum: number;
}

/** What a storage adapter with a database reports; see `DatabaseObserver` of the adapter. */
export interface DatabaseObserver {
  onStatement(summary: string, seconds: number, fault: string | undefined): void;
  onRetry(fault: string): void;
  onPool?(pool: string, readState: () => PoolState): void;
  onWait?(pool: string, seconds: number, outcome: 'acquired' | 'refused'): void;
  onHosts?(readHosts: () => readonly boolean[]): void;
  onTotalLookup?(isKnown: boolean): void;
}

/** Creates the observer that turns measurements of a database into metrics. */
export function createDatabaseObserver(metrics: Metrics, databaseUrl: string): DatabaseObserver {
  const { commitRetries, poolWaits, poolTimeouts } = metrics;
  const totals = metrics.cacheLookups.of('filtered_totals');
  return {
    onStatement: measureStatements(metrics, databaseUrl.slice(0, databaseUrl.indexOf(':'))),
    onRetry: (fault) => {
      commitRetries.inc({ fault });
    },
    onPool: measurePools(metrics),
    onWait: (db_client_connection_pool_name, seconds, outcome) => {
      if (outcome === 'refused') poolTimeouts.inc({ db_client_connection_pool_name });
      else poolWaits.observe({ db_client_connection_pool_name }, seconds);
    },
    onHosts: (readHosts) => {
      new Gauge({
        name: 'content_service_database_host_up',
        help: 'Whether a host of DATABASE_URL takes writes (1) or is left out (0), by its place; with several hosts.',
        labelNames: ['host'] as const,
        registers: [metrics.registry],
        aggregator: 'min',
        collect() {
          for (const [host, isUp] of readHosts().entries()) this.set({ host }, Number(isUp));
        },
      });
    },
    onTotalLookup: (isKnown) => {
      totals.add(isKnown);
    },
  };
}

function measureStatements(
  { statementDuration }: Metrics,
  db_system_name: string,
): DatabaseObserver['onStatement'] {
  const series = new Map<string, ReturnType<typeof statementDuration.labels>>();
  const named = { summaries: 0, failures: 0 };
  const findSeries = (summary: string, error_type: string): ReturnType<typeof statementDuration.labels> => {
    const key = `${summary}|${error_type}`;
    const known = series.get(key);
    if (known !== undefined) return known;
    const isContent = error_type === '' && CONTENT_SUMMARY.test(summary);
    if (!isContent && summary !== OTHER_SUMMARY) {
      const [kind, maximum] =
        error_type === ''
          ? (['summaries', SUMMARIES_MAXIMUM] as const)
          : (['failures', FAILURES_MAXIMUM] as const);
      if (named[kind] >= maximum) return findSeries(OTHER_SUMMARY, error_type);
      named[kind] += 1;
    }
    const added = statementDuration.labels({ db_system_name, db_query_summary: summary, error_type });
    series.set(key, added);
    return added;
  };
  return (summary, seconds, fault = '') => {
    findSeries(summary, fault).observe(seconds);
  };
}

/** @returns what registers a pool, whose connections are counted when the metrics are read */
function measurePools(metrics: Metrics): NonNullable<DatabaseObserver['onPool']> {
  const { poolConnections, poolMaximum, poolPending, poolWaits, poolTimeouts } = metrics;
  const pools = new Map<string, () => PoolState>();
  metrics.onCollectPools = () => {
    for (const [db_client_connection_pool_name, readState] of pools) {
      const pool = { db_client_connection_pool_name };
      const { used, idle, pending, maximum } = readState();
      poolConnections.set({ ...pool, db_client_connection_state: 'used' }, used);
      poolConnections.set({ ...pool, db_client_connection_state: 'idle' }, idle);
      poolMaximum.set(pool, maximum);
      poolPending.set(pool, pending);
    }
  };
  return (db_client_connection_pool_name, readState) => {
    pools.set(db_client_connection_pool_name, readState);
    poolWaits.zero({ db_client_connection_pool_name });
    poolTimeouts.inc({ db_client_connection_pool_name }, 0);
  };
}
