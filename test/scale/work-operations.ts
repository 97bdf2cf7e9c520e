import type { ContentSite } from './content-site.js';
import { cancelQueued, get, LARGE, LINEAR, operation, type Operation, SMALL } from './operation.js';

const JOB = '/manage/jobs/{id}';
const SCHEDULE = '/manage/schedules/{schedule}';
const WEBHOOK = '/manage/webhooks/{id}';
const DELIVERY = `${WEBHOOK}/deliveries/{delivery}`;
const ACTIONS = ['publish', 'unpublish', 'delete'] as const;
const LONG_AGO = '2000-01-01T00:00:00Z';
const SITE_PACKAGE = '{"kind":"header","format":"content-service/site@1"}\n';

/** The first event of a replay is looked for by its time, with one more statement for twice as many events. */
const BINARY_SEARCH = Math.ceil(Math.log2(LARGE / SMALL));

/** The second page of a list, by the cursor of the first one. */
const getSecondPage = (
  name: string,
  parameter: 'after' | 'cursor',
  path: string | ((site: ContentSite) => string) = name.slice('GET '.length),
): Operation => {
  const getPath = (site: ContentSite): string => (typeof path === 'string' ? path : path(site));
  const prepare = async (site: ContentSite): Promise<string> => {
    const { body } = await site.manager.get(`${getPath(site)}?limit=10`);
    return `&${parameter}=${(body as { next: string }).next}`;
  };
  const send: Operation['send'] = (site, _, cursor) => site.manager.get(`${getPath(site)}?limit=10${cursor}`);
  return operation(name, send, { variant: 'on the second page', prepare });
};

const getWebhook = ({ objects }: ContentSite): string => `/manage/webhooks/${objects.webhook}`;
const getDelivery = (site: ContentSite, n: number): string =>
  `${getWebhook(site)}/deliveries/${site.objects.deliveries.at(n - site.middle) ?? ''}`;
const getAttempt = (site: ContentSite): string =>
  `${getWebhook(site)}/deliveries/${site.objects.attempted}/attempts/${site.objects.attempt}`;
const prepareWebhook = async ({ objects }: ContentSite): Promise<string> =>
  `/manage/webhooks/${await objects.createWebhook()}`;

/** Queues a job. @returns its path */
async function queueJob(site: ContentSite): Promise<string> {
  const { manager } = site;
  await cancelQueued('index.verify')(site);
  const { body } = await manager.post('/manage/jobs', { kind: 'index.verify' });
  return `/manage/jobs/${(body as { id: string }).id}`;
}

/** A consumer of no process. */
async function createConsumer({ storage }: ContentSite, n: number): Promise<string> {
  const name = `unused-${n}`;
  const acquired = await storage.eventConsumers.acquire(name, 'test', 60);
  if (acquired !== undefined) await storage.eventConsumers.release(acquired.lease);
  return `/manage/consumers/${name}`;
}

const JOBS: readonly Operation[] = [
  get('GET /manage/jobs'),
  getSecondPage('GET /manage/jobs', 'cursor'),
  get('GET /manage/jobs', '/manage/jobs?kind=kind-1&state=succeeded', { variant: 'of a kind and a state' }),
  get(`GET ${JOB}`, ({ objects }, n) => `/manage/jobs/${objects.jobs[n] ?? ''}`),
  operation('POST /manage/jobs', ({ manager }) => manager.post('/manage/jobs', { kind: 'index.verify' }), {
    status: 202,
    prepare: cancelQueued('index.verify'),
  }),
  operation(`PATCH ${JOB}`, ({ manager }, _, path) => manager.patch(path, { action: 'cancel' }), {
    prepare: queueJob,
  }),
  ...ACTIONS.map((action) =>
    operation(
      'POST /manage/bulk-actions',
      ({ manager }) => {
        const body = { resourceType: 'node--article', filter: 'filter[field_rating]=3', action };
        return manager.post('/manage/bulk-actions', body);
      },
      { variant: action, status: 202, prepare: cancelQueued('entries.bulk-action') },
    ),
  ),
  operation(
    'POST /manage/imports',
    ({ manager }) =>
      manager.post('/manage/imports', SITE_PACKAGE, { 'Content-Type': 'application/x-ndjson' }),
    { status: 202, prepare: cancelQueued('site.import') },
  ),
  get('GET /manage/schedules'),
  get(`GET ${SCHEDULE}`, '/manage/schedules/prune-events'),
  operation(`PATCH ${SCHEDULE}`, ({ manager }, n) =>
    manager.patch('/manage/schedules/prune-events', { cron: `${n} 2 * * *` }),
  ),
  operation(`POST ${SCHEDULE}/run`, ({ manager }) => manager.post('/manage/schedules/prune-events/run'), {
    status: 202,
    prepare: cancelQueued('prune'),
  }),
];

const ENTRY_SCHEDULES: readonly Operation[] = [
  get('GET /manage/entry-schedules'),
  getSecondPage('GET /manage/entry-schedules', 'cursor'),
  get('GET /manage/entry-schedules', ({ articles }) => `/manage/entry-schedules?entry=${articles[5] ?? ''}`, {
    variant: 'of an entry',
  }),
  operation('DELETE /manage/entry-schedules/{entry}/{action}', ({ articles, manager }, n) =>
    manager.delete(`/manage/entry-schedules/${articles[100 + 5 * n] ?? ''}/unpublish`),
  ),
];

/** Deletes a new article. @returns its id */
async function deleteArticle({ client }: ContentSite): Promise<string> {
  const data = { type: 'node--article', attributes: { title: 'Deleted' } };
  const { body } = await client.post('/api/node/article', { data });
  const { id } = (body as { data: { id: string } }).data;
  await client.delete(`/api/node/article/${id}`);
  return id;
}

const HISTORY: readonly Operation[] = [
  get('GET /manage/entry-revisions', ({ articles }) => `/manage/entry-revisions?entry=${articles[5] ?? ''}`),
  get('GET /manage/entry-copies'),
  operation('PUT /manage/entry-presence/{entry}', ({ articles, manager }, n) =>
    manager.send('put', `/manage/entry-presence/${articles[n] ?? ''}`),
  ),
  operation('DELETE /manage/entry-presence/{entry}', ({ articles, manager }, n) =>
    manager.delete(`/manage/entry-presence/${articles[n] ?? ''}`),
  ),
  get('GET /manage/trash'),
  operation(
    'POST /manage/trash/{entry}/restore',
    ({ manager }, _, id) => manager.post(`/manage/trash/${id}/restore`),
    { status: 200, prepare: deleteArticle },
  ),
];

const LOGS: readonly Operation[] = [
  get('GET /manage/content-activity'),
  get('GET /manage/audit-log'),
  getSecondPage('GET /manage/audit-log', 'cursor'),
  get('GET /manage/audit-log', '/manage/audit-log?action=entry.published', { variant: 'of an action' }),
  get('GET /manage/audit-log', '/manage/audit-log?exceptAction=entry.created', {
    variant: 'except an action',
  }),
  get('GET /manage/audit-log', ({ manager }) => `/manage/audit-log?actor=${manager.id}`, {
    variant: 'of an actor',
  }),
  get(
    'GET /manage/audit-log',
    ({ articles }, n) => `/manage/audit-log?subjectKind=entry&subjectId=${articles[n] ?? ''}`,
    { variant: 'of an entry' },
  ),
  get('GET /manage/event-types'),
  get('GET /manage/events'),
  getSecondPage('GET /manage/events', 'after'),
  get('GET /manage/events', '/manage/events?order=newest', { variant: 'newest first' }),
  get('GET /manage/events', '/manage/events?type=entry.created', { variant: 'of a type' }),
  get('GET /manage/events', '/manage/events?type=role.deleted', {
    variant: 'of a type that is rare',
    growth: LINEAR,
  }),
  get('GET /manage/events', '/manage/events?subjectType=node--page', {
    variant: 'of a resource type',
    growth: LINEAR,
  }),
  get('GET /manage/events', ({ articles }, n) => `/manage/events?subject=${articles[n] ?? ''}`, {
    variant: 'of an entry',
  }),
  operation('GET /manage/events/{id}', ({ manager }, _, id) => manager.get(`/manage/events/${id}`), {
    prepare: async ({ storage, middle }) => (await storage.events.read(middle, 1))[0]?.id ?? '',
  }),
  get('GET /manage/consumers'),
  operation(
    'PATCH /manage/consumers/{consumer}',
    ({ manager }, n, path) => manager.patch(path, { paused: n % 2 === 0 }),
    {
      prepare: createConsumer,
    },
  ),
  operation('DELETE /manage/consumers/{consumer}', ({ manager }, _, path) => manager.delete(path), {
    prepare: createConsumer,
  }),
];

const WEBHOOKS: readonly Operation[] = [
  get('GET /manage/webhooks'),
  get(`GET ${WEBHOOK}`, getWebhook),
  operation('POST /manage/webhooks', ({ manager, receiver }) =>
    manager.post('/manage/webhooks', { label: 'Further', url: receiver.url('/further'), enabled: false }),
  ),
  operation(`PATCH ${WEBHOOK}`, (site, n) => site.manager.patch(getWebhook(site), { label: `Search ${n}` })),
  operation(`POST ${WEBHOOK}/secret`, ({ manager }, _, path) => manager.post(`${path}/secret`, {}), {
    status: 200,
    prepare: prepareWebhook,
  }),
  operation(`POST ${WEBHOOK}/test`, (site) => site.manager.post(`${getWebhook(site)}/test`, {}), {
    status: 200,
  }),
  operation(`DELETE ${WEBHOOK}`, ({ manager }, _, path) => manager.delete(path), { prepare: prepareWebhook }),
  get(`GET ${WEBHOOK}/deliveries`, (site) => `${getWebhook(site)}/deliveries`),
  getSecondPage(`GET ${WEBHOOK}/deliveries`, 'cursor', (site) => `${getWebhook(site)}/deliveries`),
  get(
    `GET ${WEBHOOK}/deliveries`,
    (site) => `${getWebhook(site)}/deliveries?state=pending&type=entry.created`,
    {
      variant: 'of a state and a type',
    },
  ),
  get(
    `GET ${WEBHOOK}/deliveries`,
    (site) => `${getWebhook(site)}/deliveries?subject=${site.articles[site.middle] ?? ''}`,
    { variant: 'of an entry', growth: LINEAR },
  ),
  get(`GET ${DELIVERY}`, getDelivery),
  get(`GET ${DELIVERY}/attempts/{attempt}`, getAttempt),
  operation(
    `POST ${DELIVERY}/redeliver`,
    (site, n) => site.manager.post(`${getDelivery(site, n)}/redeliver`),
    {
      status: 202,
    },
  ),
  operation(
    `POST ${WEBHOOK}/replay`,
    (site) => site.manager.post(`${getWebhook(site)}/replay`, { from: LONG_AGO }),
    { status: 202, further: BINARY_SEARCH, prepare: cancelQueued('webhook.replay') },
  ),
];

/** Jobs, schedules, logs, and webhooks. */
export const WORK_OPERATIONS: readonly Operation[] = [
  ...JOBS,
  ...ENTRY_SCHEDULES,
  ...HISTORY,
  ...LOGS,
  ...WEBHOOKS,
];
