import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { Response } from 'supertest';
import { EntryStore } from '@content-service/entries';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { formatEntryPath } from '../support/entry-path.js';
import { NO_TOKEN_CHALLENGE, toErrorSummaries } from '../support/responses.js';

type Answers = Readonly<
  Record<string, { readonly headers: Readonly<Record<string, readonly unknown[]>>; readonly body: string }>
>;

const JSON_TYPE = { 'Content-Type': 'application/json' };

const view = (requestId: string, uri: string, further: object = {}): object => ({
  requestId,
  action: 'view',
  uri,
  ...further,
});

describe('POST /subrequests', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());
  afterEach(() => app.site.settings({ publicAccess: false, rateLimits: 'none' }));

  const post = (
    body: unknown,
    actor: 'reader' | 'administrator' | 'anonymous' = 'reader',
  ): Promise<Response> => app.api.as(actor).post('/subrequests?_format=json', body, JSON_TYPE);
  const answersOf = ({ body }: Response): Answers => body as Answers;
  const statusesOf = (response: Response): object =>
    Object.fromEntries(
      Object.entries(answersOf(response)).map(([name, { headers }]) => [name, headers['status']?.[0]]),
    );

  it('reads the entry that an earlier part has found', async () => {
    const page = await app.site.page({ title: 'Piers', path: { alias: '/piers', langcode: 'en' } });

    const response = await post([
      view('router', '/router/translate-path?path=/piers&_format=json', {
        headers: { Accept: 'application/vnd.api+json' },
      }),
      view('resolvedResource', '{{router.body@$.jsonapi.individual}}?fields[node--page]=title', {
        waitFor: ['router'],
      }),
    ]);

    expect(response.status).toBe(207);
    expect(response.headers['content-type']).toBe('application/json');
    expect(Object.keys(answersOf(response))).toEqual(['router', 'resolvedResource#uri{0}']);
    const { headers, body } = answersOf(response)['resolvedResource#uri{0}'] ?? { headers: {}, body: '' };
    expect(headers).toMatchObject({ 'content-type': ['application/vnd.api+json'], status: [200] });
    expect(JSON.parse(body)).toMatchObject({ data: { id: page.id, attributes: { title: 'Piers' } } });
  });

  it('answers each part as a request of its own would be', async () => {
    const article = await app.site.article();
    const path = `${formatEntryPath(article)}?fields[node--article]=title`;

    const alone = await app.api.asReader().get(path);
    const { etag = '' } = alone.headers;
    const response = await post([
      view('one', path),
      view('known', BASE_URL + path, { headers: { 'If-None-Match': etag } }),
      view('gone', '/api/node/article/00000000-0000-4000-8000-000000000000'),
      view('refused', '/api/node/article?filter[title][operator]=LIKE'),
      view('index', '/api'),
    ]);

    expect(answersOf(response)['one']).toEqual({
      headers: { 'content-type': ['application/vnd.api+json'], etag: [etag], status: [200] },
      body: JSON.stringify(alone.body),
    });
    expect(statusesOf(response)).toEqual({ one: 200, known: 304, gone: 404, refused: 400, index: 200 });
  });

  it('leaves out a part whose token has no value, and what needs it', async () => {
    const response = await post([
      view('router', '/router/translate-path?path=/nowhere'),
      view('page', '{{router.body@$.jsonapi.individual}}'),
      view('tags', "{{page.body@$.data[0]['id']}}"),
      view('other', '/api/node/page?page[limit]=1', { waitFor: ['router', '<ROOT>'] }),
    ]);

    expect(statusesOf(response)).toEqual({ router: 404, other: 200 });
  });

  it('reads members and indexes of answers', async () => {
    const tag = await app.site.tag({ name: 'Locks' });
    const article = await app.site.article({ title: 'Gate' }, { field_tags: [tag] });

    const response = await post([
      view('article', formatEntryPath(article)),
      view('tag', "/api/taxonomy_term/tags/{{article.body@$.data.relationships['field_tags'].data[0].id}}"),
    ]);

    expect(JSON.parse(answersOf(response)['tag#uri{0}']?.body ?? '')).toMatchObject({
      data: { id: tag.id, attributes: { name: 'Locks' } },
    });
  });

  it('gives no part more rights than the request has', async () => {
    const hidden = await app.site.page({ published: false, path: { alias: '/hidden', langcode: 'en' } });
    const parts = [
      view('router', '/router/translate-path?path=/hidden'),
      view('entry', formatEntryPath(hidden)),
      view('events', '/manage/../api/node/page?filter[status]=0'),
    ];

    expect(statusesOf(await post(parts, 'reader'))).toEqual({ router: 403, entry: 403, events: 200 });
    expect(statusesOf(await post(parts, 'administrator'))).toEqual({ router: 200, entry: 200, events: 200 });
    expect((await post(parts, 'anonymous')).headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
    await app.site.settings({ publicAccess: true });
    expect(statusesOf(await post(parts, 'anonymous'))).toMatchObject({ router: 401, entry: 401 });
  });

  it('is read without a token while Public access is Yes', async () => {
    await app.site.settings({ publicAccess: true });
    const article = await app.site.article();

    const response = await post([view('entry', formatEntryPath(article))], 'anonymous');

    expect(statusesOf(response)).toEqual({ entry: 200 });
  });

  it('counts each part as a request', async () => {
    await app.site.settings({ rateLimits: { client: { quota: 3, windowSeconds: 600 } } });

    const response = await post(['a', 'b', 'c'].map((id) => view(id, '/api')));

    expect(Object.values(statusesOf(response)).sort()).toEqual([200, 200, 429]);
  });

  it.each<[string, unknown, string | undefined]>([
    ['no array', { requestId: 'a' }, undefined],
    ['no parts', [], undefined],
    ['21 parts', Array.from({ length: 21 }, (_, n) => view(`p${n}`, '/api')), undefined],
    ['a part that is no object', [5], '/0'],
    ['no requestId', [{ action: 'view', uri: '/api' }], '/0'],
    ['a requestId with the meaning of a token', [view('a}}', '/api')], '/0/requestId'],
    ['two parts of one requestId', [view('a', '/api'), view('a', '/api')], '/1/requestId'],
    ['another action', [view('a', '/api', { action: 'create' })], '/0/action'],
    ['a body', [view('a', '/api', { body: '{}' })], '/0/body'],
    ['a method', [view('a', '/api', { method: 'DELETE' })], '/0/method'],
    ['an inherited name', '[{"requestId":"a","action":"view","uri":"/api","__proto__":{}}]', '/0/__proto__'],
    ['no uri', [view('a', '/api', { uri: 5 })], '/0/uri'],
    ['nested subrequests', [view('a', '/subrequests')], '/0/uri'],
    ['a path outside of the content', [view('a', '/manage/users')], '/0/uri'],
    ['a path that leads outside of the content', [view('a', '/api/../manage/users')], '/0/uri'],
    ['an encoded path that leads outside of the content', [view('a', '/api/%2E%2e/manage')], '/0/uri'],
    ['another host', [view('a', 'https://evil.example/api')], '/0/uri'],
    ['another host by two slashes', [view('a', '//evil.example/api')], '/0/uri'],
    ['another host by a backslash', [view('a', '/\\evil.example/api')], '/0/uri'],
    ['another host by user information', [view('a', `${BASE_URL}@evil.example/api`)], '/0/uri'],
    ['a longer host', [view('a', `${BASE_URL}.evil.example/api`)], '/0/uri'],
    ['a line break', [view('a', '/api HTTP/1.1\r\nAuthorization: Bearer x\r\n\r\n')], '/0/uri'],
    ['the stream of changes', [view('a', '/api/events')], '/0/uri'],
    ['the stream of changes in capitals', [view('a', '/api/EVENTS/?a=b')], '/0/uri'],
    ['a token of no part', [view('a', '/api?x={{b.body@$.c}}')], '/0'],
    ['a token that cannot be read', [view('a', '/api?x={{a.headers@$.c}}')], '/0/uri'],
    ['a path with a filter', [view('a', '/api'), view('b', '{{a.body@$..data[?(@.x)]}}')], '/1/uri'],
    ['an unknown part to wait for', [view('a', '/api', { waitFor: ['b'] })], '/0'],
    ['a wait for itself', [view('a', '/api', { waitFor: ['a'] })], '/0'],
    [
      'waits in a circle',
      [view('c', '/api'), view('a', '/api', { waitFor: ['b'] }), view('b', '/api?{{a.body@$.x}}')],
      '/1',
    ],
    ['a wait that is no array', [view('a', '/api', { waitFor: 'b' })], '/0/waitFor'],
    ['a token of its own', [view('a', '/api', { headers: { Authorization: 'Bearer x' } })], '/0/headers'],
    ['a cookie', [view('a', '/api', { headers: { cookie: 'session=x' } })], '/0/headers'],
    ['a header with a line break', [view('a', '/api', { headers: { accept: 'a\r\nb: c' } })], '/0/headers'],
    ['headers that are no texts', [view('a', '/api', { headers: { accept: ['a'] } })], '/0/headers'],
  ])('refuses %s', async (_, body, pointer) => {
    const response =
      typeof body === 'string'
        ? await app.api.asReader().send('post', '/subrequests', { body, headers: JSON_TYPE })
        : await post(body);

    expect(toErrorSummaries(response)).toEqual([
      { status: '400', code: 'invalid_body', ...(pointer === undefined ? {} : { source: { pointer } }) },
    ]);
  });

  it('refuses other forms, media types and large bodies', async () => {
    const parts = [view('a', '/api')];

    expect((await app.api.asReader().post('/subrequests?_format=xml', parts, JSON_TYPE)).status).toBe(400);
    expect((await post([view('a', `/api?${'x'.repeat(300_000)}`)])).status).toBe(413);
    const text = await app.api.asReader().post('/subrequests', parts, { 'Content-Type': 'text/plain' });
    expect(text.status).toBe(415);
    const { status, headers } = await app.api.asReader().get('/subrequests');
    expect([status, headers['allow']]).toEqual([405, 'OPTIONS, POST']);
  });

  it('refuses the URI of a part that answers have made a foreign one', async () => {
    const page = await app.site.page({ title: '//evil.example/api' });

    const response = await post([
      view('page', formatEntryPath(page)),
      view('foreign', '{{page.body@$.data.attributes.title}}'),
      view('traversal', '/api/{{page.body@$.data.type}}/../../manage/users'),
    ]);

    expect(statusesOf(response)).toEqual({ page: 200, 'foreign#uri{0}': 400, 'traversal#uri{0}': 400 });
  });

  it('inserts no values beyond the length of a URL', async () => {
    const page = await app.site.page({ title: 't'.repeat(250) });
    const tokens = '{{page.body@$.data.attributes.title}}'.repeat(300);

    const response = await post([view('page', formatEntryPath(page)), view('long', `/api?x=${tokens}`)]);

    expect(statusesOf(response)).toEqual({ page: 200 });
  });

  it('refuses answers of more than 10 MiB', async () => {
    const text = { value: 'x'.repeat(400_000), format: 'plain_text' };
    const tag = await app.site.tag();
    for (let n = 0; n < 4; n += 1) await app.site.article({ body: text }, { field_tags: [tag] });
    const uri = `/api/node/article?filter[field_tags.id]=${tag.id}`;

    const response = await post(Array.from({ length: 20 }, (_, n) => view(`p${n}`, uri)));

    expect(toErrorSummaries(response)).toMatchObject([{ status: '400', code: 'document_too_large' }]);
  });

  it('is permitted to scripts of the allowed origins', async () => {
    await app.site.settings({ corsOrigins: ['https://www.example.com'] });
    const Origin = 'https://www.example.com';

    const preflight = await app.api.asAnonymous().send('options', '/subrequests', {
      headers: { Origin, 'Access-Control-Request-Method': 'POST' },
    });
    const response = await app.api
      .asReader()
      .post('/subrequests', [view('a', '/api')], { ...JSON_TYPE, Origin });

    expect(preflight.status).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe(Origin);
  });

  it('ends the parts when the caller goes away', async () => {
    const store = app.nest.get(EntryStore);
    const find = store.findIds.bind(store);
    let begun = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.findIds = async (query) => {
      begun += 1;
      await released;
      return find(query);
    };
    try {
      await app.site.settings({ publicAccess: true });
      const { port } = app.nest.getHttpServer().address() as AddressInfo;
      const caller = sendRequest({ port, path: '/subrequests', method: 'POST', headers: JSON_TYPE });
      caller.on('error', () => undefined);
      caller.end(
        JSON.stringify(
          Array.from({ length: 12 }, (_, n) => view(`p${n}`, `/api/node/article?page[offset]=${n}`)),
        ),
      );
      await eventually(() => Promise.resolve(begun === 4));

      caller.destroy();
      await eventually(async () => (await countConnections(app)) === 0);
      release();
      await app.api.asAnonymous().get('/api/node/article?page[limit]=1');

      expect(begun).toBe(5);
    } finally {
      store.findIds = find;
      release();
    }
  });
});

describe('the log of POST /subrequests', () => {
  const ADDRESS = '203.0.113.7';

  interface Line {
    readonly request: string;
    readonly method: string;
    readonly route: string;
    readonly status: number;
  }

  let app: TestApp;
  const lines: Line[] = [];
  beforeAll(async () => {
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as Line) });
    const variables = { LOG_LEVEL: 'info', LOG_CLIENT_ADDRESS: 'full', TRUST_PROXY: 'loopback' };
    app = await startApp(variables, undefined, { log });
  });
  afterAll(() => app.stop());

  it('has a line for each part, with the request id and the client address of the request', async () => {
    const page = await app.site.page({ path: { alias: '/logged', langcode: 'en' } });
    const body = [
      view('router', '/router/translate-path?path=/logged'),
      view('entry', '{{router.body@$.jsonapi.individual}}'),
      view('gone', '/api/node/page/00000000-0000-4000-8000-000000000000'),
    ];
    const headers = { ...JSON_TYPE, 'X-Request-Id': 'whole-request', 'X-Forwarded-For': ADDRESS };
    expect((await app.api.asReader().post('/subrequests', body, headers)).status).toBe(207);

    const findLines = (): readonly Line[] => lines.filter(({ request }) => request === 'whole-request');
    await eventually(async () => findLines().length === 4);

    const found = findLines();
    expect(found.map(({ method, route, status }) => `${method} ${route} ${status}`).sort()).toEqual([
      'GET /api/:entityType/:bundle/:id 200',
      'GET /api/:entityType/:bundle/:id 404',
      'GET /router/translate-path 200',
      'POST /subrequests 207',
    ]);
    for (const line of found)
      expect(line).toMatchObject({ msg: 'request', address: ADDRESS, client: 'reader' });
    expect(JSON.stringify(found)).not.toContain(page.id);
  });
});

function countConnections({ nest }: TestApp): Promise<number> {
  return new Promise((resolve, reject) => {
    nest.getHttpServer().getConnections((error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
