import request, { type Response } from 'supertest';
import { parseConfig, createApp } from '@content-service/app';
import { ContentModelService, type Field } from '@content-service/bundles';
import type { OpenApiDocument } from '../support/description.js';

type App = Awaited<ReturnType<typeof createApp>>;

/** Uploads are described for each field for files. */
const UPLOADS: readonly string[] = ['post /api/{}/{}/{}', 'post /api/{}/{}/{}/{}'];

/** Routes of the browser pages, which the description leaves out. */
const PAGES = [/^\/$/, /^\/admin/, /^\/docs\//, /^\/user(\/|$)/, /^\/oauth\/authorize\/decision$/];

describe('GET /openapi.json', () => {
  let app: App;
  beforeAll(async () => {
    app = await createApp(parseConfig({ DATABASE_URL: 'memory:', LOG_LEVEL: 'silent' }));
    await app.init();
  });
  afterAll(() => app.close());

  const get = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    Promise.resolve(request(app.getHttpServer()).get('/openapi.json').set(headers));

  it('needs no token and ignores an invalid one', async () => {
    const answers = [await get(), await get({ Authorization: 'Bearer nonsense' })];

    for (const { status, headers, body } of answers) {
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json');
      expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.1' } });
    }
  });

  it('is 304 with the ETag of the current document', async () => {
    const { headers } = await get();

    const again = await get({ 'If-None-Match': headers['etag'] ?? '' });

    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('describes a new bundle at once', async () => {
    const before = await get();
    const bundle = { entityType: 'node', bundle: 'recipe', label: 'Recipe', fields: [] };
    await app.get(ContentModelService).put(bundle);

    const after = await get({ 'If-None-Match': before.headers['etag'] ?? '' });

    expect(before.body.paths).not.toHaveProperty('/api/node/recipe');
    expect(after.status).toBe(200);
    expect(after.body.paths).toHaveProperty('/api/node/recipe');
  });

  it('has the properties of a resource in the order of its fields, also after a move', async () => {
    const field = (name: string): Field => ({
      name,
      type: 'string',
      label: name,
      required: false,
      cardinality: 1,
      settings: {},
    });
    const [one, two, three] = ['field_one', 'field_two', 'field_three'].map(field) as [Field, Field, Field];
    const bundle = { entityType: 'node', bundle: 'ordered', label: 'Ordered' };
    await app.get(ContentModelService).put({ ...bundle, fields: [one, two, three] });
    const before = await getFieldNames();

    await app.get(ContentModelService).put({ ...bundle, fields: [three, one, two] });

    expect(before).toEqual(['field_one', 'field_two', 'field_three']);
    expect(await getFieldNames()).toEqual(['field_three', 'field_one', 'field_two']);
  });

  /** The own fields among the attributes of `node--ordered`, in the order of the schema for writes. */
  async function getFieldNames(): Promise<readonly string[]> {
    const { components } = JSON.parse((await get()).text) as {
      components: { schemas: Record<string, { properties: object }> };
    };
    const { properties = {} } = components.schemas['node--ordered.attributes'] ?? {};
    return Object.keys(properties).filter((name) => name.startsWith('field_'));
  }

  it('describes all routes of the application', async () => {
    const described = getOperations((await get()).body as OpenApiDocument);

    const missing = getRoutes(app).filter(
      (route) =>
        !described.includes(route) &&
        !UPLOADS.includes(route) &&
        !PAGES.some((page) => page.test(route.split(' ')[1] ?? '')),
    );

    expect(missing).toEqual([]);
  });

  it('describes only routes of the application', async () => {
    const { paths } = (await get()).body as OpenApiDocument;
    const general = Object.fromEntries(Object.entries(paths).filter(([path]) => !/^\/api\/[a-z]/.test(path)));

    const missing = getOperations({ paths: general }).filter(
      (operation) => !getRoutes(app).includes(operation),
    );

    expect(missing).toEqual([]);
  });

  it('describes the methods that OPTIONS allows on the paths of the management API', async () => {
    const { paths } = (await get()).body as OpenApiDocument;
    const described = Object.entries(paths).filter(([path]) => path.startsWith('/manage/'));

    const allowed = await Promise.all(
      described.map(async ([path]) => {
        const { headers } = await request(app.getHttpServer()).options(path.replace(/\{\w+\}/g, 'x'));
        return [path, getMethods(headers['allow'] ?? '')] as const;
      }),
    );

    expect(described.length).toBeGreaterThan(30);
    expect(Object.fromEntries(allowed)).toEqual(
      Object.fromEntries(described.map(([path, operations]) => [path, Object.keys(operations).sort()])),
    );
  });
});

/** The methods of `Allow` that are described: HEAD and OPTIONS are those of every path. */
function getMethods(allow: string): readonly string[] {
  const methods = allow.split(', ').filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
  return methods.map((method) => method.toLowerCase()).sort();
}

/** Normalizes parameter names: `get /api/{}/{}`. */
function getOperations({ paths }: Pick<OpenApiDocument, 'paths'>): readonly string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  );
}

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/**
 * The routes registered in Express, in the same form, without the fallback routes of all methods
 * and without optional path suffixes. */
function getRoutes(app: App): readonly string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  return router.stack.flatMap(({ route }) => {
    const [method = '', second] = Object.keys(route?.methods ?? {});
    if (route === undefined || second !== undefined || method === 'options') return [];
    return [`${method} ${route.path.replace('{/*path}', '').replace(/:\w+/g, '{}')}`];
  });
}
