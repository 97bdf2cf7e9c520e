import { randomUUID } from 'node:crypto';
import { formatDateTime } from '@content-service/kernel';
import { START } from '../support/article-site.js';
import type { ContentSite } from './content-site.js';
import { ATOMIC, LINEAR, operation, type Operation } from './operation.js';

const POST = 'POST /api/{entityType}/{bundle}';
const PATCH = 'PATCH /api/{entityType}/{bundle}/{uuid}';
const DELETE = 'DELETE /api/{entityType}/{bundle}/{uuid}';
const RELATIONSHIP = '/api/{entityType}/{bundle}/{uuid}/relationships/{field}';
/** With more than 50 referrers, as on the large site alone, a job is queued that takes the deleted entry out of the others. */
const QUEUED_JOB = 6;
const LATER = formatDateTime(START + 20_000_000);

const post = (
  variant: string,
  members: () => object,
  headers = (): Record<string, string> => ({}),
): Operation =>
  operation(
    POST,
    ({ client }, n) => {
      const data = { type: 'node--article', attributes: { title: `New ${n}` }, ...members() };
      return client.post('/api/node/article', { data }, headers());
    },
    { variant },
  );

const patch = (
  variant: string,
  first: number,
  change: (n: number) => object,
  prepare?: Operation['prepare'],
): Operation =>
  operation(
    PATCH,
    (site, n) => site.client.patch(site.path(first + n), site.change(first + n, change(n))),
    prepare === undefined ? { variant } : { variant, prepare },
  );

const tag = (site: ContentSite, n: number): object => ({
  data: [{ type: 'taxonomy_term--tags', id: site.tags[n + 10] }],
});

const atomic = (
  variant: string,
  operations: (site: ContentSite, n: number) => readonly object[],
): Operation =>
  operation(
    'POST /api/operations',
    (site, n) =>
      site.client.post(
        '/api/operations',
        { 'atomic:operations': operations(site, n) },
        { 'Content-Type': ATOMIC, Accept: ATOMIC },
      ),
    { variant, status: 200 },
  );

/** Creates an article that no other refers to. @returns its path */
async function createArticle({ client }: ContentSite): Promise<string> {
  const data = { type: 'node--article', attributes: { title: 'Short-lived' } };
  const { body } = await client.post('/api/node/article', { data });
  return `/api/node/article/${(body as { data: { id: string } }).data.id}`;
}

export const CONTENT_WRITES: readonly Operation[] = [
  post('', () => ({})),
  post('with an id of the client', () => ({ id: randomUUID() })),
  post(
    'with an Idempotency-Key',
    () => ({}),
    () => ({ 'Idempotency-Key': randomUUID() }),
  ),
  operation(
    POST,
    ({ client }, n, key) => {
      const data = { type: 'node--article', attributes: { title: `Repeated ${n}` } };
      return client.post('/api/node/article', { data }, { 'Idempotency-Key': key });
    },
    {
      variant: 'with an Idempotency-Key once more',
      prepare: async ({ client }, n) => {
        const key = randomUUID();
        const data = { type: 'node--article', attributes: { title: `Repeated ${n}` } };
        await client.post('/api/node/article', { data }, { 'Idempotency-Key': key });
        return key;
      },
    },
  ),
  operation(
    POST,
    ({ client }, n) => {
      const attributes = { title: `Scheduled ${n}`, status: false, publish_on: LATER };
      return client.post('/api/node/article', { data: { type: 'node--article', attributes } });
    },
    { variant: 'to be published later' },
  ),
  patch('', 1, (n) => ({ title: `Changed ${n}` })),
  patch('to unpublish it', 1, () => ({ status: false })),
  patch(
    'to publish it',
    11,
    () => ({ status: true }),
    async (site, n) => {
      await site.client.patch(site.path(11 + n), site.change(11 + n, { status: false }));
      return '';
    },
  ),
  patch('to unpublish it later', 21, (n) => ({ unpublish_on: formatDateTime(START + 20_000_000 + n) })),
  patch('with another alias', 31, (n) => ({ path: { alias: `/other-${n}`, langcode: 'en' } })),
  patch('with other words', 41, (n) => ({ body: { value: `Other words ${n}`, format: 'plain_text' } })),
  operation(
    `POST ${RELATIONSHIP}`,
    (site, n) => site.client.post(site.path(1, '/relationships/field_tags'), tag(site, n)),
    {
      status: 200,
    },
  ),
  operation(
    `PATCH ${RELATIONSHIP}`,
    (site, n) => site.client.patch(site.path(2, '/relationships/field_tags'), tag(site, n)),
    { status: 204 },
  ),
  operation(`DELETE ${RELATIONSHIP}`, (site, n) =>
    site.client.delete(site.path(1, '/relationships/field_tags'), tag(site, n)),
  ),
  atomic('to add an entry', (_, n) => [
    { op: 'add', data: { type: 'node--article', attributes: { title: `Added ${n}` } } },
  ]),
  atomic('to update an entry', (site, n) => [
    { op: 'update', ...site.change(n + 1, { title: `Changed again ${n}` }) },
  ]),
  atomic('to remove an entry', (site, n) => [
    { op: 'remove', ref: { type: 'node--article', id: site.articles.at(-10 - n) } },
  ]),
  atomic('to update a relationship', (site, n) => [
    {
      op: 'update',
      ref: { type: 'node--article', id: site.articles[3], relationship: 'field_tags' },
      ...tag(site, n),
    },
  ]),
  operation(DELETE, ({ client }, _, path) => client.delete(path), {
    variant: 'without referrers',
    prepare: createArticle,
  }),
  operation(DELETE, (site, n) => site.client.delete(site.path(-20 - n)), { variant: 'with a referrer' }),
  operation(DELETE, (site, n) => site.client.delete(`/api/taxonomy_term/tags/${site.tags[n + 1] ?? ''}`), {
    variant: 'with referrers',
    growth: LINEAR,
    further: QUEUED_JOB,
  }),
];
