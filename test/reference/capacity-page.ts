import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatGrowth, type Growth } from '../bench/growth-report.js';
import type { BenchResult } from '../bench/report.js';
import { formatTable } from './markdown-table.js';

/** What `npm run bench -- --json docs/bench.json` writes. */
export interface BenchFigures {
  readonly articles: number;
  readonly results: readonly BenchResult[];
}

const ENGINES: Readonly<Record<string, string>> = {
  sqlite: 'SQLite',
  mariadb: 'MariaDB',
  postgres: 'PostgreSQL',
};

export function readFigures(): BenchFigures {
  return readJson('bench') as BenchFigures;
}

/** What `npm run bench -- --engine mariadb --entries 10000 --entries 1000000 --json docs/growth.json` writes. */
export function readGrowths(): readonly Growth[] {
  return readJson('growth') as readonly Growth[];
}

function readJson(name: string): unknown {
  const path = fileURLToPath(new URL(`../../docs/${name}.json`, import.meta.url));
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** docs/capacity.md */
export function formatCapacityPage({ articles, results }: BenchFigures, growths: readonly Growth[]): string {
  const engines = Object.keys(ENGINES).filter((name) => results.some(({ engine }) => engine === name));
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const find = (name: string, one: string): BenchResult | undefined =>
    results.find(({ engine, operation }) => engine === name && operation === one);
  const rows = operations.map((operation) => [
    operation,
    ...engines.map((engine) => formatCell(find(engine, operation))),
  ]);
  return `<!-- Made by \`npm run docs:reference\` from docs/bench.json and docs/growth.json. -->

# Capacity

Requests that one processor core of the service answers in a second, and the processor time of one request, with ${articles.toLocaleString('en')} articles of 1.5 KB
([how it is measured](../test/bench/README.md)). They follow from the processor time of the service, so they hardly depend on other work
of the machine. MariaDB and PostgreSQL work in processes of their own, whose time is not counted; SQLite works in that of the service.

${formatTable(['', ...engines.map((name) => ENGINES[name] ?? name)], rows)}

![Requests a second for each core](images/bench.svg)

## How reads grow

Milliseconds of processor time that a request takes of service and database together, and the median time of its answer when 8 connections
send requests without a break. Pages have 50 entries and the exact total; \`N\` is the number of entries.

${growths.map((growth) => formatGrowth({ ...growth, engine: ENGINES[growth.engine] ?? growth.engine })).join('\n\n')}

- **Deep pages**: \`page[offset]\` reads the index entries that it skips. Cursors do not: clients that read everything should name the
  [cursor pagination profile](https://jsonapi.org/profiles/ethanresnick/cursor-pagination/) in \`Accept\` and follow \`links.next\`.
- **\`CONTAINS\`** looks at every text; \`filter[fulltext]\` finds words by an index.
- **Totals** of filters that many entries meet are counted anew after each change of such an entry.

## Size an installation

- **Cores**: divide the requests of the busiest second by the figures, and plan for twice as many cores. A process uses one core;
  \`WORKERS\` starts several, and any number of machines may share a database server.
- **Memory**: 250 MB for each process, with a million entries as with 10,000.
- **Connections**: \`DATABASE_POOL_SIZE\` (10) for each process, below the maximum of the database server.
- **Database**: 0.5 GB of memory and 0.6 GB of disk for 100,000 entries, 2 GB and 6 GB for a million. Events of 14 days add half of
  the disk when a twentieth of the entries changes every day.
- **History**: entries × changes of each, up to \`revisionsKept\` and 15 more, × the disk of a state. That of an article of 1.5 KB takes 2.1 KB in SQLite,
  2.2 KB in PostgreSQL and 3.3 KB in MariaDB. So 100,000 articles with ten states each need 2.1 to 3.3 GB. \`revisionDays\` deletes states by their age; a deleted entry stays with all its states for \`trashDays\`
  ([history](history.md)). The metric \`content_service_revisions\` says how many there are.
`;
}

function formatCell(result: BenchResult | undefined): string {
  if (result === undefined) return '';
  const { processorMilliseconds: milliseconds } = result;
  return `${Math.round(1000 / milliseconds)} (${milliseconds} ms)`;
}
