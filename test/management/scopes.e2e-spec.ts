import { eventually } from '../support/eventually.js';
import { EventConsumerStore } from '@content-service/events';
import { IdGenerator } from '@content-service/kernel';
import { ConsentStore } from '@content-service/oauth-grants';
import { createDelivery as newDelivery, WebhookDeliveryStore } from '@content-service/webhooks';
import { BrowserSession } from '../support/browser-session.js';
import { ALL_SCOPES, ManagedSite, SITE_SETTINGS } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { getDetail, formatProblem } from '../support/problems.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Row = readonly [method: Method, path: string, scopes: readonly string[], body?: object];

const BUNDLE = ['content_type:administer', 'media_type:administer', 'taxonomy:administer'];
const FIELDS = ['content_type:administer_fields', 'media_type:administer', 'taxonomy:administer_fields'];
const MODEL = [...new Set(['content:administer', ...BUNDLE, ...FIELDS])];
const PREVIEWED = '00000000-0000-4000-8000-000000000001';
const PREVIEW_SITE = { label: 'Website', url: 'https://www.example.com/api/draft' };

const settings = (name: string): readonly Row[] => [
  ['get', `/manage/settings/${name}`, [SITE_SETTINGS]],
  ['patch', `/manage/settings/${name}`, [SITE_SETTINGS], {}],
];

/** The endpoints of one entity type with the scopes for bundles and for fields. */
const bundleRows = (entityType: string, bundle: string, fields: string): readonly Row[] => {
  const path = `/manage/bundles/${entityType}/thing`;
  const field = { name: 'added', type: 'string', label: 'Added' };
  return [
    ['post', '/manage/bundles', [bundle], { entityType, bundle: 'made', label: 'Made' }],
    ['delete', `/manage/bundles/${entityType}/made`, [bundle]],
    ['get', path, [...new Set([bundle, fields])]],
    ['patch', path, [bundle], { label: 'Thing' }],
    ['get', `${path}/fields`, [fields]],
    ['post', `${path}/fields`, [fields], field],
    ['get', `${path}/fields/added`, [fields]],
    ['patch', `${path}/fields/added`, [fields], { label: 'It' }],
    ['delete', `${path}/fields/added`, [fields]],
  ];
};

/**
 * Every endpoint of the management API with the scopes of which one is sufficient, in an executable order:
 * {client}, {user}, {session}, {grant}, {role}, {job}, {schedule}, {deleted} and {webhook} are the ones created last. Source: specification, «Scope vocabulary».
 */
const ENDPOINTS: readonly Row[] = [
  ...settings('jsonapi'),
  ...settings('cors'),
  ...settings('oauth'),
  ...settings('rate-limits'),
  ...settings('site'),
  ...settings('content'),
  ['get', '/manage/settings/menus', ['menu:administer']],
  ['patch', '/manage/settings/menus', ['menu:administer'], {}],
  ['get', '/manage/api-clients', [SITE_SETTINGS]],
  ['post', '/manage/api-clients', [SITE_SETTINGS], { label: 'Made' }],
  ['get', '/manage/api-clients/{client}', [SITE_SETTINGS]],
  ['patch', '/manage/api-clients/{client}', [SITE_SETTINGS], { label: 'Changed' }],
  ['post', '/manage/api-clients/{client}/secret', [SITE_SETTINGS], {}],
  ['delete', '/manage/api-clients/{client}/tokens', [SITE_SETTINGS]],
  ['delete', '/manage/api-clients/{client}', [SITE_SETTINGS]],
  ['get', '/manage/scopes', [SITE_SETTINGS]],
  ['get', '/manage/content-model', MODEL],
  ['get', '/manage/content-activity', ['content:administer']],
  ['get', '/manage/query-plan?url=/api/node/article', [SITE_SETTINGS]],
  ['get', '/manage/bundles', BUNDLE],
  ...bundleRows('node', 'content_type:administer', 'content_type:administer_fields'),
  ...bundleRows('media', 'media_type:administer', 'media_type:administer'),
  ...bundleRows('taxonomy_term', 'taxonomy:administer', 'taxonomy:administer_fields'),
  ['get', '/manage/roles', [SITE_SETTINGS]],
  ['post', '/manage/roles', [SITE_SETTINGS], { name: 'made', label: 'Made', scopes: [] }],
  ['get', '/manage/roles/made', [SITE_SETTINGS]],
  ['patch', '/manage/roles/made', [SITE_SETTINGS], { label: 'Changed' }],
  ['delete', '/manage/roles/made', [SITE_SETTINGS]],
  ['get', '/manage/users', [SITE_SETTINGS]],
  ['post', '/manage/users', [SITE_SETTINGS], { name: 'made', role: 'nothing', password: PASSWORD }],
  ['get', '/manage/users/{user}', [SITE_SETTINGS]],
  ['patch', '/manage/users/{user}', [SITE_SETTINGS], { displayName: 'Changed' }],
  ['post', '/manage/users/{user}/unlock', [SITE_SETTINGS], {}],
  ['post', '/manage/users/{user}/password-link', [SITE_SETTINGS], {}],
  ['get', '/manage/users/{user}/sessions', [SITE_SETTINGS]],
  ['delete', '/manage/users/{user}/sessions/{session}', [SITE_SETTINGS]],
  ['delete', '/manage/users/{user}/sessions', [SITE_SETTINGS]],
  ['get', '/manage/users/{user}/grants', [SITE_SETTINGS]],
  ['delete', '/manage/users/{user}/grants/{grant}', [SITE_SETTINGS]],
  ['delete', '/manage/users/{user}/grants', [SITE_SETTINGS]],
  ['delete', '/manage/users/{user}', [SITE_SETTINGS]],
  ['get', '/manage/audit-log', [SITE_SETTINGS]],
  ['get', '/manage/audit-log/export', [SITE_SETTINGS]],
  ['get', '/manage/keys', [SITE_SETTINGS]],
  ['post', '/manage/keys', [SITE_SETTINGS]],
  ['get', '/manage/events', [SITE_SETTINGS]],
  ['get', '/manage/events/{event}', [SITE_SETTINGS]],
  ['get', '/manage/event-types', [SITE_SETTINGS]],
  ['get', '/manage/consumers', [SITE_SETTINGS]],
  ['patch', '/manage/consumers/{consumer}', [SITE_SETTINGS], { paused: true }],
  ['post', '/manage/consumers/{consumer}/replay', [SITE_SETTINGS], { from: '2024-01-31T12:00:00Z' }],
  ['delete', '/manage/consumers/{consumer}', [SITE_SETTINGS]],
  ['get', '/manage/jobs', [SITE_SETTINGS]],
  ['post', '/manage/jobs', [SITE_SETTINGS], { kind: 'index.verify' }],
  ['get', '/manage/jobs/{job}', [SITE_SETTINGS]],
  ['patch', '/manage/jobs/{job}', [SITE_SETTINGS], { action: 'cancel' }],
  [
    'post',
    '/manage/bulk-actions',
    ['content:administer'],
    { resourceType: 'node--page', all: true, action: 'publish' },
  ],
  ['post', '/manage/bulk-actions/{job}/undo', ['content:administer']],
  ['post', '/manage/imports', MODEL, { kind: 'header', format: 'content-service/site@1' }],
  ['get', '/manage/me/views', ['content:administer']],
  ['patch', '/manage/me/views', ['content:administer'], { views: [] }],
  ['get', '/manage/schedules', [SITE_SETTINGS]],
  ['get', '/manage/schedules/{jobSchedule}', [SITE_SETTINGS]],
  ['patch', '/manage/schedules/{jobSchedule}', [SITE_SETTINGS], { enabled: false }],
  ['post', '/manage/schedules/{jobSchedule}/run', [SITE_SETTINGS]],
  ['get', '/manage/entry-copies', ['content:administer']],
  ['get', '/manage/entry-revisions?entry={schedule}', ['content:administer']],
  ['put', '/manage/entry-presence/{schedule}', ['content:administer']],
  ['delete', '/manage/entry-presence/{schedule}', ['content:administer']],
  ['get', '/manage/trash', ['content:administer']],
  ['post', '/manage/trash/{deleted}/restore', ['content:administer']],
  ['get', '/manage/preview-sites', ['content:administer']],
  [
    'post',
    '/manage/previews',
    ['content:administer'],
    { type: 'node--article', id: PREVIEWED, site: PREVIEW_SITE.label },
  ],
  ['get', '/manage/entry-schedules', ['content:administer']],
  ['delete', '/manage/entry-schedules/{schedule}/{action}', ['content:administer']],
  ['get', '/manage/webhooks', [SITE_SETTINGS]],
  ['post', '/manage/webhooks', [SITE_SETTINGS], { label: 'Made', url: 'https://127.0.0.1.invalid/' }],
  ['get', '/manage/webhooks/{webhook}', [SITE_SETTINGS]],
  ['patch', '/manage/webhooks/{webhook}', [SITE_SETTINGS], { label: 'Changed' }],
  ['post', '/manage/webhooks/{webhook}/secret', [SITE_SETTINGS], {}],
  ['post', '/manage/webhooks/{webhook}/test', [SITE_SETTINGS]],
  ['post', '/manage/webhooks/{webhook}/replay', [SITE_SETTINGS], { from: '2024-01-31T12:00:00Z' }],
  ['get', '/manage/webhooks/{webhook}/deliveries', [SITE_SETTINGS]],
  ['get', '/manage/webhooks/{webhook}/deliveries/{delivery}', [SITE_SETTINGS]],
  ['get', '/manage/webhooks/{webhook}/deliveries/{delivery}/attempts/{attempt}', [SITE_SETTINGS]],
  ['post', '/manage/webhooks/{webhook}/deliveries/{delivery}/redeliver', [SITE_SETTINGS]],
  ['delete', '/manage/webhooks/{webhook}', [SITE_SETTINGS]],
];

const CASES = ENDPOINTS.map(([method, path, scopes, body]) => ({ method, path, scopes, body }));

interface Created {
  readonly items: readonly { readonly id: string }[];
}

describe('the management API', () => {
  let site: ManagedSite;
  const created = new Map<string, string>();
  let strong = 0;
  beforeAll(async () => {
    // No process runs jobs, so that a queued one can be cancelled.
    site = await ManagedSite.start({ JOB_CONCURRENCY: '0' });
    const administrator = await site.administrator();
    await administrator.post('/manage/roles', { name: 'nothing', label: 'Nothing', scopes: [] });
    for (const entityType of ['node', 'media', 'taxonomy_term'])
      await administrator.post('/manage/bundles', { entityType, bundle: 'thing', label: 'Thing' });
    // No process holds the consumer, so that it can be deleted.
    await site.app.nest.get(EventConsumerStore).acquire('broker', 'here', -1);
    created.set('consumer', 'broker').set('jobSchedule', 'verify-index');
    const { id } = await site.app.site.article();
    const attributes = { publish_on: '2099-12-31T12:00:00Z' };
    await site.app.api
      .asAdministrator()
      .patch(`/api/node/article/${id}`, { data: { type: 'node--article', id, attributes } });
    created.set('schedule', id).set('action', 'publish');
    const deleted = await site.app.site.article();
    await site.app.api.asAdministrator().delete(`/api/node/article/${deleted.id}`);
    created.set('deleted', deleted.id);
    const previewed = { type: 'node--article', id: PREVIEWED, attributes: { title: 'Previewed' } };
    await site.app.api.asAdministrator().post('/api/node/article', { data: previewed });
    await administrator.patch('/manage/settings/content', { previewSites: [PREVIEW_SITE] });
    await eventually(async () => {
      const { items } = (await administrator.get('/manage/events?limit=1')).body as Created;
      if (items[0] !== undefined) created.set('event', items[0].id);
      return items.length > 0;
    });
  });
  afterAll(() => site.stop());

  const fillPath = (path: string): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => created.get(name) ?? name);

  /** Gives the user a session and a grant. */
  const createAccess = async (userId: string): Promise<void> => {
    const { nest } = site.app;
    await new BrowserSession(nest.getHttpServer()).signIn('made', PASSWORD);
    const grant = { userId, clientId: 'made', scope: 'member', grantedAt: 1_700_000_000 };
    await nest.get(ConsentStore).save(grant);
    created.set('grant', grant.clientId);
  };

  /** Gives the webhook a delivery that is finished after a call. */
  const createDelivery = async (webhook: string): Promise<void> => {
    const { nest } = site.app;
    const [id, eventId] = [nest.get(IdGenerator).next(), created.get('event') ?? ''];
    const subject = { type: 'node--article', id: eventId };
    const event = { id: eventId, type: 'entry.created', position: 1, subject } as const;
    const deliveries = nest.get(WebhookDeliveryStore);
    // Only this claim takes it: it is not due for those of the service.
    const now = 4_000_000_000;
    await deliveries.add([newDelivery(id, webhook, event, now)]);
    const claim = { endpointId: webhook, now, lease: { token: id, seconds: 60 } };
    const { claimed } = await deliveries.exchange([], { ...claim, limit: 1 });
    const attempt = { id: nest.get(IdGenerator).next(), startedAt: now, durationMs: 1, status: 500 };
    const result = { kind: 'failed', attempt, failures: 1 } as const;
    const reports = claimed.map((one) => ({ claimed: one, result }));
    await deliveries.exchange(reports, { ...claim, limit: 0 });
    created.set('webhook', webhook).set('delivery', id).set('attempt', attempt.id);
  };

  it.each(CASES)('$method $path needs one of $scopes', async ({ method, path, scopes, body }) => {
    const address = fillPath(path);
    const description = await site.description();

    const anonymous = await site.anonymous().send(method, address, body);
    const others = await (await site.withAllScopesExcept(...scopes)).send(method, address, body);

    expect(formatProblem(anonymous)).toBe('401 token_required');
    expect(formatProblem(others)).toBe('403 scope_missing');
    expect(getDetail(others)).toContain(scopes[0]);
    const operation = description.getOperationId(method, address);
    expect(description.findMismatches(operation, anonymous)).toEqual([]);
    expect(description.findMismatches(operation, others)).toEqual([]);

    // A change that was already made would be 409.
    for (const scope of method === 'get' ? scopes : scopes.slice(0, 1)) {
      const answer = await (await site.withScopes(scope)).send(method, address, body);
      expect([scope, answer.status, answer.text.slice(0, 200)]).toEqual([
        scope,
        expect.any(Number),
        expect.any(String),
      ]);
      // The job is no bulk action that has been performed; the rules of an undo are judged after the scope.
      expect(path.endsWith('/undo') ? [409] : [200, 201, 202, 204]).toContain(answer.status);
      expect(description.findMismatches(operation, answer)).toEqual([]);
      if (answer.status === 201 && path.endsWith('clients'))
        created.set('client', (answer.body as { id: string }).id);
      if (answer.status === 202 && path.endsWith('jobs'))
        created.set('job', (answer.body as { id: string }).id);
      if (answer.status === 201 && path.endsWith('webhooks'))
        await createDelivery((answer.body as { id: string }).id);
      if (answer.status === 201 && path.endsWith('users')) {
        const { id } = answer.body as { id: string };
        created.set('user', id);
        await createAccess(id);
      }
      if (method === 'get' && path.endsWith('sessions'))
        created.set('session', (answer.body as { items: { id: string }[] }).items[0]?.id ?? '');
    }
  });

  const STRONG_SCOPE = 'content:administer';
  const NARROWER = { scopes: [] };
  /**
   * Every change of a client, a role or a user whose target has more scopes than the token of the
   * request.
   */
  it.each<[Method, string, object | undefined]>([
    ['patch', '/manage/api-clients/{client}', { label: 'Mine' }],
    ['patch', '/manage/api-clients/{client}', { enabled: false }],
    ['patch', '/manage/api-clients/{client}', { enabled: true }],
    ['patch', '/manage/api-clients/{client}', { allowedScopes: [] }],
    ['patch', '/manage/api-clients/{client}', { redirectUris: [] }],
    ['patch', '/manage/api-clients/{client}', { redirectUris: ['https://mine.example/'] }],
    ['patch', '/manage/api-clients/{client}', { grants: [] }],
    ['patch', '/manage/api-clients/{client}', { user: null }],
    ['patch', '/manage/api-clients/{client}', { rememberConsent: true }],
    ['patch', '/manage/api-clients/{client}', { requirePkce: true }],
    ['post', '/manage/api-clients/{client}/secret', {}],
    ['delete', '/manage/api-clients/{client}/tokens', undefined],
    ['delete', '/manage/api-clients/{client}', undefined],
    ['patch', '/manage/roles/{role}', { label: 'Mine' }],
    ['patch', '/manage/roles/{role}', NARROWER],
    ['delete', '/manage/roles/{role}', undefined],
    ['patch', '/manage/users/{user}', { displayName: 'Mine' }],
    ['patch', '/manage/users/{user}', { enabled: false }],
    ['patch', '/manage/users/{user}', { password: 'another long password' }],
    ['patch', '/manage/users/{user}', { role: 'member' }],
    ['delete', '/manage/users/{user}', undefined],
  ])('%s %s with %j is 403 for a token with fewer scopes than its target', async (method, path, body) => {
    const administrator = await site.administrator();
    const lesser = await site.withAllScopesExcept(STRONG_SCOPE);
    const role = `strong_${++strong}`;
    await administrator.post('/manage/roles', { name: role, label: role, scopes: [STRONG_SCOPE] });
    const changes = { name: role, role: path.includes('{user}') ? role : 'member', password: PASSWORD };
    const user = (await administrator.post('/manage/users', changes)).body as { id: string };
    const owned = { label: role, allowedScopes: [STRONG_SCOPE], user: user.id };
    const client = (await administrator.post('/manage/api-clients', owned)).body as { id: string };
    const ids: Readonly<Record<string, string>> = { client: client.id, role, user: user.id };
    const address = path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? name);
    const resource = address.replace(/\/(secret|tokens)$/, '');
    const before = await administrator.get(resource);

    const answer = await lesser.send(method, address, body);

    expect([formatProblem(answer), answer.body]).toEqual([
      '403 scope_not_held',
      expect.objectContaining({ scope: STRONG_SCOPE }),
    ]);
    expect((await administrator.get(resource)).text).toBe(before.text);
  });

  it('has no endpoint that is missing in this table', async () => {
    const { document } = await site.description();

    const described = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/manage/'))
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
      );
    const tried = ENDPOINTS.map(([method, path]) => {
      const form = path
        .replace(/\?.*/, '')
        .replace(/\{\w+\}/g, '{}')
        .replace(/bundles\/\w+\/\w+/, 'bundles/{}/{}')
        .replace('fields/added', 'fields/{}')
        .replace('roles/made', 'roles/{}');
      return `${method} ${form}`;
    });

    expect([...new Set(tried)].sort()).toEqual(described.sort());
  });

  it('GET /manage/scopes lists all scopes', async () => {
    const { body } = await (await site.withScopes(SITE_SETTINGS)).get('/manage/scopes');

    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(ALL_SCOPES);
    expect(body.items[0]).toEqual({
      name: 'content:administer',
      governs: expect.any(String),
      group: 'Content',
    });
  });
});
