import { errorsIn, faultsIn, NO_TOKEN, resourceIn } from '../support/answers.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';

const article = (attributes: object, rest: object = {}): object => ({
  data: { type: 'node--article', attributes, ...rest },
});

describe('POST /api/{entityType}/{bundle}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const create = (document: object, query = '') =>
    app.api.asAdministrator().post(`/api/node/article${query}`, document);

  it('creates an entry and says where it is', async () => {
    const response = await create(article({ title: 'Free ferry', field_rating: 4 }));

    const { id } = resourceIn(response);
    expect(response.status).toBe(201);
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    expect(response.headers['location']).toBe(`${BASE_URL}/api/node/article/${id}`);
    expect(resourceIn(response).attributes).toMatchObject({
      title: 'Free ferry',
      field_rating: 4,
      status: true,
    });
  });

  it('answers what a later GET answers', async () => {
    const response = await create(article({ title: 'Ferry', field_price: 3.5, body: 'Ten minutes' }));

    const later = await app.api.asAdministrator().get(`/api/node/article/${resourceIn(response).id}`);
    expect(response.body.data).toEqual(later.body.data);
  });

  it('takes the id that the client brings', async () => {
    const id = '4f0c2a34-6f2c-4a47-9d8e-1c2b3a4d5e6f';

    const response = await create(article({ title: 'Mine' }, { id }));

    expect(resourceIn(response).id).toBe(id);
    expect(faultsIn(await create(article({ title: 'Again' }, { id })))).toEqual([
      { status: '409', code: 'duplicate_entry', source: { pointer: '/data/id' } },
    ]);
  });

  it('sets relationships, and includes their targets on request', async () => {
    const tag = await app.site.tag();
    const relationships = { field_tags: { data: [{ type: tag.type, id: tag.id }] } };

    const response = await create(article({ title: 'Tagged' }, { relationships }), '?include=field_tags');

    expect(resourceIn(response).relationships['field_tags']?.data).toEqual([{ type: tag.type, id: tag.id }]);
    expect(response.body.included).toMatchObject([{ id: tag.id }]);
  });

  it('makes processed text itself, whatever the body says of it', async () => {
    const body = { value: '<p onclick="x">Hi</p>', format: 'basic_html', processed: '<script>x</script>' };

    const response = await create(article({ title: 'Safe', body }));

    expect(resourceIn(response).attributes['body']).toMatchObject({ processed: '<p>Hi</p>' });
  });

  it('needs a token', async () => {
    const response = await app.api.asAnonymous().post('/api/node/article', article({ title: 'x' }));

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN);
  });

  it('a client without the scope cannot create an entry', async () => {
    const response = await app.api.asReader().post('/api/node/article', article({ title: 'x' }));

    expect(response.status).toBe(403);
    expect(errorsIn(response)).toEqual([
      {
        status: '403',
        code: 'scope_missing',
        title: 'Forbidden',
        detail: "This token lacks the scope 'content:administer'.",
        meta: { scope: 'content:administer' },
      },
    ]);
  });

  it('needs Allowed operations to be Read and write', async () => {
    await app.site.settings({ allowedOperations: 'read_only' });

    const response = await create(article({ title: 'x' }));

    expect(response.status).toBe(403);
    expect(faultsIn(response)).toEqual([{ status: '403', code: 'writes_not_allowed' }]);
    await app.site.settings({ allowedOperations: 'read_write' });
  });

  it('stores nothing when the query is wrong', async () => {
    const before = await app.site.count('node--article');

    const response = await create(article({ title: 'x' }), '?include=nope');

    expect(response.status).toBe(400);
    expect(await app.site.count('node--article')).toBe(before);
  });

  it('reports all problems of a body at once', async () => {
    const response = await create(article({ field_rating: 'heavy', nope: 1 }));

    expect(response.status).toBe(422);
    expect(faultsIn(response)).toEqual([
      {
        status: '422',
        code: 'invalid_field_value',
        source: { pointer: '/data/attributes/field_rating' },
      },
      { status: '422', code: 'unknown_field', source: { pointer: '/data/attributes/nope' } },
      { status: '422', code: 'value_missing', source: { pointer: '/data/attributes' } },
    ]);
  });

  it.each([
    ['', 400, 'invalid_body'],
    ['{', 400, 'invalid_body'],
    ['{"data":null}', 400, 'invalid_body'],
    ['{"data":{}}', 400, 'invalid_body'],
    ['{"data":{"type":"node--page"}}', 409, 'body_conflict'],
    ['{"data":{"type":"node--article","id":"1"}}', 422, 'invalid_member'],
    ['['.repeat(100) + ']'.repeat(100), 400, 'invalid_body'],
  ])('refuses the body %s', async (body, status, code) => {
    const response = await app.api.asAdministrator().send('post', '/api/node/article', { body });

    expect(response.status).toBe(status);
    expect(faultsIn(response)).toMatchObject([{ status: String(status), code }]);
  });

  it('refuses a target that is not there', async () => {
    const missing = { type: 'taxonomy_term--tags', id: '0190b0a0-0000-7000-8000-00000000ffff' };

    const response = await create(
      article({ title: 'x' }, { relationships: { field_tags: { data: [missing] } } }),
    );

    expect(response.status).toBe(404);
    expect(faultsIn(response)).toEqual([
      {
        status: '404',
        code: 'target_missing',
        source: { pointer: '/data/relationships/field_tags/data/0' },
      },
    ]);
  });

  it('refuses a target that has another type', async () => {
    const { id } = await app.site.category();
    const lying = { type: 'taxonomy_term--tags', id };

    const response = await create(
      article({ title: 'x' }, { relationships: { field_tags: { data: [lying] } } }),
    );

    expect(response.status).toBe(422);
    expect(faultsIn(response)).toEqual([
      {
        status: '422',
        code: 'invalid_field_value',
        source: { pointer: '/data/relationships/field_tags/data/0/type' },
      },
    ]);
  });

  it.each([
    ['application/json'],
    ['text/plain'],
    ['application/vnd.api+json; charset=utf-8'],
    ['application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"'],
  ])('is 415 for the Content-Type %s', async (contentType) => {
    const response = await app.api
      .asAdministrator()
      .post('/api/node/article', article({ title: 'x' }), { 'Content-Type': contentType });

    expect(response.status).toBe(415);
  });

  it('users and files are only read here', async () => {
    const response = await app.api.asAdministrator().post('/api/user/user', { data: { type: 'user--user' } });

    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

describe('POST with an Idempotency-Key', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const create = (title: string, key: string) =>
    app.api.asAdministrator().post('/api/node/article', article({ title }), { 'Idempotency-Key': key });

  it('creates nothing twice and answers the same again', async () => {
    const first = await create('Once', 'key-1');
    const second = await create('Once', 'key-1');

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
  });

  it('creates one entry of many requests at once', async () => {
    const before = await app.site.count('node--article');

    const responses = await Promise.all(Array.from({ length: 5 }, () => create('At once', 'key-2')));

    expect(await app.site.count('node--article')).toBe(before + 1);
    for (const { status } of responses) expect([201, 409]).toContain(status);
  });

  it('refuses another body under a key that was used', async () => {
    await create('One thing', 'key-3');

    const response = await create('Another thing', 'key-3');

    expect(response.status).toBe(422);
    expect(faultsIn(response)).toEqual([
      { status: '422', code: 'idempotency_key_reused', source: { header: 'Idempotency-Key' } },
    ]);
  });

  it('forgets a key after a day', async () => {
    const first = await create('Daily', 'key-4');
    app.clock.turn(86_401);

    const second = await create('Daily', 'key-4');

    expect(resourceIn(second).id).not.toBe(resourceIn(first).id);
  });

  it('keeps no key of a request that was refused', async () => {
    const refused = await create('', 'key-5');

    const accepted = await create('Now with a title', 'key-5');

    expect([refused.status, accepted.status]).toEqual([422, 201]);
  });

  it('refuses a key that is none', async () => {
    const response = await create('x', 'two words');

    expect(response.status).toBe(400);
    expect(faultsIn(response)).toMatchObject([{ source: { header: 'Idempotency-Key' } }]);
  });
});
