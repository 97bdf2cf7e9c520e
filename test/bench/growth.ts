import { createTestDatabase } from '../support/database.js';
import { measure, type Measurement } from './compare.js';
import { buildId, FULL, seeded, type Size } from './content.js';
import { fill } from './fill.js';
import type { Operation } from './operations.js';
import { type MeasuredServer, startMeasured } from './servers.js';

const BUDGET = Infinity;
const REQUESTS = 60;

/**
 * Measures reads of the service at several numbers of entries.
 *
 * @returns a Markdown table: processor time of the service, and median time of an answer, in milliseconds
 */
export async function measureGrowth(
  engine: string,
  sizes: readonly number[],
  rounds: number,
): Promise<string> {
  const columns: ReadonlyMap<string, Measurement>[] = [];
  for (const articles of sizes) columns.push(await measureSize(engine, { ...FULL, articles }, rounds));
  const names = [...(columns[0]?.keys() ?? [])];
  const cells = (name: string): string[] =>
    columns.map((column) => {
      const { processorMilliseconds = NaN, medianMilliseconds = NaN } = column.get(name) ?? {};
      return `${processorMilliseconds.toFixed(2)} / ${medianMilliseconds.toFixed(1)}`;
    });
  return [
    row([`${engine}: service / median, ms`, ...sizes.map((size) => size.toLocaleString('en'))]),
    row(['---', ...sizes.map(() => '---:')]),
    ...names.map((name) => row([name, ...cells(name)])),
  ].join('\n');
}

async function measureSize(
  engine: string,
  size: Size,
  rounds: number,
): Promise<ReadonlyMap<string, Measurement>> {
  const database = await createTestDatabase(engine);
  try {
    const seconds = await fill(database.url, size);
    console.log(`${engine}: ${size.articles} articles, imported in ${seconds.toFixed(0)} s`);
    const service = await startMeasured(database.url, undefined);
    const measured = await measureAll(service, createReads(size), rounds);
    await service.stop();
    return measured;
  } finally {
    await database.remove();
  }
}

async function measureAll(
  service: MeasuredServer,
  operations: readonly Operation[],
  rounds: number,
): Promise<ReadonlyMap<string, Measurement>> {
  const measured = new Map<string, Measurement>();
  for (const operation of operations) measured.set(operation.name, await measure(operation, service, rounds));
  return measured;
}

function createReads({ articles, categories, authors, tags }: Size): readonly Operation[] {
  const random = seeded(11);
  const any = (below: number): number => Math.floor(random() * below);
  const read = (name: string, toQuery: () => string): Operation => ({
    ...{ name, budget: BUDGET, requests: REQUESTS, expectedStatus: 200 },
    next: () => ({ method: 'GET', path: encodeURI(`/api/node/article${toQuery()}`) }),
  });
  const contains = (field: string, text: string): string =>
    `?filter[x][condition][path]=${field}&filter[x][condition][operator]=CONTAINS&filter[x][condition][value]=${text}`;
  return [
    read('one entry', () => `/${buildId('article', any(articles))}`),
    read('newest, with total', () => '?sort=-created'),
    read('default order, with total', () => ''),
    read('offset N/2', () => `?page[offset]=${Math.floor(articles / 2)}`),
    read('sort by title, descending', () => '?sort=-title'),
    read('sort by two keys', () => '?sort=field_rating,-title'),
    read(
      'category, newest first',
      () => `?filter[field_category.id]=${buildId('category', any(categories))}&sort=-created`,
    ),
    read('tag name, newest first', () => `?filter[field_tags.name]=Tag ${any(tags)}&sort=-created`),
    read('rating, newest first', () => `?filter[field_rating]=${any(6)}&sort=-created`),
    read('author name, newest first', () => `?filter[uid.name]=author${any(authors)}&sort=-created`),
    read('CONTAINS title', () => contains('title', String(any(1000)))),
  ];
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
