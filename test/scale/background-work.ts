import { randomUUID } from 'node:crypto';
import type { ContentSite } from './content-site.js';
import { type Answer, BUNDLE } from './operation.js';

/** A request whose work grows with the entries, in the request itself or in jobs. */
export interface Work {
  /** Method and path template as in `/openapi.json`. */
  readonly name: string;
  readonly variant: string;
  readonly status: number;
  /** How many times the statements for an entry may be those on the small site; default 1. */
  readonly growth?: number;
  readonly send: (site: ContentSite) => Promise<Answer>;
}

const FIELDS = '/manage/bundles/{entityType}/{bundle}/fields';
const RESPOND_ASYNC = { Prefer: 'respond-async' };

const bulkAction = (action: string, members: object = {}): Work => ({
  ...{ name: 'POST /manage/bulk-actions', variant: `${action} a fifth of the entries`, status: 202 },
  send: ({ manager }) => {
    const filter = 'filter[field_rating]=3';
    const body = { resourceType: 'node--article', filter, action, ...members };
    return manager.post('/manage/bulk-actions', body);
  },
});

const job = (kind: string): Work => ({
  ...{ name: 'POST /manage/jobs', variant: kind, status: 202 },
  send: ({ manager }) => manager.post('/manage/jobs', { kind }),
});

/** A package with an article for four of the site. */
function createSitePackage({ size }: ContentSite): string {
  const articles = Array.from({ length: size / 4 }, (_, n) => ({
    kind: 'entry',
    published: true,
    resource: { type: 'node--article', id: randomUUID(), attributes: { title: `Imported ${n}` } },
  }));
  return [{ kind: 'header', format: 'content-service/site@1' }, ...articles]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** In an order in which each finds what it works on. */
export const BACKGROUND_WORK: readonly Work[] = [
  {
    ...{ name: 'GET /manage/audit-log/export', variant: '', status: 200 },
    send: ({ manager }) => manager.get('/manage/audit-log/export'),
  },
  job('index.verify'),
  job('index.rebuild'),
  {
    ...{ name: `POST ${FIELDS}`, variant: 'within the request', status: 201 },
    send: ({ manager }) =>
      manager.post(`${BUNDLE}/fields`, { name: 'field_sync', type: 'string', label: 'New' }),
  },
  {
    ...{ name: `POST ${FIELDS}`, variant: 'by a job', status: 202 },
    send: ({ manager }) => {
      const field = { name: 'field_async', type: 'string', label: 'New' };
      return manager.post(`${BUNDLE}/fields`, field, RESPOND_ASYNC);
    },
  },
  {
    ...{ name: `DELETE ${FIELDS}/{name}`, variant: 'with values and force', status: 204 },
    send: ({ manager }) => manager.delete(`${BUNDLE}/fields/field_score?force=true`),
  },
  {
    ...{ name: 'POST /manage/imports', variant: 'of an entry for four of the site', status: 202 },
    send: (site) =>
      site.manager.post('/manage/imports', createSitePackage(site), {
        'Content-Type': 'application/x-ndjson',
      }),
  },
  bulkAction('update', { data: { attributes: { field_summary: 'Edited' } } }),
  ...['unpublish', 'publish', 'delete'].map((action) => bulkAction(action)),
  {
    ...{
      name: 'DELETE /api/{entityType}/{bundle}/{uuid}',
      variant: 'to which most entries refer',
      status: 204,
    },
    send: ({ client, tags }) => client.delete(`/api/taxonomy_term/tags/${tags[0] ?? ''}`),
  },
  {
    ...{ name: 'DELETE /manage/webhooks/{id}', variant: 'with a delivery for each entry', status: 204 },
    send: ({ manager, objects }) => manager.delete(`/manage/webhooks/${objects.webhook}`),
  },
  {
    ...{
      name: 'DELETE /manage/bundles/{entityType}/{bundle}',
      variant: 'with entries and force',
      status: 202,
    },
    send: ({ manager }) => manager.delete('/manage/bundles/node/page?force=true', RESPOND_ASYNC),
  },
  job('index.verify'),
];
