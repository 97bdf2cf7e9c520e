import { AccessTokenService } from '@content-service/oauth-grants';
import { ScopeSet } from '@content-service/scopes';
import { getErrors, toErrorSummaries, NO_TOKEN_CHALLENGE, getResource } from '../support/responses.js';
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

  it('creates an entry and answers 201 with Location', async () => {
    const response = await create(article({ title: 'Free ferry', field_rating: 4 }));

    const { id } = getResource(response);
    expect(response.status).toBe(201);
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    expect(response.headers['location']).toBe(`${BASE_URL}/api/node/article/${id}`);
    expect(getResource(response).attributes).toMatchObject({
      title: 'Free ferry',
      field_rating: 4,
      status: true,
    });
  });

  it('answers with the same document as a later GET', async () => {
    const response = await create(article({ title: 'Ferry', field_price: 3.5, body: 'Ten minutes' }));

    const later = await app.api.asAdministrator().get(`/api/node/article/${getResource(response).id}`);
    expect(response.body.data).toEqual(later.body.data);
  });

  it('stores a reference of a new entry to itself by lid', async () => {
    const self = { type: 'node--article', lid: 'me' };
    const relationships = { field_related: { data: [self] } };

    const response = await create(article({ title: 'Ring' }, { lid: 'me', relationships }));

    const { id } = getResource(response);
    expect(response.status).toBe(201);
    expect(getResource(response).relationships['field_related']?.data).toMatchObject([
      { type: 'node--article', id },
    ]);
    const unknown = article({ title: 'Ring' }, { lid: 'you', relationships });
    expect(toErrorSummaries(await create(unknown))).toEqual([
      {
        status: '400',
        code: 'invalid_body',
        source: { pointer: '/data/relationships/field_related/data/0/lid' },
      },
    ]);
  });

  it('accepts a client-generated id', async () => {
    const id = '4f0c2a34-6f2c-4a47-9d8e-1c2b3a4d5e6f';

    const response = await create(article({ title: 'Mine' }, { id }));

    expect(getResource(response).id).toBe(id);
    expect(toErrorSummaries(await create(article({ title: 'Again' }, { id })))).toEqual([
      { status: '409', code: 'duplicate_entry', source: { pointer: '/data/id' } },
    ]);
  });

  it('sets relationships, and includes their targets on request', async () => {
    const tag = await app.site.tag();
    const relationships = { field_tags: { data: [{ type: tag.type, id: tag.id }] } };

    const response = await create(article({ title: 'Tagged' }, { relationships }), '?include=field_tags');

    expect(getResource(response).relationships['field_tags']?.data).toEqual([{ type: tag.type, id: tag.id }]);
    expect(response.body.included).toMatchObject([{ id: tag.id }]);
  });

  it('computes processed text and ignores it in the body', async () => {
    const body = { value: '<p onclick="x">Hi</p>', format: 'basic_html', processed: '<script>x</script>' };

    const response = await create(article({ title: 'Safe', body }));

    expect(getResource(response).attributes['body']).toMatchObject({ processed: '<p>Hi</p>' });
  });

  it('is 401 without a token', async () => {
    const response = await app.api.asAnonymous().post('/api/node/article', article({ title: 'x' }));

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it('a client without the scope cannot create an entry', async () => {
    const response = await app.api.asReader().post('/api/node/article', article({ title: 'x' }));

    expect(response.status).toBe(403);
    expect(getErrors(response)).toEqual([
      {
        status: '403',
        code: 'scope_missing',
        title: 'Forbidden',
        detail: "This token lacks the scope 'content:administer'.",
        meta: { scope: 'content:administer' },
      },
    ]);
  });

  it('is 403 while allowedOperations is read_only', async () => {
    await app.site.settings({ allowedOperations: 'read_only' });

    const response = await create(article({ title: 'x' }));

    expect(response.status).toBe(403);
    expect(toErrorSummaries(response)).toEqual([{ status: '403', code: 'writes_not_allowed' }]);
    await app.site.settings({ allowedOperations: 'read_write' });
  });

  it('stores nothing when a query parameter is invalid', async () => {
    const before = await app.site.count('node--article');

    const response = await create(article({ title: 'x' }), '?include=nope');

    expect(response.status).toBe(400);
    expect(await app.site.count('node--article')).toBe(before);
  });

  it('reports all problems of a body at once', async () => {
    const response = await create(article({ field_rating: 'heavy', nope: 1 }));

    expect(response.status).toBe(422);
    expect(toErrorSummaries(response)).toEqual([
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
    expect(toErrorSummaries(response)).toMatchObject([{ status: String(status), code }]);
  });

  it('refuses an unknown target', async () => {
    const missing = { type: 'taxonomy_term--tags', id: '0190b0a0-0000-7000-8000-00000000ffff' };

    const response = await create(
      article({ title: 'x' }, { relationships: { field_tags: { data: [missing] } } }),
    );

    expect(response.status).toBe(404);
    expect(toErrorSummaries(response)).toEqual([
      {
        status: '404',
        code: 'target_missing',
        source: { pointer: '/data/relationships/field_tags/data/0' },
      },
    ]);
  });

  it('refuses a target of another type', async () => {
    const { id } = await app.site.category();
    const lying = { type: 'taxonomy_term--tags', id };

    const response = await create(
      article({ title: 'x' }, { relationships: { field_tags: { data: [lying] } } }),
    );

    expect(response.status).toBe(422);
    expect(toErrorSummaries(response)).toEqual([
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

  it('users and files are read-only', async () => {
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

  it('a repeated request creates nothing and gets the same answer', async () => {
    const first = await create('Once', 'key-1');
    const second = await create('Once', 'key-1');

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
  });

  it('parallel requests create one entry', async () => {
    const before = await app.site.count('node--article');

    const responses = await Promise.all(Array.from({ length: 5 }, () => create('At once', 'key-2')));

    expect(await app.site.count('node--article')).toBe(before + 1);
    for (const { status } of responses) expect([201, 409]).toContain(status);
  });

  it('refuses another body under a used key', async () => {
    await create('One thing', 'key-3');

    const response = await create('Another thing', 'key-3');

    expect(response.status).toBe(422);
    expect(toErrorSummaries(response)).toEqual([
      { status: '422', code: 'idempotency_key_reused', source: { header: 'Idempotency-Key' } },
    ]);
  });

  it('keys of different users of one client are independent', async () => {
    const users = ['01000000-0000-4000-8000-000000000001', '01000000-0000-4000-8000-000000000002'];
    const tokens = app.nest.get(AccessTokenService);
    const scopes = ScopeSet.of('content:administer');
    const creations = users.map(async (userId) => {
      const { token } = await tokens.issue({ subject: userId, clientId: 'administrator', scopes });
      const as = app.api.withAuthorization(`Bearer ${token}`);
      return as.post('/api/node/article', article({ title: 'Shared' }), { 'Idempotency-Key': 'key-users' });
    });

    const [first, second] = await Promise.all(creations);

    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(getResource(second!).id).not.toBe(getResource(first!).id);
  });

  it('a key expires after a day', async () => {
    const first = await create('Daily', 'key-4');
    app.clock.advance(86_401);

    const second = await create('Daily', 'key-4');

    expect(getResource(second).id).not.toBe(getResource(first).id);
  });

  it('a refused request does not use its key', async () => {
    const refused = await create('', 'key-5');

    const accepted = await create('Now with a title', 'key-5');

    expect([refused.status, accepted.status]).toEqual([422, 201]);
  });

  it('refuses a malformed key', async () => {
    const response = await create('x', 'two words');

    expect(response.status).toBe(400);
    expect(toErrorSummaries(response)).toMatchObject([{ source: { header: 'Idempotency-Key' } }]);
  });
});
