import type { Metrics } from './metrics.js';

/** Summaries with series of their own; further ones are counted under `(other)`. */
const SUMMARIES_MAXIMUM = 45;

/** What a storage adapter with a database reports; see `DatabaseObserver` of the adapter. */
export interface DatabaseObserver {
  onStatement(summary: string, seconds: number, fault: string | undefined): void;
  onRetry(fault: string): void;
}

/** Creates the observer that turns measurements of a database into metrics. */
export function createDatabaseObserver(
  { statementDuration, commitRetries }: Metrics,
  databaseUrl: string,
): DatabaseObserver {
  const db_system_name = databaseUrl.slice(0, databaseUrl.indexOf(':'));
  const summaries = new Set<string>();
  const limitSummary = (summary: string): string => {
    if (!summaries.has(summary) && summaries.size >= SUMMARIES_MAXIMUM) return '(other)';
    summaries.add(summary);
    return summary;
  };
  return {
    onStatement: (summary, seconds, fault) => {
      const db_query_summary = limitSummary(summary);
      statementDuration.observe({ db_system_name, db_query_summary, error_type: fault ?? '' }, seconds);
    },
    onRetry: (fault) => {
      commitRetries.inc({ fault });
    },
  };
}
