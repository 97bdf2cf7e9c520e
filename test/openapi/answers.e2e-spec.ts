import { startApp, type TestApp } from '../support/app.js';
import { Description, type OpenApiDocument } from '../support/description.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('responses of the service', () => {
  let app: TestApp;
  let description: Description;
  beforeAll(async () => {
    app = await startApp();
    description = new Description((await app.api.asAnonymous().get('/openapi.json')).body as OpenApiDocument);
  });
  afterAll(() => app.stop());

  it('match the description of the index', async () => {
    const found = await app.api.asReader().get('/api');
    const refused = await app.api.asAnonymous().get('/api');

    expect(description.findMismatches('apiRoot', found)).toEqual([]);
    expect(description.findMismatches('apiRoot', refused)).toEqual([]);
  });

  it.each(['listEntries', 'listEntries.node--article'])('match the description of %s', async (operation) => {
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
      expect(description.findMismatches(operation, answer)).toEqual([]);
  });

  it.each(['getEntry', 'getEntry.node--article'])('match the description of %s', async (operation) => {
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
      await app.api.asReader().get(formatEntryPath(bare)),
      await app.api.asReader().get(formatEntryPath(full)),
      await app.api.asReader().get(formatEntryPath(hidden)),
      await app.api.asReader().get(`${formatEntryPath(bare).slice(0, -1)}x`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 404]);
    for (const answer of answers) expect(description.findMismatches(operation, answer)).toEqual([]);
  });

  it('are compared strictly: an article does not match the description of a page (control)', async () => {
    const article = await app.site.article();

    const faults = description.findMismatches(
      'getEntry.node--page',
      await app.api.asReader().get(formatEntryPath(article)),
    );

    expect(faults).toEqual(['/data/type must be equal to constant']);
  });

  it('match the description for 304', async () => {
    const article = await app.site.article();
    const { etag = '' } = (await app.api.asReader().get(formatEntryPath(article))).headers;

    const answer = await app.api.asReader().get(formatEntryPath(article), { 'If-None-Match': etag });

    expect(answer.status).toBe(304);
    expect(description.findMismatches('getEntry', answer)).toEqual([]);
  });

  it.each(['', '.node--article.field_tags'])(
    'are as described for getRelated%s and getRelationship',
    async (suffix) => {
      const tag = await app.site.tag();
      const article = await app.site.article({}, { field_tags: [tag, tag] });

      const related = await app.api.asReader().get(formatEntryPath(article, 'field_tags'));
      const linkage = await app.api.asReader().get(formatEntryPath(article, 'relationships', 'field_tags'));

      expect(description.findMismatches(`getRelated${suffix}`, related)).toEqual([]);
      expect(description.findMismatches(`getRelationship${suffix}`, linkage)).toEqual([]);
    },
  );

  it('match the description of to-one relationships, set and empty', async () => {
    const article = await app.site.article({}, { field_category: await app.site.category() });
    const without = await app.site.article();

    for (const entry of [article, without]) {
      const related = await app.api.asReader().get(formatEntryPath(entry, 'field_category'));
      const linkage = await app.api.asReader().get(formatEntryPath(entry, 'relationships', 'field_category'));

      expect(description.findMismatches('getRelated.node--article.field_category', related)).toEqual([]);
      expect(description.findMismatches('getRelationship.node--article.field_category', linkage)).toEqual([]);
    }
  });

  it.each(['createEntry', 'createEntry.node--article'])('match the description of %s', async (operation) => {
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
    for (const answer of answers) expect(description.findMismatches(operation, answer)).toEqual([]);
  });

  it('match the description when the examples are sent verbatim', async () => {
    const example = description.document.components.schemas['node--article.new']?.examples?.[0];

    const created = await app.api.asAdministrator().post('/api/node/article', { data: example });

    expect(created.status).toBe(201);
    expect(description.findMismatches('createEntry.node--article', created)).toEqual([]);
  });

  it('match the description of updateEntry and deleteEntry', async () => {
    const article = await app.site.article();
    const { type, id } = article;
    const document = { data: { type, id, attributes: { title: 'Changed' } } };

    const updated = await app.api.asAdministrator().patch(formatEntryPath(article), document);
    const stale = await app.api
      .asAdministrator()
      .patch(formatEntryPath(article), document, { 'If-Match': '"1-x"' });
    const deleted = await app.api.asAdministrator().delete(formatEntryPath(article));

    expect([updated.status, stale.status, deleted.status]).toEqual([200, 412, 204]);
    expect(description.findMismatches('updateEntry.node--article', updated)).toEqual([]);
    expect(description.findMismatches('updateEntry.node--article', stale)).toEqual([]);
    expect(description.findMismatches('deleteEntry.node--article', deleted)).toEqual([]);
  });

  it('match the description of relationship writes', async () => {
    const [one, two] = [await app.site.tag(), await app.site.tag()];
    const article = await app.site.article({}, { field_tags: [one] });
    const path = formatEntryPath(article, 'relationships', 'field_tags');
    const document = { data: [{ type: two.type, id: two.id }] };

    const added = await app.api.asAdministrator().post(path, document);
    const replaced = await app.api.asAdministrator().patch(path, document);
    const removed = await app.api.asAdministrator().delete(path, document);

    expect(description.findMismatches('addToRelationship.node--article.field_tags', added)).toEqual([]);
    expect(description.findMismatches('replaceRelationship.node--article.field_tags', replaced)).toEqual([]);
    expect(description.findMismatches('removeFromRelationship.node--article.field_tags', removed)).toEqual(
      [],
    );
  });

  it('match the description of createEntry for read-only types', async () => {
    const answer = await app.api.asAdministrator().post('/api/file/file', {});

    expect(answer.status).toBe(405);
    expect(description.findMismatches('createEntry', answer)).toEqual([]);
  });

  it('match the description of the token endpoint', async () => {
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
    for (const answer of answers) expect(description.findMismatches('issueToken', answer)).toEqual([]);
  });

  it.each(['text/html', 'application/json'])(
    'match the description of authorize with Accept: %s',
    async (Accept) => {
      const anonymous = app.api.asAnonymous();

      const answers = [
        await anonymous.get('/oauth/authorize', { Accept }),
        await anonymous.get('/oauth/authorize?client_id=unknown&redirect_uri=https://app.example/', {
          Accept,
        }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([400, 401]);
      for (const answer of answers) expect(description.findMismatches('authorize', answer)).toEqual([]);
    },
  );

  it('match the description of introspection and revocation', async () => {
    const server = app.api.asAnonymous();
    const ask = (path: string, fields: Readonly<Record<string, string>>): ReturnType<typeof server.send> =>
      server.send('post', path, {
        body: new URLSearchParams({ token: 'nonsense', ...fields }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    const client = { client_id: 'reader', client_secret: 's'.repeat(43) };

    const faults = [
      description.findMismatches('introspectToken', await ask('/oauth/introspect', client)),
      description.findMismatches('introspectToken', await ask('/oauth/introspect', { client_id: 'unknown' })),
      description.findMismatches('revokeToken', await ask('/oauth/revoke', client)),
      description.findMismatches('revokeToken', await ask('/oauth/revoke', { ...client, token: '' })),
    ];

    expect(faults).toEqual([[], [], [], []]);
  });

  it.each([
    ['authorizationServerMetadata', '/.well-known/oauth-authorization-server'],
    ['protectedResourceMetadata', '/.well-known/oauth-protected-resource'],
    ['signingKeys', '/.well-known/jwks.json'],
  ])('match the description of %s', async (operation, path) => {
    const answer = await app.api.asAnonymous().get(path);

    expect(answer.status).toBe(200);
    expect(description.findMismatches(operation, answer)).toEqual([]);
  });

  it('match the description of translate-path, documentation and health', async () => {
    await app.site.page({ path: { alias: '/about', langcode: 'en' } });

    const faults = [
      description.findMismatches(
        'translatePath',
        await app.api.asReader().get('/router/translate-path?path=/about'),
      ),
      description.findMismatches(
        'translatePath',
        await app.api.asReader().get('/router/translate-path?path=/nowhere'),
      ),
      description.findMismatches(
        'verifyDraftUrl',
        await app.api.asAnonymous().send('post', '/next/draft-url', {
          document: {},
          headers: { 'Content-Type': 'application/json' },
        }),
      ),
      description.findMismatches('openApiDescription', await app.api.asAnonymous().get('/openapi.json')),
      description.findMismatches('docs', await app.api.asAnonymous().get('/docs')),
      description.findMismatches('isLive', await app.api.asAnonymous().get('/health/live')),
      description.findMismatches('hasStarted', await app.api.asAnonymous().get('/health/startup')),
      description.findMismatches('isReady', await app.api.asAnonymous().get('/health/ready')),
    ];

    expect(faults).toEqual([[], [], [], [], [], [], [], []]);
  });
});
