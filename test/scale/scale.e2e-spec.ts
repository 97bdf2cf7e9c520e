import type { Response } from 'supertest';
import { StatementCounter } from '../support/database.js';
import { ContentSite } from './content-site.js';

const SMALL = 1000;
const LARGE = Number(process.env['SCALE_ENTRIES'] ?? 20_000);

/**
 * Statements that a request on the large site may send beyond those on the small site, such as those that bound the rows to
 * sort, and confirm a total.
 */
const TOLERANCE = 3;

/** Times as long as on the small site: of requests whose work does not grow, and of those that read each entry. */
const FLAT = 5;
const LINEAR = (1.5 * LARGE) / SMALL;
/** Milliseconds that are left out of account: a collection of garbage, or other work of the machine. */
const NOISE = 50;
/** The fastest of so many requests counts. */
const REPETITIONS = 4;

type Send = (site: ContentSite, n: number) => Promise<Response>;
type Operation = readonly [title: string, status: number, growth: number, send: Send];

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const CURSORS =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';
const BUNDLE = '/manage/bundles/node/article';
const OPERATOR = (path: string, operator: string, value: string): string =>
  `?filter[x][condition][path]=${path}&filter[x][condition][operator]=${operator}&filter[x][condition][value]=${value}`;

const getCollection = (
  title: string,
  growth: number,
  query: string | ((site: ContentSite) => string),
): Operation => [
  `GET a collection ${title}`,
  200,
  growth,
  (site) => site.get(typeof query === 'string' ? query : query(site)),
];

const READS: readonly Operation[] = [
  ['GET /api', 200, FLAT, (site) => site.client.get('/api')],
  getCollection('in creation order', FLAT, ''),
  getCollection('at half of its entries', LINEAR, ({ size }) => `?page[offset]=${size / 2}`),
  getCollection('newest first', FLAT, '?sort=-created'),
  getCollection('oldest first', FLAT, '?sort=created'),
  getCollection('by title', FLAT, '?sort=title'),
  getCollection('by title, descending', FLAT, '?sort=-title'),
  getCollection('by two keys', LINEAR, '?sort=field_rating,-title'),
  getCollection('of a title', FLAT, '?filter[title]=Article 7'),
  getCollection(
    'of a category',
    LINEAR,
    ({ categories }) => `?filter[field_category.id]=${categories[3] ?? ''}`,
  ),
  getCollection('of a rating', LINEAR, '?filter[field_rating]=3&sort=-created'),
  getCollection('of a tag', LINEAR, '?filter[field_tags.name]=Tag 5&sort=-created'),
  getCollection('with CONTAINS on a title', LINEAR, OPERATOR('title', 'CONTAINS', '77')),
  getCollection('with CONTAINS on a body', LINEAR, OPERATOR('body.value', 'CONTAINS', 'article 77')),
  getCollection('with includes', FLAT, '?include=field_tags,field_category,field_related'),
  [
    'GET a collection by the cursor pagination profile',
    200,
    FLAT,
    (site) => site.client.get('/api/node/article?page[size]=20&sort=-title', { Accept: CURSORS }),
  ],
  ['GET an entry', 200, FLAT, (site, n) => site.client.get(site.path(n))],
  [
    'GET an entry with an include',
    200,
    FLAT,
    (site, n) => site.client.get(site.path(n, '?include=field_tags')),
  ],
  ['GET related entries', 200, FLAT, (site, n) => site.client.get(site.path(n, '/field_tags'))],
  ['GET a relationship', 200, FLAT, (site, n) => site.client.get(site.path(n, '/relationships/field_tags'))],
  [
    'GET /router/translate-path',
    200,
    FLAT,
    (site, n) => site.client.get(`/router/translate-path?path=/article-${n}`),
  ],
  ['GET /manage/bundles', 200, FLAT, (site) => site.manager.get('/manage/bundles')],
  ['GET a bundle', 200, FLAT, (site) => site.manager.get(BUNDLE)],
  ['GET /manage/content-model', 200, FLAT, (site) => site.manager.get('/manage/content-model')],
];

const tag = (site: ContentSite, n: number): object => ({
  data: [{ type: 'taxonomy_term--tags', id: site.tags[n + 10] }],
});

const WRITES: readonly Operation[] = [
  [
    'POST an entry',
    201,
    FLAT,
    (site, n) =>
      site.client.post('/api/node/article', {
        data: { type: 'node--article', attributes: { title: `New ${n}` } },
      }),
  ],
  [
    'PATCH an entry',
    200,
    FLAT,
    (site, n) => site.client.patch(site.path(n + 1), site.change(n + 1, { title: `Changed ${n}` })),
  ],
  [
    'PATCH an entry to unpublish it',
    200,
    FLAT,
    (site, n) => site.client.patch(site.path(n + 1), site.change(n + 1, { status: false })),
  ],
  [
    'POST to a relationship',
    200,
    FLAT,
    (site, n) => site.client.post(site.path(1, '/relationships/field_tags'), tag(site, n)),
  ],
  [
    'PATCH a relationship',
    204,
    FLAT,
    (site, n) => site.client.patch(site.path(2, '/relationships/field_tags'), tag(site, n)),
  ],
  [
    'DELETE from a relationship',
    204,
    FLAT,
    (site, n) => site.client.delete(site.path(1, '/relationships/field_tags'), tag(site, n)),
  ],
  [
    'POST /api/operations',
    200,
    FLAT,
    (site, n) =>
      site.client.post(
        '/api/operations',
        { 'atomic:operations': [{ op: 'update', ...site.change(n + 1, { title: `Changed again ${n}` }) }] },
        { 'Content-Type': ATOMIC, Accept: ATOMIC },
      ),
  ],
  ['DELETE an entry', 204, FLAT, (site, n) => site.client.delete(site.path(-1 - n))],
  [
    'DELETE an entry with referrers',
    204,
    LINEAR,
    (site, n) => site.client.delete(`/api/taxonomy_term/tags/${site.tags[n] ?? ''}`),
  ],
  ['PATCH a bundle', 200, FLAT, (site, n) => site.manager.patch(BUNDLE, { label: `Articles ${n}` })],
  [
    'PATCH a field',
    200,
    LINEAR,
    (site, n) => site.manager.patch(`${BUNDLE}/fields/field_summary`, { settings: { maxLength: 60 + n } }),
  ],
  ['DELETE a field with values', 409, FLAT, (site) => site.manager.delete(`${BUNDLE}/fields/field_rating`)],
  ['DELETE a bundle with entries', 409, FLAT, (site) => site.manager.delete(BUNDLE)],
];

describe(`operations on ${LARGE} entries`, () => {
  const counter = new StatementCounter();
  const sites: ContentSite[] = [];
  beforeAll(
    async () => {
      for (const size of [SMALL, LARGE]) sites.push(await ContentSite.start(size));
    },
    60_000 + LARGE * 10,
  );
  afterAll(async () => {
    for (const site of sites) await site.stop();
    counter.stop();
  });

  it.each([...READS, ...WRITES])(
    '%s: as many statements as on 1000, in bounded time',
    async (_, status, growth, send) => {
      const measured = [];
      for (const site of sites) measured.push(await measure(site, status, send));
      const [small, large] = measured;
      if (small === undefined || large === undefined) throw new Error('Two sites are measured.');

      expect(large.statements).toBeLessThanOrEqual(small.statements + TOLERANCE);
      expect(large.milliseconds).toBeLessThanOrEqual(growth * small.milliseconds + NOISE);
    },
  );

  it('POST a field with Prefer: respond-async: a job, with as many statements as on 1000', async () => {
    const field = { name: 'field_new', type: 'string', label: 'New' };
    const counts = [];
    for (const { manager } of sites) {
      const before = counter.count;
      const response = await manager.post(`${BUNDLE}/fields`, field, { Prefer: 'respond-async' });
      expect(response.status).toBe(202);
      counts.push(counter.count - before);
    }

    const [small = 0, large = Infinity] = counts;
    expect(large).toBeLessThanOrEqual(small + TOLERANCE);
  });

  /** The fastest request, and the most statements that one sends. */
  async function measure(
    site: ContentSite,
    status: number,
    send: Send,
  ): Promise<{ readonly statements: number; readonly milliseconds: number }> {
    const runs = [];
    for (let n = 0; n < REPETITIONS; n += 1) {
      const [statements, started] = [counter.count, performance.now()];
      const response = await send(site, n);
      runs.push({ statements: counter.count - statements, milliseconds: performance.now() - started });
      expect(response.status).toBe(status);
    }
    return {
      statements: Math.max(...runs.map((run) => run.statements)),
      milliseconds: Math.min(...runs.map((run) => run.milliseconds)),
    };
  }
});
