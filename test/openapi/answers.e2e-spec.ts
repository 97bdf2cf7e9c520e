import { startApp, type TestApp } from '../support/app.js';
import { Description, type OpenApiDocument } from '../support/description.js';
import { pathOf } from '../support/path-of.js';

describe('the answers of the service', () => {
  let app: TestApp;
  let description: Description;
  beforeAll(async () => {
    app = await startApp();
    description = new Description((await app.api.asAnonymous().get('/openapi.json')).body as OpenApiDocument);
  });
  afterAll(() => app.stop());

  it('are as described for the index', async () => {
    const found = await app.api.asReader().get('/api');
    const refused = await app.api.asAnonymous().get('/api');

    expect(description.faultsOf('apiRoot', found)).toEqual([]);
    expect(description.faultsOf('apiRoot', refused)).toEqual([]);
  });

  it.each(['listEntries', 'listEntries.node--article'])('are as described for %s', async (operation) => {
    const tag = await app.site.tag();
    const secret = await app.site.tag({ published: false });
    await app.site.article({}, { field_tags: [tag, tag, secret] });
    await app.site.article({ published: false });

    const found = await app.api.asReader().get('/api/node/article?include=field_tags,uid&page[limit]=2');
    const few = await app.api.asReader().get('/api/node/article?fields[node--article]=title');
    const unreadable = await app.api.asReader().get('/api/node/article?filter[title][operator]=LIKE');
    const unacceptable = await app.api
      .asReader()
      .get('/api/node/article', { Accept: 'application/vnd.api+json;a=b' });

    expect(found.body).toHaveProperty('meta.omitted');
    for (const answer of [found, few, unreadable, unacceptable])
      expect(description.faultsOf(operation, answer)).toEqual([]);
  });

  it.each(['getEntry', 'getEntry.node--article'])('are as described for %s', async (operation) => {
    const bare = await app.site.article();
    const full = await app.site.article({
      body: { value: '<p>Text</p>', format: 'basic_html', summary: 'Summary' },
      field_summary: 'Summary',
      field_rating: 5,
      field_price: '7.5',
      field_featured: true,
      field_date: '2024-03-01T09:30:00+00:00',
      path: { alias: `/${operation}`, langcode: 'en' },
    });
    const hidden = await app.site.article({ published: false });

    const answers = [
      await app.api.asReader().get(pathOf(bare)),
      await app.api.asReader().get(pathOf(full)),
      await app.api.asReader().get(pathOf(hidden)),
      await app.api.asReader().get(`${pathOf(bare).slice(0, -1)}x`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 404]);
    for (const answer of answers) expect(description.faultsOf(operation, answer)).toEqual([]);
  });

  it('are held against the description in earnest: an article is no page', async () => {
    const article = await app.site.article();

    const faults = description.faultsOf('getEntry.node--page', await app.api.asReader().get(pathOf(article)));

    expect(faults).toEqual(['/data/type must be equal to constant']);
  });

  it('are as described when nothing has changed', async () => {
    const article = await app.site.article();
    const { etag = '' } = (await app.api.asReader().get(pathOf(article))).headers;

    const answer = await app.api.asReader().get(pathOf(article), { 'If-None-Match': etag });

    expect(answer.status).toBe(304);
    expect(description.faultsOf('getEntry', answer)).toEqual([]);
  });

  it.each(['', '.node--article.field_tags'])(
    'are as described for getRelated%s and getRelationship',
    async (suffix) => {
      const tag = await app.site.tag();
      const article = await app.site.article({}, { field_tags: [tag, tag] });

      const related = await app.api.asReader().get(pathOf(article, 'field_tags'));
      const linkage = await app.api.asReader().get(pathOf(article, 'relationships', 'field_tags'));

      expect(description.faultsOf(`getRelated${suffix}`, related)).toEqual([]);
      expect(description.faultsOf(`getRelationship${suffix}`, linkage)).toEqual([]);
    },
  );

  it('are as described for a relationship to one entry, which may be none', async () => {
    const article = await app.site.article({}, { field_category: await app.site.category() });
    const without = await app.site.article();

    for (const entry of [article, without]) {
      const related = await app.api.asReader().get(pathOf(entry, 'field_category'));
      const linkage = await app.api.asReader().get(pathOf(entry, 'relationships', 'field_category'));

      expect(description.faultsOf('getRelated.node--article.field_category', related)).toEqual([]);
      expect(description.faultsOf('getRelationship.node--article.field_category', linkage)).toEqual([]);
    }
  });

  it.each(['createEntry', 'createEntry.node--article'])('are as described for %s', async (operation) => {
    const post = (data: object): ReturnType<typeof administrator.post> =>
      administrator.post('/api/node/article', { data });
    const administrator = app.api.asAdministrator();

    const answers = [
      await post({ type: 'node--article', attributes: { title: 'New' } }),
      await post({ type: 'node--article', attributes: { title: 5, field_rating: 9, nothing: 1 } }),
      await post({ type: 'node--page', attributes: { title: 'New' } }),
      await app.api.asReader().post('/api/node/article', {}),
      await administrator.send('post', '/api/node/article', {
        headers: { 'Content-Type': 'text/plain' },
        body: 'x',
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 422, 409, 403, 415]);
    for (const answer of answers) expect(description.faultsOf(operation, answer)).toEqual([]);
  });

  it('are as described for the examples, sent as they stand', async () => {
    const example = description.document.components.schemas['node--article.new']?.examples?.[0];

    const created = await app.api.asAdministrator().post('/api/node/article', { data: example });

    expect(created.status).toBe(201);
    expect(description.faultsOf('createEntry.node--article', created)).toEqual([]);
  });

  it('are as described for updateEntry and deleteEntry', async () => {
    const article = await app.site.article();
    const { type, id } = article;
    const document = { data: { type, id, attributes: { title: 'Changed' } } };

    const updated = await app.api.asAdministrator().patch(pathOf(article), document);
    const stale = await app.api.asAdministrator().patch(pathOf(article), document, { 'If-Match': '"1-x"' });
    const deleted = await app.api.asAdministrator().delete(pathOf(article));

    expect([updated.status, stale.status, deleted.status]).toEqual([200, 412, 204]);
    expect(description.faultsOf('updateEntry.node--article', updated)).toEqual([]);
    expect(description.faultsOf('updateEntry.node--article', stale)).toEqual([]);
    expect(description.faultsOf('deleteEntry.node--article', deleted)).toEqual([]);
  });

  it('are as described for the writes of a relationship', async () => {
    const [one, two] = [await app.site.tag(), await app.site.tag()];
    const article = await app.site.article({}, { field_tags: [one] });
    const path = pathOf(article, 'relationships', 'field_tags');
    const document = { data: [{ type: two.type, id: two.id }] };

    const added = await app.api.asAdministrator().post(path, document);
    const replaced = await app.api.asAdministrator().patch(path, document);
    const removed = await app.api.asAdministrator().delete(path, document);

    expect(description.faultsOf('addToRelationship.node--article.field_tags', added)).toEqual([]);
    expect(description.faultsOf('replaceRelationship.node--article.field_tags', replaced)).toEqual([]);
    expect(description.faultsOf('removeFromRelationship.node--article.field_tags', removed)).toEqual([]);
  });

  it('are as described for entries that are not written', async () => {
    const answer = await app.api.asAdministrator().post('/api/file/file', {});

    expect(answer.status).toBe(405);
    expect(description.faultsOf('createEntry', answer)).toEqual([]);
  });

  it('are as described for tokens', async () => {
    const server = app.api.asAnonymous();
    const ask = (fields: object): ReturnType<typeof server.send> =>
      server.send('post', '/oauth/token', {
        body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    const client = { client_id: 'reader', client_secret: 's'.repeat(43) };

    const answers = [
      await ask(client),
      await ask({ ...client, scope: 'nothing' }),
      await ask({ ...client, client_secret: 'x' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401]);
    for (const answer of answers) expect(description.faultsOf('issueToken', answer)).toEqual([]);
  });

  it.each(['text/html', 'application/json'])(
    'are as described for authorize, to who accepts %s',
    async (Accept) => {
      const anonymous = app.api.asAnonymous();

      const answers = [
        await anonymous.get('/oauth/authorize', { Accept }),
        await anonymous.get('/oauth/authorize?client_id=nobody&redirect_uri=https://app.example/', {
          Accept,
        }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([400, 401]);
      for (const answer of answers) expect(description.faultsOf('authorize', answer)).toEqual([]);
    },
  );

  it('are as described for questions about tokens', async () => {
    const server = app.api.asAnonymous();
    const ask = (path: string, fields: Readonly<Record<string, string>>): ReturnType<typeof server.send> =>
      server.send('post', path, {
        body: new URLSearchParams({ token: 'nonsense', ...fields }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    const client = { client_id: 'reader', client_secret: 's'.repeat(43) };

    const faults = [
      description.faultsOf('introspectToken', await ask('/oauth/introspect', client)),
      description.faultsOf('introspectToken', await ask('/oauth/introspect', { client_id: 'nobody' })),
      description.faultsOf('revokeToken', await ask('/oauth/revoke', client)),
      description.faultsOf('revokeToken', await ask('/oauth/revoke', { ...client, token: '' })),
    ];

    expect(faults).toEqual([[], [], [], []]);
  });

  it.each([
    ['authorizationServerMetadata', '/.well-known/oauth-authorization-server'],
    ['protectedResourceMetadata', '/.well-known/oauth-protected-resource'],
    ['signingKeys', '/.well-known/jwks.json'],
  ])('are as described for %s', async (operation, path) => {
    const answer = await app.api.asAnonymous().get(path);

    expect(answer.status).toBe(200);
    expect(description.faultsOf(operation, answer)).toEqual([]);
  });

  it('are as described beside the content', async () => {
    await app.site.page({ path: { alias: '/about', langcode: 'en' } });

    const faults = [
      description.faultsOf(
        'translatePath',
        await app.api.asReader().get('/router/translate-path?path=/about'),
      ),
      description.faultsOf(
        'translatePath',
        await app.api.asReader().get('/router/translate-path?path=/nowhere'),
      ),
      description.faultsOf('openApiDescription', await app.api.asAnonymous().get('/openapi.json')),
      description.faultsOf('docs', await app.api.asAnonymous().get('/docs')),
      description.faultsOf('isLive', await app.api.asAnonymous().get('/health/live')),
      description.faultsOf('isReady', await app.api.asAnonymous().get('/health/ready')),
    ];

    expect(faults).toEqual([[], [], [], [], [], []]);
  });
});
