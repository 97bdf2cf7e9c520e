import { ALL_SCOPES, ManagedSite, SITE_SETTINGS } from '../support/managed-site.js';
import { PASSWORD } from '../support/oauth-site.js';
import { detailIn, problemIn } from '../support/problems.js';

type Method = 'get' | 'post' | 'patch' | 'delete';
type Row = readonly [method: Method, path: string, scopes: readonly string[], body?: object];

const BUNDLE = ['content_type:administer', 'media_type:administer', 'taxonomy:administer'];
const FIELDS = ['content_type:administer_fields', 'media_type:administer', 'taxonomy:administer_fields'];
const settings = (name: string): readonly Row[] => [
  ['get', `/manage/settings/${name}`, [SITE_SETTINGS]],
  ['patch', `/manage/settings/${name}`, [SITE_SETTINGS], {}],
];

/** Of one entity type, with the scopes for its bundles and for their fields. */
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
 * Every endpoint of the management API with the scopes of which one is enough. In this order each finds what it needs:
 * {client}, {user} and {role} are what was made last. (specification, «Scope vocabulary»)
 */
const ENDPOINTS: readonly Row[] = [
  ...settings('jsonapi'),
  ...settings('cors'),
  ...settings('oauth'),
  ['get', '/manage/api-clients', [SITE_SETTINGS]],
  ['post', '/manage/api-clients', [SITE_SETTINGS], { label: 'Made' }],
  ['get', '/manage/api-clients/{client}', [SITE_SETTINGS]],
  ['patch', '/manage/api-clients/{client}', [SITE_SETTINGS], { label: 'Changed' }],
  ['post', '/manage/api-clients/{client}/secret', [SITE_SETTINGS], {}],
  ['delete', '/manage/api-clients/{client}/tokens', [SITE_SETTINGS]],
  ['delete', '/manage/api-clients/{client}', [SITE_SETTINGS]],
  ['get', '/manage/scopes', [SITE_SETTINGS]],
  ['get', '/manage/content-model', [...new Set(['content:administer', ...BUNDLE, ...FIELDS])]],
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
  ['delete', '/manage/users/{user}', [SITE_SETTINGS]],
  ['get', '/manage/audit-log', [SITE_SETTINGS]],
  ['get', '/manage/keys', [SITE_SETTINGS]],
  ['post', '/manage/keys', [SITE_SETTINGS]],
];

const CASES = ENDPOINTS.map(([method, path, scopes, body]) => ({ method, path, scopes, body }));

describe('the management API', () => {
  let site: ManagedSite;
  const made = new Map<string, string>();
  beforeAll(async () => {
    site = await ManagedSite.start();
    const administrator = await site.administrator();
    await administrator.post('/manage/roles', { name: 'nothing', label: 'Nothing', scopes: [] });
    for (const entityType of ['node', 'media', 'taxonomy_term'])
      await administrator.post('/manage/bundles', { entityType, bundle: 'thing', label: 'Thing' });
  });
  afterAll(() => site.stop());

  const filledIn = (path: string): string =>
    path.replace(/\{(\w+)\}/, (_, name: string) => made.get(name) ?? name);

  it.each(CASES)(
    '$method $path is for holders of one of $scopes only',
    async ({ method, path, scopes, body }) => {
      const address = filledIn(path);
      const description = await site.description();

      const nobody = await site.nobody().send(method, address, body);
      const others = await (await site.holderOfAllBut(...scopes)).send(method, address, body);

      expect(problemIn(nobody)).toBe('401 token_required');
      expect(problemIn(others)).toBe('403 scope_missing');
      expect(detailIn(others)).toContain(scopes[0]);
      const operation = description.operationAt(method, address);
      expect(description.faultsOf(operation, nobody)).toEqual([]);
      expect(description.faultsOf(operation, others)).toEqual([]);

      // A change can be made once.
      for (const scope of method === 'get' ? scopes : scopes.slice(0, 1)) {
        const answer = await (await site.holderOf(scope)).send(method, address, body);
        expect([scope, answer.status, answer.text.slice(0, 200)]).toEqual([
          scope,
          expect.any(Number),
          expect.any(String),
        ]);
        expect([200, 201, 204]).toContain(answer.status);
        expect(description.faultsOf(operation, answer)).toEqual([]);
        if (answer.status === 201 && path.endsWith('clients'))
          made.set('client', (answer.body as { id: string }).id);
        if (answer.status === 201 && path.endsWith('users'))
          made.set('user', (answer.body as { id: string }).id);
      }
    },
  );

  it('is known to this table whole', async () => {
    const { document } = await site.description();

    const described = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/manage/'))
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
      );
    const tried = ENDPOINTS.map(([method, path]) => {
      const form = path
        .replace(/\{\w+\}/, '{}')
        .replace(/bundles\/\w+\/\w+/, 'bundles/{}/{}')
        .replace('fields/added', 'fields/{}')
        .replace('roles/made', 'roles/{}');
      return `${method} ${form}`;
    });

    expect([...new Set(tried)].sort()).toEqual(described.sort());
  });

  it('lists the whole vocabulary', async () => {
    const { body } = await (await site.holderOf(SITE_SETTINGS)).get('/manage/scopes');

    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(ALL_SCOPES);
    expect(body.items[0]).toEqual({
      name: 'content:administer',
      governs: expect.any(String),
      group: 'Content',
    });
  });
});
