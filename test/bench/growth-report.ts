import { formatTable } from '../reference/markdown-table.js';

/** Reads at several numbers of entries, for `--json` and docs/growth.json; lists have an item for each of these numbers. */
export interface Growth {
  readonly engine: string;
  readonly articles: readonly number[];
  readonly importedPerSecond: readonly number[];
  readonly reads: readonly ReadGrowth[];
}

export interface ReadGrowth {
  readonly read: string;
  /** Processor time of service and database. */
  readonly processorMilliseconds: readonly number[];
  readonly medianMilliseconds: readonly number[];
  /** How many times the processor time of the first number the last one takes. */
  readonly growth: number;
  /** The largest growth allowed. */
  readonly budget?: number;
}

export function isGrowthInBudget({ reads }: Growth): boolean {
  return reads.every(({ growth, budget = Infinity }) => growth <= budget);
}

/** A Markdown table: processor time of service and database, and median time of an answer, in milliseconds. */
export function formatGrowth({ engine, articles, importedPerSecond, reads }: Growth): string {
  const sizes = articles.map((number) => number.toLocaleString('en'));
  return formatTable(
    [engine, ...sizes, 'growth', 'budget'],
    [
      ...reads.map(({ read, processorMilliseconds, medianMilliseconds, growth, budget = '' }) => [
        read,
        ...processorMilliseconds.map((time, n) => `${time} / ${medianMilliseconds[n] ?? ''}`),
        ...[growth, budget].map(String),
      ]),
      ['imported entries a second', ...importedPerSecond.map(String), '', ''],
    ],
  );
}
