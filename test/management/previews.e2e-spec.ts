import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatErrorPointers } from '../support/problems.js';

const WEBSITE = { label: 'Website', url: 'https://www.example.com/api/draft' };
const SHOP = { label: 'Shop', url: 'http://127.0.0.1:8080/draft' };
const CONTENT = '/manage/settings/content';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Stored {
  readonly type: string;
  readonly id: string;
}

describe('previews', () => {
  let site: ManagedSite;
  let administrator: ManagementClient;
  let editor: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    administrator = await site.administrator();
    editor = await site.withScopes('content:administer');
    await administrator.patch(CONTENT, { previewSites: [WEBSITE, SHOP] });
    await administrator.patch('/manage/settings/jsonapi', { publicAccess: true });
  });
  afterAll(() => site.stop());

  const create = async ({ type, id }: Stored, label = WEBSITE.label): Promise<URL> => {
    const { status, body } = await editor.post('/manage/previews', { type, id, site: label });
    expect(status).toBe(200);
    return new URL(body.url as string);
  };
  const translate = async (path: string | null): Promise<Answer> =>
    site.app.api.asAnonymous().get(`/router/translate-path?path=${encodeURIComponent(path ?? '')}`);
  const check = async (parameters: object): Promise<Answer> =>
    site.app.api.asAnonymous().send('post', '/next/draft-url', {
      document: parameters,
      headers: { 'Content-Type': 'application/json', Accept: 'application/vnd.api+json' },
    });

  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: unknown;
  }

  describe('the setting previewSites', () => {
    it('is a part of the settings of content, which editors read at a path of their own', async () => {
      expect((await administrator.get(CONTENT)).body.previewSites).toEqual([WEBSITE, SHOP]);
      expect((await editor.get(CONTENT)).status).toBe(403);
      expect((await editor.get('/manage/preview-sites')).body).toEqual({ items: [WEBSITE, SHOP] });
    });

    it.each([
      ['no list', {}, '422 /previewSites'],
      ['a site without an address', [{ label: 'Website' }], '422 /previewSites/0'],
      ['an empty label', [{ ...WEBSITE, label: ' ' }], '422 /previewSites/0/label'],
      ['a path', [{ ...WEBSITE, url: '/api/draft' }], '422 /previewSites/0/url'],
      ['a script', [{ ...WEBSITE, url: 'javascript:alert(1)' }], '422 /previewSites/0/url'],
      ['a query', [{ ...WEBSITE, url: 'https://example.com/draft?a=b' }], '422 /previewSites/0/url'],
      ['a fragment', [{ ...WEBSITE, url: 'https://example.com/draft#a' }], '422 /previewSites/0/url'],
      ['a password', [{ ...WEBSITE, url: 'https://a:b@example.com/draft' }], '422 /previewSites/0/url'],
      ['a host of two directives', [{ ...WEBSITE, url: 'https://a;script-src/' }], '422 /previewSites/0/url'],
      ['every host', [{ ...WEBSITE, url: 'https://*/' }], '422 /previewSites/0/url'],
      ['the same label twice', [WEBSITE, SHOP, WEBSITE], '422 /previewSites/2/label'],
      ['an unknown member', [{ ...WEBSITE, secret: 'x' }], '422 /previewSites/0'],
      [
        '21 sites',
        Array.from({ length: 21 }, (_, n) => ({ ...WEBSITE, label: `Site ${n}` })),
        '422 /previewSites',
      ],
    ])('refuses %s', async (_, previewSites, faults) => {
      expect(formatErrorPointers(await administrator.patch(CONTENT, { previewSites }))).toBe(faults);
    });
  });

  describe('POST /manage/previews', () => {
    it('makes the link to an unpublished entry, whose path leads to it', async () => {
      const article = await site.app.site.article({
        title: 'Plans',
        published: false,
        path: { alias: '/plans', langcode: 'en' },
      });

      const response = await editor.post('/manage/previews', {
        ...{ type: article.type, id: article.id, langcode: 'en', site: WEBSITE.label },
      });

      const { url, ...preview } = response.body as { readonly url: string };
      const { origin, pathname, searchParams } = new URL(url);
      const { path, timestamp, secret, ...parameters } = Object.fromEntries(searchParams);
      expect([origin + pathname, response.headers['cache-control']]).toEqual([WEBSITE.url, 'no-store']);
      expect(preview).toEqual({
        resourceVersion: expect.stringMatching(/^preview:[0-9a-z]+:[0-9a-f]{32}$/),
        expiresAt: new Date((site.app.clock.now() + 900) * 1000).toISOString().replace('.000Z', '+00:00'),
      });
      expect(parameters).toEqual({
        resourceVersion: (preview as { readonly resourceVersion: string }).resourceVersion,
        ...{ plugin: 'simple_oauth', locale: 'en', defaultLocale: 'en' },
      });
      expect(timestamp).toBe(String(site.app.clock.now()));
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(path).toMatch(new RegExp(`^/preview/${article.id}/[0-9a-z]+-[0-9a-f]{32}$`));
      const found = await translate(path ?? null);
      expect([found.status, found.headers['content-type'], found.headers['cache-control']]).toEqual([
        200,
        'application/json',
        'no-store',
      ]);
      expect(found.body).toMatchObject({
        entity: { type: 'node', bundle: 'article', uuid: article.id },
        label: 'Plans',
        jsonapi: { resourceName: 'node--article' },
      });
      expect((await translate('/plans')).status).toBe(401);
    });

    it('has the percent-encoded alias of a published entry, and another path without an alias', async () => {
      const path = { alias: '/über-uns/a', langcode: 'en' };
      const [published, without] = [await site.app.site.page({ path }), await site.app.site.page()];

      const alias = (await create(published, SHOP.label)).searchParams.get('path');

      expect(alias).toBe('/%C3%BCber-uns/a');
      expect(await translate(alias)).toMatchObject({ status: 200, body: { entity: { uuid: published.id } } });
      const other = (await create(without)).searchParams.get('path');
      expect(other).toMatch(/^\/preview\//);
      expect(await translate(other)).toMatchObject({ status: 200, body: { entity: { uuid: without.id } } });
    });

    it.each([
      ['no body', {}, '422 /id /site /type'],
      ['an unknown site', { site: 'Blog' }, '422 /site'],
      ['an unknown entry', { id: UNKNOWN }, '422 /id'],
      ['an id that is none', { id: 'x' }, '422 /id'],
      ['another type', { type: 'node--page' }, '422 /id'],
      ['another language', { langcode: 'de' }, '422 /langcode'],
    ])('refuses %s', async (name, changes, faults) => {
      const { type, id } = await site.app.site.article();
      const body = name === 'no body' ? {} : { type, id, site: WEBSITE.label, ...changes };

      expect(formatErrorPointers(await editor.post('/manage/previews', body))).toBe(faults);
    });
  });

  describe('GET /router/translate-path with the path of a preview', () => {
    it('opens no other entry', async () => {
      const [one, other] = [
        await site.app.site.article({ published: false }),
        await site.app.site.article({ published: false }),
      ];
      const path = (await create(one)).searchParams.get('path') ?? '';

      const answers = [
        await translate(path.replace(one.id, other.id)),
        await translate(path.replace(one.id, UNKNOWN)),
        await translate(path.slice(0, -1)),
      ];

      expect(answers.map(({ status }) => status)).toEqual([403, 404, 404]);
      expect(answers[0]?.body).toEqual({
        message: expect.stringMatching(/does not open this entry/),
        details: expect.stringMatching(/Copy the whole link/),
      });
    });
  });

  describe('POST /next/draft-url', () => {
    it('is 200 with the path for a link, whatever further parameters it has', async () => {
      const article = await site.app.site.article({ published: false });
      const parameters = Object.fromEntries((await create(article)).searchParams);

      const answer = await check({ ...parameters, scope: 'x' });

      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'application/json',
        'no-store',
      ]);
      expect(answer.body).toEqual({ path: parameters['path'], maxAge: 900 });
      site.app.clock.advance(60);
      expect((await check(parameters)).body).toMatchObject({ maxAge: 840 });
      site.app.clock.advance(840);
      expect(await check(parameters)).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(/expired/) },
      });
      site.app.clock.advance(-900);
    });

    it.each([
      ['path', '/admin'],
      ['timestamp', '1'],
      ['timestamp', 'soon'],
      ['secret', 'x'],
      ['resourceVersion', 'rel:working-copy'],
    ])('is 422 with another %s: %s', async (name, value) => {
      const article = await site.app.site.article({ published: false });
      const parameters = Object.fromEntries((await create(article)).searchParams);

      const answer = await check({ ...parameters, [name]: value });

      expect([answer.status, answer.headers['content-type']]).toEqual([422, 'application/json']);
      expect(answer.body).toEqual({ message: expect.stringMatching(/signature/) });
    });

    it.each(['path', 'timestamp', 'secret', 'resourceVersion'])('is 422 without %s', async (name) => {
      const { searchParams } = await create(await site.app.site.article());
      searchParams.delete(name);
      const parameters = Object.fromEntries(searchParams);

      expect(await check(parameters)).toMatchObject({
        status: 422,
        body: { message: `Field '${name}' is missing.` },
      });
    });

    it('is 422 for a body of another form', async () => {
      expect((await check([])).status).toBe(422);
      expect((await check({ path: {}, timestamp: [], secret: null })).status).toBe(422);
    });

    it('needs no token while Public access is No', async () => {
      const parameters = Object.fromEntries((await create(await site.app.site.article())).searchParams);
      await administrator.patch('/manage/settings/jsonapi', { publicAccess: false });

      const answer = await check(parameters);

      await administrator.patch('/manage/settings/jsonapi', { publicAccess: true });
      expect(answer.status).toBe(200);
    });
  });
});
