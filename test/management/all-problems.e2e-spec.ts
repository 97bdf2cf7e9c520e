import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatErrorPointers } from '../support/problems.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const FIELD = { name: 'field_a', type: 'string', label: 'A' };

/** A request, and the pointers of its problems: the first ones break the form of the body, the others a rule of the domain. */
const BODIES: readonly (readonly ['post' | 'patch', string, object, readonly string[], readonly string[]])[] =
  [
    [
      'post',
      '/manage/webhooks',
      {
        ...{ label: ' ', url: 'ftp://example.com', format: 'xml', maxConcurrency: 99, maxPerSecond: 0 },
        ...{ types: ['user.created'], headers: { Host: 'a' }, resourceTypes: ['Article'], other: 1 },
      },
      ['/format', '/other'],
      [
        ...['/label', '/url', '/maxConcurrency', '/maxPerSecond'],
        ...['/types/0', '/headers/Host', '/resourceTypes/0'],
      ],
    ],
    [
      'post',
      '/manage/webhooks',
      { label: 'A', url: 'ftp://example.com', types: ['entry.created', 'user.born'], visibility: 'secret' },
      ['/types', '/visibility'],
      ['/url'],
    ],
    [
      'patch',
      `/manage/webhooks/${UNKNOWN}`,
      { url: 'no URL', enabled: 'yes', maxConcurrency: 0 },
      ['/enabled'],
      ['/url', '/maxConcurrency'],
    ],
    [
      'post',
      `/manage/webhooks/${UNKNOWN}/replay`,
      { from: 'yesterday', until: 'today', types: ['user.born'], resourceTypes: ['Article'] },
      ['/types'],
      ['/from', '/until', '/resourceTypes/0'],
    ],
    [
      'post',
      '/manage/consumers/broker/replay',
      { from: 'yesterday', until: 'today', types: [] },
      ['/types'],
      ['/from', '/until'],
    ],
    [
      'post',
      '/manage/api-clients',
      { allowedScopes: ['nothing'], redirectUris: ['/a'], grants: ['password'], user: UNKNOWN },
      ['/grants', '/label'],
      ['/allowedScopes/0', '/redirectUris/0', '/user'],
    ],
    [
      'patch',
      `/manage/api-clients/${UNKNOWN}`,
      { label: '', user: 'somebody', enabled: 1 },
      ['/enabled'],
      ['/label', '/user'],
    ],
    [
      'post',
      '/manage/roles',
      { name: 'Reviewer', label: 1, scopes: ['member', 'nothing'] },
      ['/label'],
      ['/name', '/scopes/1'],
    ],
    ['patch', '/manage/roles/reviewer', { label: ' ', scopes: 'member' }, ['/scopes'], ['/label']],
    [
      'post',
      '/manage/users',
      { name: '', displayName: '', role: 'king', password: 'password', keepPassword: 'no' },
      ['/keepPassword'],
      ['/name', '/displayName', '/password', '/role'],
    ],
    [
      'patch',
      `/manage/users/${UNKNOWN}`,
      { name: 7, role: 'king', password: 'password' },
      ['/name'],
      ['/password', '/role'],
    ],
    [
      'post',
      '/manage/bundles',
      {
        ...{ entityType: 'thing', bundle: 'News', label: ' ', description: 7 },
        fields: [
          FIELD,
          { ...FIELD, name: 'B' },
          { ...FIELD, name: 'field_c', cardinality: 'many' },
          { ...FIELD, name: 'publish_on' },
          { ...FIELD, name: 'field_d', type: 'entity_reference', settings: { targetTypes: ['node--none'] } },
        ],
      },
      ['/description', '/fields/2/cardinality'],
      [
        ...['/entityType', '/bundle', '/label', '/fields/1/name', '/fields/3/name'],
        '/fields/4/settings/targetTypes/0',
      ],
    ],
    [
      'patch',
      '/manage/bundles/node/article',
      { label: '', fieldOrder: 'title' },
      ['/fieldOrder'],
      ['/label'],
    ],
    [
      'post',
      '/manage/bundles/node/article/fields',
      { name: 'B', type: 'string', label: ' ', required: 'no', cardinality: 0, settings: { scale: 2 } },
      ['/required'],
      ['/name', '/label', '/cardinality', '/settings/scale'],
    ],
    [
      'post',
      '/manage/bundles/node/article/fields',
      { name: 'B', type: 7, label: ' ', cardinality: 0, settings: { scale: 2 } },
      ['/type'],
      ['/name', '/label', '/cardinality'],
    ],
    [
      'patch',
      '/manage/bundles/node/article/fields/field_rating',
      { label: ' ', required: 'no', cardinality: 0 },
      ['/required'],
      ['/label', '/cardinality'],
    ],
    ['patch', '/manage/schedules/events.prune', { cron: 'daily', enabled: 'no' }, ['/enabled'], ['/cron']],
    [
      'patch',
      '/manage/settings/jsonapi',
      { other: 1, pageLimitMaximum: 0, publicAccess: 'yes' },
      ['/other'],
      ['/pageLimitMaximum', '/publicAccess'],
    ],
    [
      'patch',
      '/manage/settings/cors',
      { other: 1, allowedOrigins: ['nothing'] },
      ['/other'],
      ['/allowedOrigins'],
    ],
    [
      'patch',
      '/manage/me/views',
      {
        views: [
          'all',
          { name: '', resourceType: 'node--article', search: { text: 'a'.repeat(5000) } },
          { name: 'A', resourceType: 'node--article', search: {} },
          { name: 'A', resourceType: 'node--article', search: {} },
        ],
      },
      ['/views/0', '/views/1/name'],
      ['/views/1/search', '/views/3/name'],
    ],
  ];

describe('a body with problems of its form and of its values', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  it.each(BODIES)('%s %s names all in one answer (body %#)', async (method, path, body, ofForm, ofValues) => {
    const response = await manager[method](path, body);

    expect(formatErrorPointers(response)).toBe(['422', ...[...ofForm, ...ofValues].sort()].join(' '));
  });
});
