import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';
import { getErrors, getResource, toErrorSummaries } from '../support/responses.js';

const MEDIA_TYPE = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

type Headers = Readonly<Record<string, string>>;

describe('preconditions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const identify = ({ type, id }: Entry): object => ({ type, id });
  const atomic = (operations: readonly object[], headers: Headers): Promise<Response> =>
    app.api
      .asAdministrator()
      .post(
        '/api/operations',
        { 'atomic:operations': operations },
        { 'Content-Type': MEDIA_TYPE, Accept: MEDIA_TYPE, ...headers },
      );

  /** Each changes the title or the tags of an entry, or deletes it. */
  const WRITES: readonly (readonly [
    string,
    number,
    (entry: Entry, tag: Entry, headers: Headers) => Promise<Response>,
  ])[] = [
    [
      'PATCH of an entry',
      200,
      (entry, _, headers) =>
        app.api
          .asAdministrator()
          .patch(
            formatEntryPath(entry),
            { data: { ...identify(entry), attributes: { title: 'Changed' } } },
            headers,
          ),
    ],
    [
      'DELETE of an entry',
      204,
      (entry, _, headers) => app.api.asAdministrator().delete(formatEntryPath(entry), undefined, headers),
    ],
    ...(['post', 'patch', 'delete'] as const).map(
      (method) =>
        [
          `${method.toUpperCase()} of a relationship`,
          method === 'post' ? 200 : 204,
          (entry: Entry, tag: Entry, headers: Headers) =>
            app.api.asAdministrator().send(method, `${formatEntryPath(entry)}/relationships/field_tags`, {
              document: { data: [identify(tag)] },
              headers,
            }),
        ] as const,
    ),
    [
      'an atomic update',
      200,
      (entry, _, headers) =>
        atomic([{ op: 'update', data: { ...identify(entry), attributes: { title: 'Changed' } } }], headers),
    ],
    [
      'an atomic removal',
      200,
      (entry, _, headers) => atomic([{ op: 'remove', ref: identify(entry) }], headers),
    ],
    [
      'an atomic change of a relationship',
      200,
      (entry, tag, headers) =>
        atomic(
          [
            {
              op: 'add',
              ref: { ...identify(entry), relationship: 'field_tags' },
              data: [identify(tag)],
            },
          ],
          headers,
        ),
    ],
  ];

  /** Headers of a write, and the header that refuses it. */
  const CONDITIONS: readonly (readonly [string, (tag: string) => Headers, string | undefined])[] = [
    ['If-None-Match: *', () => ({ 'If-None-Match': '*' }), 'If-None-Match'],
    ['If-None-Match with the present tag', (tag) => ({ 'If-None-Match': tag }), 'If-None-Match'],
    ['If-None-Match with the weak present tag', (tag) => ({ 'If-None-Match': `W/${tag}` }), 'If-None-Match'],
    [
      'If-None-Match with the present tag in a list',
      (tag) => ({ 'If-None-Match': `"9-x" , ${tag}` }),
      'If-None-Match',
    ],
    [
      'If-None-Match with the present tag, and If-Match with it',
      (tag) => ({ 'If-Match': tag, 'If-None-Match': tag }),
      'If-None-Match',
    ],
    ['If-None-Match without a tag', () => ({ 'If-None-Match': '1-x' }), 'If-None-Match'],
    ['If-None-Match with another tag', () => ({ 'If-None-Match': '"9-x"' }), undefined],
    ['If-Match with another tag', () => ({ 'If-Match': '"9-x"' }), 'If-Match'],
    ['If-Match with the weak present tag', (tag) => ({ 'If-Match': `W/${tag}` }), 'If-Match'],
    ['If-Match with the present tag', (tag) => ({ 'If-Match': tag }), undefined],
    ['If-Match: *', () => ({ 'If-Match': '*' }), undefined],
    [
      'If-Unmodified-Since in the past',
      () => ({ 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
      undefined,
    ],
  ];

  it.each(
    WRITES.flatMap(([write, status, send]) =>
      CONDITIONS.map(
        ([condition, toHeaders, refusal]) => [write, condition, send, toHeaders, refusal, status] as const,
      ),
    ),
  )('%s with %s', async (_write, _condition, send, toHeaders, refusal, status) => {
    const [tag, other] = [await app.site.tag(), await app.site.tag()];
    const entry = await app.site.article({}, { field_tags: [tag, other] });
    const { headers } = await app.api.asAdministrator().get(formatEntryPath(entry));
    const before = await app.site.findStored(entry);

    const response = await send(entry, tag, toHeaders(String(headers['etag'])));

    if (refusal === undefined) {
      expect(response.status).toBe(status);
      return;
    }
    expect(toErrorSummaries(response)).toMatchObject([{ status: '412', code: 'precondition_failed' }]);
    expect(JSON.stringify(getErrors(response))).toContain(refusal);
    expect(await app.site.findStored(entry)).toEqual(before);
  });

  it.each(WRITES)(
    '%s with If-Match of a deleted entry, whose id and version another one has now, changes nothing',
    async (_write, _status, send) => {
      const [tag, other] = [await app.site.tag(), await app.site.tag()];
      const entry = await app.site.article({}, { field_tags: [tag, other] });
      const path = formatEntryPath(entry);
      const read = await app.api.asAdministrator().get(path);
      const { type, id } = getResource(read);
      const attributes = { title: 'Created again' };
      const relationships = { field_tags: { data: [identify(tag), identify(other)] } };
      await app.api.asAdministrator().delete(path);
      const again = { data: { type, id, attributes, relationships } };
      expect((await app.api.asAdministrator().post('/api/node/article', again)).status).toBe(201);
      const before = await app.site.findStored(entry);

      const response = await send(entry, tag, { 'If-Match': String(read.headers['etag']) });

      expect(before?.version).toBe(entry.version);
      expect(toErrorSummaries(response)).toMatchObject([{ status: '412', code: 'precondition_failed' }]);
      expect(await app.site.findStored(entry)).toEqual(before);
    },
  );

  it('a request of several operations judges each entry as it was before, and changes none when one does not hold', async () => {
    const [first, second] = [await app.site.article(), await app.site.article()];
    const change = (entry: Entry, title: string): object => ({
      op: 'update',
      data: { ...identify(entry), attributes: { title } },
    });
    await atomic([change(second, 'Version 2')], {});

    const refused = await atomic([change(first, 'A'), change(second, 'B')], { 'If-Match': '"1-x"' });
    const twice = await atomic([change(first, 'A'), change(first, 'B')], { 'If-Match': '"1-x"' });
    const added = await atomic(
      [
        { op: 'add', data: { type: 'node--article', lid: 'a', attributes: { title: 'Added' } } },
        { op: 'update', data: { type: 'node--article', lid: 'a', attributes: { title: 'Changed' } } },
      ],
      { 'If-None-Match': '*' },
    );

    expect(toErrorSummaries(refused)).toMatchObject([{ status: '412' }]);
    expect([twice.status, added.status]).toEqual([200, 200]);
    expect((await app.site.findStored(first))?.attributes['title']).toBe('B');
    expect((await app.site.findStored(second))?.attributes['title']).toBe('Version 2');
  });

  it('a missing entry is 404 whatever the precondition', async () => {
    const path = '/api/node/article/0190b0a0-0000-7000-8000-00000000ffff';

    const conditions: readonly Headers[] = [{ 'If-None-Match': '*' }, { 'If-Match': '"1-x"' }];
    for (const headers of conditions)
      expect((await app.api.asAdministrator().delete(path, undefined, headers)).status).toBe(404);
  });

  it('POST of a collection creates, since it selects no representation', async () => {
    const document = { data: { type: 'node--article', attributes: { title: 'New' } } };

    const response = await app.api
      .asAdministrator()
      .post('/api/node/article', document, { 'If-None-Match': '*' });

    expect(response.status).toBe(201);
  });

  it.each([
    ['If-Match with the tag', (tag: string) => ({ 'If-Match': tag }), 200],
    ['If-Match: *', () => ({ 'If-Match': '*' }), 200],
    ['If-Match with another tag', () => ({ 'If-Match': '"9-x"' }), 412],
    ['If-Match with the weak tag', (tag: string) => ({ 'If-Match': `W/${tag}` }), 412],
    [
      'If-Match with another tag, and If-None-Match with the tag',
      (tag: string) => ({ 'If-Match': '"9-x"', 'If-None-Match': tag }),
      412,
    ],
    ['If-None-Match with the tag', (tag: string) => ({ 'If-None-Match': tag }), 304],
    ['If-None-Match: *', () => ({ 'If-None-Match': '*' }), 304],
    ['If-None-Match with another tag', () => ({ 'If-None-Match': '"9-x"' }), 200],
  ])('reads with %s', async (_, toHeaders, status) => {
    const path = formatEntryPath(await app.site.article());
    const reads = [path, '/api/node/article', `${path}/field_tags`, `${path}/relationships/field_tags`];

    for (const read of reads)
      for (const method of ['get', 'head'] as const) {
        const { headers } = await app.api.asReader().get(read);
        const condition = toHeaders(String(headers['etag']));
        const response = await app.api.asReader().send(method, read, { headers: condition });
        expect([method, read, response.status]).toEqual([method, read, status]);
      }
  });
});
