import request, { type Response } from 'supertest';
import { configFrom, createApp } from '@content-service/app';
import { ContentModelService } from '@content-service/bundles';
import type { OpenApiDocument } from '../support/description.js';

type App = Awaited<ReturnType<typeof createApp>>;

/** Ways through the application that no program takes: what pages for people consist of. */
const PAGES = [/^\/admin/, /^\/docs\//, /^\/user\//, /^\/oauth\/authorize\/decision$/];

describe('GET /openapi.json', () => {
  let app: App;
  beforeAll(async () => {
    app = await createApp(configFrom({ DATABASE_URL: 'memory:', LOG_LEVEL: 'silent' }));
    await app.init();
  });
  afterAll(() => app.close());

  const get = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    Promise.resolve(request(app.getHttpServer()).get('/openapi.json').set(headers));

  it('needs no token, and does not look at one', async () => {
    const answers = [await get(), await get({ Authorization: 'Bearer nonsense' })];

    for (const { status, headers, body } of answers) {
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json');
      expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.1' } });
    }
  });

  it('is not sent again to those who have it', async () => {
    const { headers } = await get();

    const again = await get({ 'If-None-Match': headers['etag'] ?? '' });

    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('describes a bundle from the moment it is made', async () => {
    const before = await get();
    const bundle = { entityType: 'node', bundle: 'recipe', label: 'Recipe', fields: [] };
    await app.get(ContentModelService).put(bundle);

    const after = await get({ 'If-None-Match': before.headers['etag'] ?? '' });

    expect(before.body.paths).not.toHaveProperty('/api/node/recipe');
    expect(after.status).toBe(200);
    expect(after.body.paths).toHaveProperty('/api/node/recipe');
  });

  it('describes every route of the application', async () => {
    const described = operationsIn((await get()).body as OpenApiDocument);

    const missing = routesOf(app).filter(
      (route) => !described.includes(route) && !PAGES.some((page) => page.test(route.split(' ')[1] ?? '')),
    );

    expect(missing).toEqual([]);
  });

  it('describes no route that the application lacks', async () => {
    const { paths } = (await get()).body as OpenApiDocument;
    const general = Object.fromEntries(Object.entries(paths).filter(([path]) => !/^\/api\/[a-z]/.test(path)));

    const missing = operationsIn({ paths: general }).filter(
      (operation) => !routesOf(app).includes(operation),
    );

    expect(missing).toEqual([]);
  });
});

/** `get /api/{}/{}`, whatever the parameters are called. */
function operationsIn({ paths }: Pick<OpenApiDocument, 'paths'>): readonly string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  );
}

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/**
 * The routes as Express knows them, in the same form, without those that take every method only to refuse it,
 * and without what may stand at the end. */
function routesOf(app: App): readonly string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  return router.stack.flatMap(({ route }) => {
    const [method = '', second] = Object.keys(route?.methods ?? {});
    if (route === undefined || second !== undefined || method === 'options') return [];
    return [`${method} ${route.path.replace('{/*path}', '').replace(/:\w+/g, '{}')}`];
  });
}
