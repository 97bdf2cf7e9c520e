import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { measure, type Measurement } from './compare.js';
import { buildId, FULL, seeded, type Size } from './content.js';
import { fill } from './fill.js';
import type { Growth, ReadGrowth } from './growth-report.js';
import type { Operation } from './operations.js';
import {
  processorMilliseconds,
  readParent,
  treeProcessorMilliseconds,
  waitUntilIdle,
} from './processor-time.js';
import { toThreeDigits } from './report.js';
import { type MeasuredServer, startMeasured } from './servers.js';

const REQUESTS = 60;

/** Requests that look at every entry, which takes seconds at a million. */
const SCANS = 8;

/** Limit for reads whose work does not depend on the number of entries, with some room for deeper indexes and colder caches. */
const FLAT = 1.5;

/** Limit for reads that an index serves in part. */
const MODERATE = 5;

/** The measurements of one number of entries. */
interface SizeMeasurement {
  readonly reads: ReadonlyMap<string, Measurement>;
  readonly importedPerSecond: number;
}

/** Measures reads of the service at several numbers of entries. */
export async function measureGrowth(
  engine: string,
  articles: readonly number[],
  rounds: number,
): Promise<Growth> {
  const sizes: SizeMeasurement[] = [];
  for (const number of articles) sizes.push(await measureSize(engine, { ...FULL, articles: number }, rounds));
  const reads = createReads(FULL).map(({ name, budget }): ReadGrowth => {
    const all = (member: keyof Measurement): number[] =>
      sizes.map((size) => toThreeDigits(size.reads.get(name)?.[member] ?? NaN));
    const processorMilliseconds = all('processorMilliseconds');
    const growth = toThreeDigits((processorMilliseconds.at(-1) ?? NaN) / (processorMilliseconds[0] ?? NaN));
    const medianMilliseconds = all('medianMilliseconds');
    const limit = budget === Infinity ? {} : { budget };
    return { read: name, processorMilliseconds, medianMilliseconds, growth, ...limit };
  });
  const importedPerSecond = sizes.map((size) => Math.round(size.importedPerSecond));
  return { engine, articles, importedPerSecond, reads };
}

async function measureSize(engine: string, size: Size, rounds: number): Promise<SizeMeasurement> {
  const database = await createTestDatabase(engine);
  try {
    const seconds = await fill(database.url, size);
    console.log(`${engine}: ${size.articles} articles, imported in ${seconds.toFixed(0)} s`);
    const service = await startMeasured(database.url, undefined);
    const server = await findServerProcess(engine, database);
    // An engine goes on writing what was imported.
    if (server !== undefined) await waitUntilIdle(server, treeProcessorMilliseconds);
    const readTime = (): number =>
      server === undefined
        ? treeProcessorMilliseconds(service.pid)
        : processorMilliseconds(service.pid) + treeProcessorMilliseconds(server);
    const reads = await measureAll(service, createReads(size), rounds, readTime);
    await service.stop();
    return { reads, importedPerSecond: size.articles / seconds };
  } finally {
    await database.remove();
  }
}

async function measureAll(
  service: MeasuredServer,
  operations: readonly Operation[],
  rounds: number,
  readTime: () => number,
): Promise<ReadonlyMap<string, Measurement>> {
  const measured = new Map<string, Measurement>();
  for (const operation of operations)
    measured.set(operation.name, await measure(operation, service, rounds, readTime));
  return measured;
}

/** The process of the database server, which must run on this machine. SQLite works in the service and in its readers. */
function findServerProcess(engine: string, { connect }: TestDatabase): Promise<number | undefined> {
  if (engine === 'sqlite') return Promise.resolve(undefined);
  return connect(async (run) => {
    if (engine === 'postgres') {
      const [row] = await run('SELECT pg_backend_pid() AS pid');
      return readParent((row as { pid: number }).pid);
    }
    const [row] = await run('SELECT @@pid_file AS file');
    return Number(readFileSync((row as { file: string }).file, 'utf8'));
  });
}

/** The budget of a read is its largest growth. */
function createReads({ articles, categories, authors, tags }: Size): readonly Operation[] {
  const random = seeded(11);
  const any = (below: number): number => Math.floor(random() * below);
  const category = (): string => buildId('category', any(categories));
  const read = (
    name: string,
    toPath: () => string,
    { budget = Infinity, requests = REQUESTS }: Partial<Operation> = {},
  ): Operation => ({
    ...{ name, budget, requests, expectedStatus: 200 },
    next: () => ({ method: 'GET', path: encodeURI(`/api/node/article${toPath()}`) }),
  });
  const contains = (field: string, text: string): string =>
    `?filter[x][condition][path]=${field}&filter[x][condition][operator]=CONTAINS&filter[x][condition][value]=${text}`;
  return [
    read('one entry', () => `/${buildId('article', any(articles))}`, { budget: FLAT }),
    read('related entries', () => `/${buildId('article', any(articles))}/field_tags`),
    read('newest, with total', () => '?sort=-created', { budget: FLAT }),
    read('default order, with total', () => '', { budget: FLAT }),
    read('offset N/2', () => `?page[offset]=${Math.floor(articles / 2)}`),
    read('sort by title, descending', () => '?sort=-title'),
    read('sort by two keys', () => '?sort=field_rating,-title', { budget: MODERATE }),
    read('category, newest first', () => `?filter[field_category.id]=${category()}&sort=-created`, {
      budget: FLAT,
    }),
    read(
      'category, newest first, 3 includes',
      () =>
        `?filter[field_category.id]=${category()}&sort=-created&include=uid,field_category,field_tags&page[limit]=20`,
      { budget: FLAT },
    ),
    read('tag name, newest first', () => `?filter[field_tags.name]=Tag ${any(tags)}&sort=-created`, {
      budget: MODERATE,
    }),
    read('rating, newest first', () => `?filter[field_rating]=${any(6)}&sort=-created`),
    read('author name, newest first', () => `?filter[uid.name]=author${any(authors)}&sort=-created`),
    read('a rare word', () => `?filter[fulltext]=${any(articles)}`),
    read('CONTAINS title', () => contains('title', String(any(1000)))),
    read('CONTAINS body', () => contains('body.value', `violin ${any(1000)}`), { requests: SCANS }),
  ];
}
