import { gzipSync } from 'node:zlib';
import { toErrorSummaries, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';

describe('the order of checks of a request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const HUGE = 'x'.repeat(2_000_000);

  it.each([
    ['a broken body', { body: '{' }],
    ['a huge body', { body: HUGE }],
    ['a body of another type', { document: {}, headers: { 'Content-Type': 'text/plain' } }],
  ])('401 before any error of %s', async (_, sent) => {
    const response = await app.api.asAnonymous().send('post', '/api/node/nope?nope=1', sent);

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it('401 before 404 for a bad token on an unknown path', async () => {
    const response = await app.api.withAuthorization('Bearer nonsense').get('/api/nowhere');

    expect(response.status).toBe(401);
  });

  it('405 before allowedOperations, and allowedOperations before the scope', async () => {
    await app.site.settings({ allowedOperations: 'read_only' });

    const put = await app.api.asReader().send('put', '/api/node/article');
    const post = await app.api.asReader().post('/api/node/nope', {});

    expect(toErrorSummaries(put)).toEqual([{ status: '405', code: 'method_not_allowed' }]);
    expect(toErrorSummaries(post)).toEqual([{ status: '403', code: 'writes_not_allowed' }]);
    await app.site.settings({ allowedOperations: 'read_write' });
  });

  it('the scope before 404, 404 before 415, and 415 before the query', async () => {
    const text = { 'Content-Type': 'text/plain' };

    const reader = await app.api.asReader().post('/api/node/nope', {}, text);
    const unknown = await app.api.asAdministrator().post('/api/node/nope', {}, text);
    const type = await app.api.asAdministrator().post('/api/node/article?nope=1', {}, text);

    expect([reader.status, unknown.status, type.status]).toEqual([403, 404, 415]);
  });

  it('413 for a body over the limit, also when it is compressed', async () => {
    const plain = await app.api.asAdministrator().send('post', '/api/node/article', { body: HUGE });
    const compressed = await app.api.asAdministrator().send('post', '/api/node/article', {
      body: gzipSync(HUGE),
      headers: { 'Content-Encoding': 'gzip' },
    });

    expect(toErrorSummaries(plain)).toEqual([{ status: '413', code: 'body_too_large' }]);
    expect(toErrorSummaries(compressed)).toEqual([{ status: '413', code: 'body_too_large' }]);
  });

  it.each([
    ['query', `/api/node/article?filter[title]=${'x'.repeat(65_536)}`],
    ['path', `/api/node/${'x'.repeat(65_536)}`],
  ])('414 for a %s that is too long', async (_, path) => {
    const response = await app.api.asReader().get(path);

    expect(toErrorSummaries(response)).toEqual([{ status: '414', code: 'url_too_long' }]);
    expect(response.text.length).toBeLessThan(500);
  });

  it('406 when Accept takes JSON:API only with parameters that are not supported', async () => {
    const accept = (value: string) => app.api.asReader().get('/api/node/article', { Accept: value });

    const refused = await accept('application/vnd.api+json; version=2');
    const served = await accept('application/vnd.api+json; version=2, application/vnd.api+json');

    expect([refused.status, served.status]).toEqual([406, 200]);
  });
});

describe('paths and methods', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it.each([
    ['/api', 'GET, HEAD, OPTIONS'],
    ['/api/node/article', 'GET, HEAD, OPTIONS, POST'],
    ['/api/user/user', 'GET, HEAD, OPTIONS'],
    ['/api/node/article/1', 'GET, HEAD, OPTIONS, PATCH, DELETE'],
    ['/api/node/article/1/field_tags', 'GET, HEAD, OPTIONS'],
    ['/api/node/article/1/relationships/field_tags', 'GET, HEAD, OPTIONS, POST, PATCH, DELETE'],
  ])('OPTIONS %s lists the allowed methods without a token', async (path, allow) => {
    const response = await app.api.asAnonymous().send('options', path);

    expect([response.status, response.headers['allow'], response.text]).toEqual([204, allow, '']);
  });

  it.each(['/api/nowhere', '/api/a/b/c/d/e/f', '/nowhere', '/'])('%s is a 404 document', async (path) => {
    const response = await app.api.asReader().get(path);

    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    expect(toErrorSummaries(response)).toEqual([{ status: '404', code: 'route_unknown' }]);
  });

  it.each(['get', 'post', 'put', 'options'] as const)(
    '%s of an unknown path is 404, with a token',
    async (method) => {
      const response = await app.api.asAdministrator().send(method, '/api/nowhere');

      expect(toErrorSummaries(response)).toEqual([{ status: '404', code: 'route_unknown' }]);
    },
  );

  it('a path with invalid percent-encoding is a 400 document', async () => {
    const response = await app.api.asReader().get('/api/node/%zz');

    expect(response.status).toBe(400);
    expect(toErrorSummaries(response)).toEqual([{ status: '400', code: 'invalid_request' }]);
  });

  it('every response carries the request id of the log', async () => {
    const response = await app.api.asReader().get('/api/nowhere', { 'X-Request-Id': 'from-the-proxy' });

    expect(response.headers['x-request-id']).toBe('from-the-proxy');
    expect(response.body.errors[0].id).toBe('from-the-proxy');
  });
});

describe('GET /', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const open = (accept: string) => app.api.asAnonymous().get('/', { Accept: accept });

  it('redirects browsers to the administration', async () => {
    const response = await open('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');

    expect([response.status, response.headers['location']]).toEqual([302, '/admin']);
  });

  it.each(['*/*', 'application/json', 'application/vnd.api+json'])('is 404 for %s', async (accept) => {
    expect(toErrorSummaries(await open(accept))).toEqual([{ status: '404', code: 'route_unknown' }]);
  });
});
