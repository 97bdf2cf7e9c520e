import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import { getErrors, toErrorSummaries, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { mapConcurrently } from '../support/map-concurrently.js';
import { formatEntryPath } from '../support/entry-path.js';

const EXTENSION = 'https://jsonapi.org/ext/atomic';
const MEDIA_TYPE = `application/vnd.api+json;ext="${EXTENSION}"`;
const ABSENT_ID = '0190b0a0-0000-7000-8000-00000000dead';

interface Result {
  readonly data?: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> };
}

describe('POST /api/operations', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const send = (operations: unknown, headers = {}, query = ''): Promise<Response> =>
    app.api
      .asAdministrator()
      .post(
        `/api/operations${query}`,
        { 'atomic:operations': operations },
        { 'Content-Type': MEDIA_TYPE, Accept: MEDIA_TYPE, ...headers },
      );
  const getResults = ({ body }: Response): readonly Result[] =>
    (body as { 'atomic:results': readonly Result[] })['atomic:results'];
  const ref = ({ type, id }: Entry): { readonly type: string; readonly id: string } => ({ type, id });
  const tag = (name: string, rest = {}): object => ({
    op: 'add',
    data: { type: 'taxonomy_term--tags', attributes: { name }, ...rest },
  });
  const article = (title: string, rest = {}): object => ({
    op: 'add',
    data: { type: 'node--article', attributes: { title }, ...rest },
  });
  const linkage = async (entry: Entry, field: string): Promise<readonly unknown[]> =>
    (await app.site.findStored(entry))?.relationships[field] ?? [];

  it('performs all operations and returns their results in order', async () => {
    const [changed, deleted] = [await app.site.article(), await app.site.article()];

    const response = await send([
      article('Added'),
      { op: 'update', ref: ref(changed), data: { ...ref(changed), attributes: { title: 'Changed' } } },
      { op: 'remove', ref: ref(deleted) },
    ]);

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe(MEDIA_TYPE);
    expect(response.body.jsonapi).toEqual({ version: '1.1' });
    const [added, updated, removed] = getResults(response);
    expect([added?.data?.attributes['title'], updated?.data?.attributes['title']]).toEqual([
      'Added',
      'Changed',
    ]);
    expect(removed).toEqual({});
    const path = `/api/node/article/${added?.data?.id ?? ''}`;
    expect((await app.api.asReader().get(path)).body.data).toEqual(added?.data);
    expect(await app.site.findStored(deleted)).toBeUndefined();
  });

  it('adds to, replaces and removes from relationships', async () => {
    const [one, two, three] = [await app.site.tag(), await app.site.tag(), await app.site.tag()];
    const category = await app.site.category();
    const host = await app.site.article({}, { field_tags: [one] });
    const tags = { ...ref(host), relationship: 'field_tags' };

    const response = await send([
      { op: 'add', ref: tags, data: [ref(two), ref(one)] },
      { op: 'remove', ref: tags, data: [ref(one)] },
      { op: 'add', ref: tags, data: [ref(three)] },
      { op: 'update', ref: { ...ref(host), relationship: 'field_category' }, data: ref(category) },
    ]);

    expect(getResults(response)).toEqual([{}, {}, {}, {}]);
    expect(await linkage(host, 'field_tags')).toEqual([ref(two), ref(three)]);
    expect(await linkage(host, 'field_category')).toEqual([ref(category)]);
    expect((await app.site.findStored(host))?.version).toBe(5);
  });

  it('an operation sees the results of earlier ones by lid or id', async () => {
    const response = await send([
      tag('First', { lid: 'first' }),
      tag('Second', { lid: 'second' }),
      article('Linked', {
        lid: 'first',
        relationships: { field_tags: { data: [{ type: 'taxonomy_term--tags', lid: 'first' }] } },
      }),
      {
        op: 'add',
        ref: { type: 'node--article', lid: 'first', relationship: 'field_tags' },
        data: [{ type: 'taxonomy_term--tags', lid: 'second' }],
      },
      {
        op: 'update',
        data: { type: 'node--article', lid: 'first', attributes: { field_rating: 3 } },
      },
      { op: 'remove', ref: { type: 'taxonomy_term--tags', lid: 'first' } },
      { op: 'update', data: { type: 'node--article', lid: 'first', attributes: { title: 'Last' } } },
    ]);

    const [first, second, added, , rated, , last] = getResults(response);
    expect(added?.data).toMatchObject({ relationships: { field_tags: { data: [{ id: first?.data?.id }] } } });
    expect(rated?.data).toMatchObject({
      id: added?.data?.id,
      attributes: { title: 'Linked', field_rating: 3 },
      relationships: { field_tags: { data: [{ id: first?.data?.id }, { id: second?.data?.id }] } },
    });
    const stored = await app.api.asReader().get(`/api/node/article/${added?.data?.id ?? ''}`);
    expect(stored.body.data).toEqual(last?.data);
    expect(stored.body.data).toMatchObject({
      attributes: { title: 'Last', field_rating: 3 },
      relationships: { field_tags: { data: [{ id: second?.data?.id }] } },
    });
  });

  it('adds an entry and removes it again', async () => {
    const response = await send([
      tag('Short-lived', { lid: 'x' }),
      { op: 'remove', ref: { type: 'taxonomy_term--tags', lid: 'x' } },
    ]);

    const [{ data }, gone] = getResults(response) as [Result, Result];
    expect(gone).toEqual({});
    expect((await app.api.asReader().get(`/api/taxonomy_term/tags/${data?.id ?? ''}`)).status).toBe(404);
  });

  it('accepts client-generated ids and answers like the single endpoints', async () => {
    const id = '0190b0a0-0000-7000-8000-00000000a70e';

    const response = await send(
      [article('With an id', { id, attributes: { title: 5, field_price: '7.5' } })],
      { Accept: '*/*' },
      '?fields[node--article]=title,field_price',
    );

    const self = { href: `${BASE_URL}/api/node/article/${id}` };
    expect(getResults(response)).toEqual([
      {
        data: {
          ...{ type: 'node--article', id, links: { self } },
          attributes: { title: '5', field_price: '7.50' },
          relationships: {},
        },
      },
    ]);
  });

  it('stores nothing when one operation fails', async () => {
    const kept = await app.site.article({ title: 'Kept' });
    const count = await app.site.count('taxonomy_term--tags');

    const response = await send([
      tag('Lost'),
      { op: 'update', data: { ...ref(kept), attributes: { title: 'Lost' } } },
      { op: 'remove', ref: { type: 'node--article', id: ABSENT_ID } },
    ]);

    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe(MEDIA_TYPE);
    expect(getErrors(response)).toEqual([
      {
        status: '404',
        code: 'entry_unknown',
        title: 'Not Found',
        detail: `There is no node--article with the id '${ABSENT_ID}'.`,
        source: { pointer: '/atomic:operations/2/ref' },
      },
    ]);
    expect(await app.site.count('taxonomy_term--tags')).toBe(count);
    expect((await app.site.findStored(kept))?.attributes['title']).toBe('Kept');
  });

  it('keeps the changes of twenty parallel requests to one entry', async () => {
    const host = await app.site.article();
    const names = Array.from({ length: 20 }, (_, n) => `Parallel ${n}`);

    const answers = await mapConcurrently(names, (name) =>
      send([
        tag(name, { lid: 'new' }),
        {
          op: 'add',
          ref: { ...ref(host), relationship: 'field_tags' },
          data: [{ type: 'taxonomy_term--tags', lid: 'new' }],
        },
      ]),
    );

    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(await linkage(host, 'field_tags')).toHaveLength(20);
  });

  it('other methods are 405, other media types 415, and the extension is only accepted here', async () => {
    const get = await app.api.asReader().get('/api/operations');
    const patch = await app.api.asAdministrator().patch('/api/operations', {});
    const options = await app.api.asAnonymous().send('options', '/api/operations');
    const plain = await send([tag('Plain')], { 'Content-Type': 'application/vnd.api+json' });
    const elsewhere = await app.api
      .asAdministrator()
      .post('/api/node/article', {}, { 'Content-Type': MEDIA_TYPE });
    const read = await app.api.asReader().get('/api/node/article', { Accept: MEDIA_TYPE });
    const accept = await send([tag('Accept')], {
      Accept: 'application/vnd.api+json;ext="https://example.com"',
    });

    expect([get, patch].map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [405, 'OPTIONS, POST'],
      [405, 'OPTIONS, POST'],
    ]);
    expect([options.status, options.headers['allow']]).toEqual([204, 'OPTIONS, POST']);
    expect([plain.status, elsewhere.status, read.status, accept.status]).toEqual([415, 415, 406, 406]);
  });

  it('is 401 without a token', async () => {
    const response = await app.api.asAnonymous().post('/api/operations', {});

    expect([response.status, response.headers['www-authenticate']]).toEqual([401, NO_TOKEN_CHALLENGE]);
  });

  it('is 403 without content:administer or while the site is read-only', async () => {
    const reader = await app.api.asReader().post('/api/operations', {}, { 'Content-Type': MEDIA_TYPE });
    await app.site.settings({ allowedOperations: 'read_only' });
    const forbidden = await send([tag('Forbidden')]);
    await app.site.settings({ allowedOperations: 'read_write' });

    expect(toErrorSummaries(reader)).toEqual([{ status: '403', code: 'scope_missing' }]);
    expect(toErrorSummaries(forbidden)).toEqual([{ status: '403', code: 'writes_not_allowed' }]);
  });

  it('refuses more operations than atomicOperationsMaximum', async () => {
    await app.site.settings({ atomicOperationsMaximum: 2 });
    const [two, three] = [await send([tag('a'), tag('b')]), await send([tag('a'), tag('b'), tag('c')])];
    await app.site.settings({ atomicOperationsMaximum: 100 });

    expect(two.status).toBe(200);
    expect(getErrors(three)).toMatchObject([
      { status: '400', detail: 'A request may have at most 2 operations, got 3.' },
    ]);
  });

  it('reports all problems of an operation with pointers', async () => {
    const response = await send([
      tag('Fine'),
      article('', {
        attributes: { field_rating: 9, nothing: 1 },
        relationships: { field_tags: { data: null } },
      }),
    ]);

    expect(response.status).toBe(422);
    expect(getErrors(response).map(({ source }) => source)).toEqual([
      { pointer: '/atomic:operations/1/data/attributes/field_rating' },
      { pointer: '/atomic:operations/1/data/attributes/nothing' },
      { pointer: '/atomic:operations/1/data/relationships/field_tags/data' },
      { pointer: '/atomic:operations/1/data/attributes' },
    ]);
  });

  const TAGS = 'taxonomy_term--tags';
  const toTags = (...data: readonly object[]): object => ({ relationships: { field_tags: { data } } });
  const path = { alias: '/atomic', langcode: 'en' };

  it.each<[string, readonly unknown[], string, number, string]>([
    ['an unknown type', [{ op: 'add', data: { type: 'node--none' } }], 'bundle_unknown', 404, '/0/data'],
    [
      'a read-only type',
      [{ op: 'remove', ref: { type: 'user--user', id: ABSENT_ID } }],
      'type_read_only',
      403,
      '/0/ref',
    ],
    [
      'an unknown target',
      [article('x', toTags({ type: TAGS, id: ABSENT_ID }))],
      'target_missing',
      404,
      '/0/data/relationships/field_tags/data/0',
    ],
    [
      'a target that a later operation adds',
      [article('x', toTags({ type: TAGS, id: ABSENT_ID })), tag('Late', { id: ABSENT_ID })],
      'target_missing',
      404,
      '/0/data/relationships/field_tags/data/0',
    ],
    [
      'a target that an earlier operation removed',
      [
        tag('Early', { lid: 'x' }),
        { op: 'remove', ref: { type: TAGS, lid: 'x' } },
        article('x', toTags({ type: TAGS, lid: 'x' })),
      ],
      'target_missing',
      404,
      '/2/data/relationships/field_tags/data/0',
    ],
    [
      'an id used by an earlier operation',
      [tag('One', { id: ABSENT_ID }), tag('Two', { id: ABSENT_ID })],
      'duplicate_entry',
      409,
      '/1/data/id',
    ],
    [
      'a path alias used by an earlier operation',
      [
        article('One', { attributes: { title: 'One', path } }),
        article('Two', { attributes: { title: 'Two', path } }),
      ],
      'alias_taken',
      422,
      '/1/data/attributes/path',
    ],
    [
      'an unknown relationship',
      [
        tag('x', { lid: 'x' }),
        { op: 'update', ref: { type: TAGS, lid: 'x', relationship: 'none' }, data: [] },
      ],
      'relationship_unknown',
      404,
      '/1/ref',
    ],
    [
      'an unknown lid',
      [article('x', toTags({ type: TAGS, lid: 'none' }))],
      'invalid_body',
      400,
      '/0/data/relationships/field_tags/data/0/lid',
    ],
    ['another URL', [{ op: 'remove', href: '/api/node' }], 'invalid_body', 400, '/0/href'],
  ])('%s is refused', async (_, operations, code, status, pointer) => {
    const response = await send(operations);

    expect(toErrorSummaries(response)).toEqual([
      { status: String(status), code, source: { pointer: `/atomic:operations${pointer}` } },
    ]);
    expect(response.status).toBe(status);
  });

  it('an id or alias of a stored entry is refused with a pointer to the operation', async () => {
    const stored = await app.site.article({ path: { alias: '/stored', langcode: 'en' } });

    const id = await send([tag('Fine'), tag('Taken', { id: stored.id })]);
    const alias = await send([
      tag('Fine'),
      article('Taken', { attributes: { title: 'Taken', path: { alias: '/stored', langcode: 'en' } } }),
    ]);

    expect(toErrorSummaries(id)).toMatchObject([
      { status: '409', source: { pointer: '/atomic:operations/1/data/id' } },
    ]);
    expect(toErrorSummaries(alias)).toMatchObject([
      { status: '422', source: { pointer: '/atomic:operations/1/data/attributes/path' } },
    ]);
    expect((await app.api.asReader().get(formatEntryPath(stored))).status).toBe(200);
  });

  it.each(['include=field_tags', 'unknown=1'])('the parameter %s is refused', async (query) => {
    expect(toErrorSummaries(await send([tag('x')], {}, `?${query}`))).toMatchObject([
      { code: 'invalid_parameter' },
    ]);
  });
});
