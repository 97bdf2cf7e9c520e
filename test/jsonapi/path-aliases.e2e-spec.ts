import type { Config } from '@content-service/app';
import { SERVICE_PATHS } from '@content-service/bundles';
import { startApp, type TestApp } from '../support/app.js';
import { toErrorSummaries } from '../support/responses.js';

describe('a path alias', () => {
  it('of a new or changed entry that begins with a path of the service is refused with a pointer', async () => {
    const app = await startApp();
    const { id } = await app.site.article();
    const attributes = { title: 'Login', path: { alias: '/user/login' } };
    const administrator = app.api.asAdministrator();

    const answers = [
      await administrator.post('/api/node/article', { data: { type: 'node--article', attributes } }),
      await administrator.patch(`/api/node/article/${id}`, {
        data: { type: 'node--article', id, attributes },
      }),
    ];
    await app.stop();

    for (const answer of answers)
      expect(toErrorSummaries(answer)).toEqual([
        { status: '422', code: 'invalid_field_value', source: { pointer: '/data/attributes/path/alias' } },
      ]);
  });

  it.each<[string, Readonly<Record<string, string>>, Config['roles']]>([
    ['of all roles', {}, { api: true, worker: true }],
    ['without the API', {}, { api: false, worker: true }],
    [
      'that is headless',
      { JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: 'http://127.0.0.1:9' },
      { api: true, worker: true },
    ],
  ])('cannot begin with a route of a process %s', async (_, variables, roles) => {
    const app = await startApp(variables, (config) => Object.assign(config, { roles }));
    const routes = getRoutes(app);
    await app.stop();

    expect(routes).toContain('/health/live');
    // No alias is the front page.
    expect(routes.filter((route) => !isServicePath(route))).toEqual(routes.includes('/') ? ['/'] : []);
  });
});

/** The paths registered in Express, such as `/api/:entityType/:bundle`, each once. */
function getRoutes({ nest }: TestApp): readonly string[] {
  const { router } = nest.getHttpAdapter().getInstance() as {
    router: { stack: readonly { readonly route?: { readonly path: string } }[] };
  };
  return [...new Set(router.stack.flatMap(({ route }) => (route === undefined ? [] : [route.path])))];
}

function isServicePath(route: string): boolean {
  return SERVICE_PATHS.some((path) => `${route.split('{', 1)[0]}/`.startsWith(`/${path}/`));
}
