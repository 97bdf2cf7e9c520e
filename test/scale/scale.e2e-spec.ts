import { StatementCounter } from '../support/database.js';
import { BACKGROUND_WORK, type Work } from './background-work.js';
import { CONTENT_READS } from './content-reads.js';
import { ContentSite } from './content-site.js';
import { CONTENT_WRITES } from './content-writes.js';
import { MODEL_OPERATIONS } from './model-operations.js';
import { isOf, LARGE, type Operation, SMALL, TOLERANCE } from './operation.js';
import { PEOPLE_OPERATIONS } from './people-operations.js';
import { SITE_OPERATIONS } from './site-operations.js';
import { PATIENCE_MS, SiteJobs } from './site-jobs.js';
import { WORK_OPERATIONS } from './work-operations.js';

/** Milliseconds that are left out of account: a collection of garbage, or other work of the process. */
const NOISE = 50;

interface Measurement {
  readonly statements: number;
  readonly milliseconds: number;
}

/** The fastest of so many requests counts. */
const REPETITIONS = 4;

const OPERATIONS = [
  ...CONTENT_READS,
  ...WORK_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...SITE_OPERATIONS,
  ...CONTENT_WRITES,
  ...MODEL_OPERATIONS,
];

/** Operations that no row sends, each with its reason. */
const NOT_MEASURED: Readonly<Record<string, string>> = {
  'POST /manage/consumers/{consumer}/replay':
    'Only a consumer of a message broker has it; test/brokers has one.',
  'POST /manage/previews': 'It reads one entry by its id.',
  'POST /next/draft-url': 'It reads no objects.',
  'POST /manage/bulk-actions/{id}/undo':
    'It reads one job and queues another; no job is performed here, so that there is none to undo.',
  'POST /subrequests': 'Its parts are requests of their own.',
  'GET /files/{uuid}/{filename}': 'It reads one entry by its id, and bytes.',
  'GET /files/{uuid}/{style}/{version}/{filename}': 'It reads one entry by its id, and bytes.',
};

/**
 * Milliseconds of processor time, which other processes of the machine do not lengthen. What a database server works is not in
 * it: there it is elapsed time.
 */
function readClock(): number {
  if (process.env['TEST_STORAGE'] !== 'sqlite') return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const describeRequest = ({ name, variant }: Pick<Operation, 'name' | 'variant'>): string =>
  `${name} ${variant}`.trim();

describe(`operations on ${LARGE} entries`, () => {
  const counter = new StatementCounter();
  const sites: ContentSite[] = [];
  beforeAll(
    async () => {
      for (const size of [SMALL, LARGE]) sites.push(await ContentSite.start(size));
    },
    120_000 + LARGE * 20,
  );
  afterAll(async () => {
    for (const site of sites) await site.stop();
    counter.stop();
  });

  it('of /openapi.json are all measured, or have a reason why they are not', async () => {
    const described = await listOperations(sites[0]!);
    const measured = [...OPERATIONS, ...BACKGROUND_WORK].map(({ name }) => name);
    const named = [...measured, ...Object.keys(NOT_MEASURED)];

    expect(described.filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !described.includes(name))).toEqual([]);
    expect(Object.keys(NOT_MEASURED).filter((name) => measured.includes(name))).toEqual([]);
  });

  it('pages of a large group have its entries in their order', async () => {
    const { size, articles } = sites[1]!;
    const wanted = articles.filter((_, n) => n % 5 === 3).reverse();
    const found: string[] = [];
    for (const offset of [0, 10, 20, size / 10]) {
      const query = `?filter[field_rating]=3&sort=-created&page[limit]=10&page[offset]=${offset}`;
      const { body } = await sites[1]!.get(query);
      found.push(...(body as { data: readonly { id: string }[] }).data.map(({ id }) => id));
    }

    expect(found).toEqual([...wanted.slice(0, 30), ...wanted.slice(size / 10, size / 10 + 10)]);
  });

  it.each(OPERATIONS.map((operation) => [describeRequest(operation), operation] as const))(
    '%s: as many statements as on 1000, in bounded time',
    async (title, operation) => {
      let [small, large] = await measureSites(operation);
      // A read can be repeated.
      const isLate = (): boolean => large.milliseconds > operation.growth * small.milliseconds + NOISE;
      if (isLate() && operation.name.startsWith('GET ')) [small, large] = await measureSites(operation);

      expect(large.statements).toBeLessThanOrEqual(small.statements + TOLERANCE + operation.further);
      expect(large.milliseconds).toBeLessThanOrEqual(operation.growth * small.milliseconds + NOISE);
    },
  );

  it(
    'leave jobs that come to their end',
    async () => {
      for (const { managed } of sites) {
        const jobs = new SiteJobs(managed, counter);
        await jobs.cancelQueued();
        expect(await jobs.run()).toBeGreaterThan(0);
      }
    },
    PATIENCE_MS,
  );

  it.each(BACKGROUND_WORK.map((work) => [describeRequest(work), work] as const))(
    '%s: as many statements for an entry as on 1000',
    async (title, work) => {
      const counts = [];
      for (const site of sites) counts.push(await countStatements(site, work));
      const [small = 0, large = Infinity] = counts;

      expect(small).toBeGreaterThan(0);
      expect(large).toBeLessThanOrEqual(((work.growth ?? 1) * small * LARGE) / SMALL + TOLERANCE);
    },
    PATIENCE_MS,
  );

  /** The statements of a request and of its jobs. */
  async function countStatements(site: ContentSite, { name, status, send }: Work): Promise<number> {
    const before = counter.count;
    const answer = await send(site);
    const statements = counter.count - before;
    expect([answer.status, isOf(name, answer.request)]).toEqual([status, true]);
    return statements + (await new SiteJobs(site.managed, counter).run());
  }

  /** @returns the measurements of the small and of the large site */
  async function measureSites(operation: Operation): Promise<readonly [Measurement, Measurement]> {
    return [await measure(sites[0]!, operation), await measure(sites[1]!, operation)];
  }

  /** The fastest request, and the most statements that one sends. */
  async function measure(
    site: ContentSite,
    { name, status, prepare, send }: Operation,
  ): Promise<Measurement> {
    const runs = [];
    for (let n = 0; n < REPETITIONS; n += 1) {
      const prepared = (await prepare?.(site, n)) ?? '';
      const [statements, started] = [counter.count, readClock()];
      const answer = await send(site, n, prepared);
      runs.push({ statements: counter.count - statements, milliseconds: readClock() - started });
      expect([answer.status, isOf(name, answer.request)]).toEqual([status, true]);
    }
    return {
      statements: Math.max(...runs.map((run) => run.statements)),
      milliseconds: Math.min(...runs.map((run) => run.milliseconds)),
    };
  }
});

/** The operations of `/openapi.json`; those of a bundle are operations of its template. */
async function listOperations({ managed }: ContentSite): Promise<readonly string[]> {
  const { paths } = (await managed.description()).document;
  const templates = Object.keys(paths).filter((path) => path.startsWith('/api/{'));
  const isOfTemplate = (path: string): boolean =>
    // Its form is that of a collection.
    path !== '/api/menu_items/{menu}' &&
    templates.some(
      (template) => template !== path && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
  return Object.entries(paths)
    .filter(([path]) => !isOfTemplate(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
}
