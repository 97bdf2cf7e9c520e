import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { UuidV7Generator } from '@content-service/kernel';
import {
  CLOSED_CIRCUIT,
  createDelivery,
  type DeliveryReport,
  type WebhookEndpoint,
} from '@content-service/webhooks';
import { StatementCounter } from '../support/database.js';
import { ScaledSite } from './scaled-site.js';

const SMALL = 3;
/** More than every page (500), batch (200, 500) and list of parameters (1000). */
const LARGE = 1200;

/** Statements that a request on the large site may send beyond those on the small site: further lists of parameters. */
const TOLERANCE = 4;

type Send = (site: ScaledSite) => Promise<Response>;
type Operation = readonly [title: string, status: number, send: Send];

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const CURSORS =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';
const BUNDLE = '/manage/bundles/node/article';

const toArticles = (site: ScaledSite): object => ({
  data: site.articles.map((id) => ({ type: 'node--article', id })),
});
const toUnusedTag = (site: ScaledSite): object => ({
  data: [{ type: 'taxonomy_term--tags', id: site.tags[1] }],
});

const READS: readonly Operation[] = [
  ['GET a collection', 200, (site) => site.get('')],
  ['GET a collection with page[limit]=500', 200, (site) => site.get('?page[limit]=500')],
  ['GET the end of a collection', 200, (site) => site.get(`?page[offset]=${site.size - 2}`)],
  [
    'GET a collection with the cursor pagination profile',
    200,
    (site) => site.client.get('/api/node/article?page[size]=2', { Accept: CURSORS }),
  ],
  ['GET a collection with a filter', 200, (site) => site.get('?filter[title]=Article 1')],
  [
    'GET a collection with a filter behind a relationship',
    200,
    (site) => site.get('?filter[field_tags.name]=Shared'),
  ],
  ['GET a collection with a full text search', 200, (site) => site.get('?filter[fulltext]=article -none')],
  ['GET a collection with a sort', 200, (site) => site.get('?sort=field_tags.name,-title')],
  ['GET a collection with an include', 200, (site) => site.get('?include=field_tags,field_related')],
  ['GET an entry', 200, (site) => site.client.get(site.path(0))],
  ['GET an entry with an include', 200, (site) => site.client.get(`${site.path(0)}?include=field_related`)],
  [
    'GET an entry by a preview that was made for it',
    200,
    async (site) => {
      const entry = { type: 'node--article', id: site.articles[0] };
      const { body } = await site.manager.post('/manage/previews', { ...entry, site: 'Website' });
      return site.client.get(`${site.path(0)}?resourceVersion=${String(body.resourceVersion)}`);
    },
  ],
  ['GET related entries', 200, (site) => site.client.get(`${site.path(0)}/field_related`)],
  ['GET a relationship', 200, (site) => site.client.get(site.path(0, '/relationships/field_related'))],
  ['GET /router/translate-path', 200, (site) => site.client.get('/router/translate-path?path=/article-1')],
  [
    'GET /router/translate-path of nothing',
    404,
    (site) => site.client.get('/router/translate-path?path=/No-%C3%A9'),
  ],
  [
    'POST /subrequests',
    207,
    (site) =>
      site.client.post('/subrequests', [
        { requestId: 'router', action: 'view', uri: '/router/translate-path?path=/article-1' },
        { requestId: 'entry', action: 'view', uri: '{{router.body@$.jsonapi.individual}}' },
      ]),
  ],
  ['GET /api/menu_items/main', 200, (site) => site.client.get('/api/menu_items/main')],
  ['GET /manage/bundles', 200, (site) => site.manager.get('/manage/bundles')],
  ['GET a bundle', 200, (site) => site.manager.get(BUNDLE)],
  ['GET /manage/content-model', 200, (site) => site.manager.get('/manage/content-model')],
  ['GET /manage/content-activity', 200, (site) => site.manager.get('/manage/content-activity')],
  [
    'GET /manage/entry-revisions',
    200,
    (site) => site.manager.get(`/manage/entry-revisions?entry=${site.articles[0] ?? ''}`),
  ],
  ['GET /manage/entry-copies', 200, (site) => site.manager.get('/manage/entry-copies')],
  ['GET /manage/trash', 200, (site) => site.manager.get('/manage/trash')],
  ['GET /manage/users', 200, (site) => site.manager.get('/manage/users')],
  ['GET a user', 200, (site) => site.manager.get(site.user(1))],
  ['GET the sessions of a user', 200, (site) => site.manager.get(site.user(0, '/sessions'))],
  ['GET /manage/roles', 200, (site) => site.manager.get('/manage/roles')],
  ['GET /manage/api-clients', 200, (site) => site.manager.get('/manage/api-clients')],
  ['GET /manage/audit-log', 200, (site) => site.manager.get('/manage/audit-log')],
];

const WRITES: readonly Operation[] = [
  [
    'POST an entry',
    201,
    (site) =>
      site.client.post('/api/node/article', {
        data: { type: 'node--article', attributes: { title: 'New' } },
      }),
  ],
  ['PATCH an entry', 200, (site) => site.client.patch(site.path(1), site.change(1, { title: 'Changed' }))],
  [
    'POST to a relationship',
    200,
    (site) => site.client.post(site.path(0, '/relationships/field_tags'), toUnusedTag(site)),
  ],
  [
    'DELETE from a relationship',
    204,
    (site) => site.client.delete(site.path(0, '/relationships/field_tags'), toUnusedTag(site)),
  ],
  [
    'POST /api/operations',
    200,
    (site) =>
      site.client.post(
        '/api/operations',
        { 'atomic:operations': [{ op: 'update', ...site.change(2, { title: 'Changed' }) }] },
        { 'Content-Type': ATOMIC, Accept: ATOMIC },
      ),
  ],
  ['PATCH a bundle', 200, (site) => site.manager.patch(BUNDLE, { label: 'Articles' })],
  [
    'PATCH a field',
    200,
    (site) => site.manager.patch(`${BUNDLE}/fields/field_summary`, { settings: { maxLength: 60 } }),
  ],
  ['DELETE a field with values', 409, (site) => site.manager.delete(`${BUNDLE}/fields/field_rating`)],
  [
    'DELETE a field with values and force=true',
    204,
    (site) => site.manager.delete(`${BUNDLE}/fields/field_rating?force=true`),
  ],
  ['DELETE a bundle with entries', 409, (site) => site.manager.delete(BUNDLE)],
  ['PATCH a user', 200, (site) => site.manager.patch(site.user(1), { enabled: false })],
  ['DELETE a role of users', 409, (site) => site.manager.delete('/manage/roles/writer')],
  [
    'POST an API client',
    201,
    (site) => site.manager.post('/manage/api-clients', { label: 'New', allowedScopes: [] }),
  ],
  [
    'DELETE an API client with refresh tokens',
    204,
    (site) => site.manager.delete('/manage/api-clients/client-0-of-all'),
  ],
];

type GrowingOperation = readonly [...Operation, statements: number, objects: number];

/** Operations on all objects, with the statements that they may send for a number of objects. */
const GROWING: readonly GrowingOperation[] = [
  ['GET /manage/audit-log/export', 200, (site) => site.manager.get('/manage/audit-log/export'), 1, 200],
  [
    'POST a field',
    201,
    (site) => site.manager.post(`${BUNDLE}/fields`, { name: 'field_new', type: 'string', label: 'New' }),
    2,
    200,
  ],
  [
    'POST a removed field with values',
    201,
    (site) =>
      site.manager.post(`${BUNDLE}/fields`, { name: 'field_rating', type: 'integer', label: 'Rating' }),
    1.1,
    1,
  ],
  [
    'PATCH a relationship to all entries',
    204,
    (site) => site.client.patch(site.path(2, '/relationships/field_related'), toArticles(site)),
    1,
    50,
  ],
  [
    'PATCH a relationship to no entry',
    204,
    (site) => site.client.patch(site.path(2, '/relationships/field_related'), { data: [] }),
    1,
    200,
  ],
  [
    'DELETE an entry at the beginning of a relationship',
    204,
    (site) => site.client.delete(site.path(1)),
    1,
    1,
  ],
  [
    'PATCH a role of users',
    200,
    (site) => site.manager.patch('/manage/roles/writer', { scopes: [] }),
    2.1,
    1,
  ],
];

/** The referrers that a deletion rewrites itself; a job rewrites the others. */
const REWRITTEN_REFERRERS = 50;

const DELETE_WITH_REFERRERS: GrowingOperation = [
  'DELETE an entry with referrers',
  204,
  (site) => site.client.delete(`/api/taxonomy_term/tags/${site.tags[0] ?? ''}`),
  2.1,
  1,
];

/** Operations on all sessions or grants of one user. */
const OF_ONE_USER: readonly GrowingOperation[] = [
  ['GET the grants of a user', 200, (site) => site.manager.get(site.user(0, '/grants')), 1, 1],
  ['DELETE the sessions of a user', 204, (site) => site.manager.delete(site.user(0, '/sessions')), 6.1, 1],
  ['DELETE the grants of a user', 204, (site) => site.manager.delete(site.user(0, '/grants')), 19, 1],
];

describe('statements of a request', () => {
  const counter = new StatementCounter();
  const sites: ScaledSite[] = [];
  beforeAll(async () => {
    for (const size of [SMALL, LARGE]) sites.push(await ScaledSite.start(size));
  });
  afterAll(async () => {
    for (const site of sites) await site.stop();
    counter.stop();
  });

  /** The numbers of statements on the small and on the large site. */
  const count = async <T>(run: (site: ScaledSite) => Promise<T>): Promise<readonly [number, number]> => {
    const counts = [];
    for (const site of sites) {
      const before = counter.count;
      await run(site);
      counts.push(counter.count - before);
    }
    const [small = 0, large = 0] = counts;
    expect(small).toBeGreaterThan(0);
    return [small, large];
  };

  it.each([...READS, ...WRITES])('%s: not more with 1200 objects than with 3', async (_, status, send) => {
    const [small, large] = await count(async (site) => {
      expect((await send(site)).status).toBe(status);
    });

    expect(large).toBeLessThanOrEqual(small + TOLERANCE);
  });

  it('GET of a menu: at most four, and one while nothing changes', async () => {
    const change = (site: ScaledSite): Promise<Response> =>
      site.client.patch(site.path(1), site.change(1, { title: 'Changed' }));
    const read = async ({ client }: ScaledSite): Promise<void> => {
      expect((await client.get('/api/menu_items/main')).body.data.length).toBeGreaterThanOrEqual(SMALL);
    };
    for (const site of sites) {
      await site.sequenceEvents();
      // The first forgets a menu when too much was written since it was kept.
      for (let time = 0; time < 2; time++) await read(site);
      expect((await change(site)).status).toBe(200);
      await site.sequenceEvents();
    }

    for (const statements of await count(read)) expect(statements).toBeLessThanOrEqual(4);
    expect(await count(read)).toEqual([1, 1]);
  });

  it('POST and PATCH of an entry: at most two more with words in all of its texts', async () => {
    const body = { value: 'night tram', format: 'plain_text', summary: 'night' };
    const send = async (attributes: object, changes: object): Promise<readonly [number, number]> =>
      count(async ({ client }) => {
        const data = { type: 'node--article', attributes: { title: 'Words', ...attributes } };
        const created = await client.post('/api/node/article', { data });
        const { id } = (created.body as { data: { id: string } }).data;
        const change = { data: { type: 'node--article', id, attributes: changes } };
        expect((await client.patch(`/api/node/article/${id}`, change)).status).toBe(200);
      });

    const [without] = await send({}, { field_score: 1 });
    const [withWords] = await send({ body, field_summary: 'tram' }, { field_score: 1 });
    const [withOthers] = await send({ body }, { body: { ...body, value: 'day' } });

    // The long texts of the filters are rows of their own, as are the words.
    expect(withWords - without).toBeLessThanOrEqual(2);
    expect(withOthers - without).toBeLessThanOrEqual(4);
  });

  const assertLinear = async ([, status, send, statements, objects]: GrowingOperation, added: number) => {
    const [small, large] = await count(async (site) => {
      expect((await send(site)).status).toBe(status);
    });

    expect(large - small).toBeLessThanOrEqual(Math.ceil((statements * added) / objects) + TOLERANCE);
  };

  it.each(GROWING)('%s: linear in the objects', (...operation) => assertLinear(operation, LARGE));

  it('DELETE an entry with referrers: linear in the first 50 referrers', () =>
    assertLinear(DELETE_WITH_REFERRERS, REWRITTEN_REFERRERS));

  it.each(OF_ONE_USER)('%s: linear in the objects', (...operation) =>
    assertLinear(operation, sites[1]!.grants),
  );

  it.each<[string, (site: ScaledSite) => Promise<unknown>]>([
    ['rebuildIndex', ({ storage }) => storage.rebuildIndex()],
    ['verifyIndex', ({ storage }) => storage.verifyIndex()],
  ])('Storage.%s: at most eleven for 200 entries', async (_, run) => {
    const [small, large] = [
      await counter.countOf(() => run(sites[0]!)),
      await counter.countOf(() => run(sites[1]!)),
    ];

    expect(small).toBeGreaterThan(0);
    expect(large - small).toBeLessThanOrEqual(11 * Math.ceil(LARGE / 200));
  });

  it('WebhookDeliveryStore.exchange: at most 13 for 32 results and 32 claims', async () => {
    const { webhookEndpoints, webhookDeliveries } = sites[0]!.storage;
    const [endpointId, now, ids] = [randomUUID(), 1_700_000_000, new UuidV7Generator()];
    await webhookEndpoints.add({ ...ENDPOINT, id: endpointId });
    const events = Array.from({ length: 64 }, (_, n) => {
      const subject = { type: 'node--article', id: randomUUID() };
      return { id: randomUUID(), type: 'entry.updated', position: n + 1, subject } as const;
    });
    await webhookDeliveries.add(events.map((event) => createDelivery(ids.next(), endpointId, event, now)));
    const claim = { endpointId, now, lease: { token: 'test', seconds: 60 }, limit: 32 };
    const { claimed } = await webhookDeliveries.exchange([], claim);
    const reports = claimed.map((one): DeliveryReport => {
      const attempt = { id: ids.next(), startedAt: now, durationMs: 1, status: 204 };
      return { claimed: one, result: { kind: 'delivered', attempt } };
    });

    let next = 0;
    const statements = await counter.countOf(async () => {
      next = (await webhookDeliveries.exchange(reports, claim)).claimed.length;
    });

    expect([claimed.length, next]).toEqual([32, 32]);
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThanOrEqual(13);
  });
});

const ENDPOINT: Omit<WebhookEndpoint, 'id'> = {
  definition: {
    ...{ label: 'Search', url: 'https://example.com/', types: [], resourceTypes: [], operations: [] },
    ...{ visibility: 'public', payload: 'full', format: 'json', ordering: 'entry', latestOnly: false },
    ...{ maxConcurrency: 32, enabled: true },
  },
  ...{ owner: { kind: 'operator' }, sealedSecrets: '', circuit: CLOSED_CIRCUIT },
  ...{ createdAt: 0, startPosition: 0, version: 1 },
};
