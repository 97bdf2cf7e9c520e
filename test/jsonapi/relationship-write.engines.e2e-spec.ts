import { ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import type { Entry } from '@content-service/entries';
import { toErrorSummaries, NO_TOKEN_CHALLENGE, getResource } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('writing relationships', () => {
  let app: TestApp;
  let article: Entry;
  let first: Entry;
  let second: Entry;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    [first, second] = [await app.site.tag(), await app.site.tag()];
    article = await app.site.article({}, { field_tags: [first] });
  });

  const tags = (): string => formatEntryPath(article, 'relationships', 'field_tags');
  const category = (): string => formatEntryPath(article, 'relationships', 'field_category');
  const identifier = ({ type, id }: Entry): object => ({ type, id });
  const linkage = async (): Promise<unknown> =>
    (await app.site.findStored(article))?.relationships['field_tags'];

  it('POST adds absent identifiers and answers with the whole linkage', async () => {
    const response = await app.api
      .asAdministrator()
      .post(tags(), { data: [identifier(first), identifier(second)] });

    expect(response.status).toBe(200);
    expect(response.body.data).toEqual([identifier(first), identifier(second)]);
    expect(await linkage()).toEqual([identifier(first), identifier(second)]);
  });

  it('PATCH replaces the linkage', async () => {
    const response = await app.api.asAdministrator().patch(tags(), { data: [identifier(second)] });

    expect([response.status, response.text]).toEqual([204, '']);
    expect(await linkage()).toEqual([identifier(second)]);
  });

  it('PATCH sets and empties a to-one relationship', async () => {
    const target = await app.site.category();
    const stored = async (): Promise<unknown> =>
      (await app.site.findStored(article))?.relationships['field_category'];

    await app.api.asAdministrator().patch(category(), { data: identifier(target) });
    expect(await stored()).toEqual([identifier(target)]);

    await app.api.asAdministrator().patch(category(), { data: null });
    expect(await stored()).toEqual([]);
  });

  it('DELETE removes present identifiers and ignores absent ones', async () => {
    const remove = () => app.api.asAdministrator().delete(tags(), { data: [identifier(first)] });

    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await linkage()).toEqual([]);
  });

  it('is 412 with an outdated If-Match', async () => {
    const response = await app.api.asAdministrator().patch(tags(), { data: [] }, { 'If-Match': '"9-x"' });

    expect(response.status).toBe(412);
    expect(await linkage()).toEqual([identifier(first)]);
  });

  it('is 401 without a token', async () => {
    const response = await app.api.asAnonymous().post(tags(), { data: [] });

    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it('a client without the scope cannot write', async () => {
    const response = await app.api.asReader().patch(tags(), { data: [] });

    expect(toErrorSummaries(response)).toEqual([{ status: '403', code: 'scope_missing' }]);
  });

  it.each([
    ['an object for a to-many relationship', { type: 'taxonomy_term--tags', id: 'x' }],
    ['a list of other values', [1]],
    [
      'a type that is no target of the relationship',
      [{ type: 'node--page', id: '0190b0a0-0000-7000-8000-00000000ffff' }],
    ],
    ['an unknown target', [{ type: 'taxonomy_term--tags', id: '0190b0a0-0000-7000-8000-00000000ffff' }]],
  ])('is 400 for %s', async (_, data) => {
    const response = await app.api.asAdministrator().patch(tags(), { data });

    expect(response.status).toBe(400);
    expect(await linkage()).toEqual([identifier(first)]);
  });

  it('is 409 for POST to a to-one relationship', async () => {
    const target = await app.site.category();

    const response = await app.api.asAdministrator().post(category(), { data: identifier(target) });

    expect(response.status).toBe(409);
  });

  it.each([
    ['and a Content-Type', {}],
    ['and with the one of a document', { 'Content-Type': 'application/vnd.api+json' }],
    ['and with another one', { 'Content-Type': 'application/json' }],
  ])('is 400 with a pointer for a DELETE without a body %s', async (_, headers) => {
    const response = await app.api.asAdministrator().send('delete', tags(), { headers });

    expect(toErrorSummaries(response)).toEqual([
      { status: '400', code: 'invalid_body', source: { pointer: '/data' } },
    ]);
    expect(await linkage()).toEqual([identifier(first)]);
  });

  it('is 404 for a DELETE without a body of an entry that does not exist', async () => {
    const path = '/api/node/article/0190b0a0-0000-7000-8000-00000000ffff/relationships/field_tags';

    expect((await app.api.asAdministrator().send('delete', path)).status).toBe(404);
  });

  it.each(['application/json', 'text/plain', 'application/vnd.api+json; charset=utf-8'])(
    'is 415 for a DELETE with a body of the type %s',
    async (type) => {
      const response = await app.api
        .asAdministrator()
        .delete(tags(), { data: [identifier(first)] }, { 'Content-Type': type });

      expect(response.status).toBe(415);
      expect(await linkage()).toEqual([identifier(first)]);
    },
  );

  describe('of a required relationship', () => {
    const review = 'node--review';
    let about: Entry;
    let id: string;
    beforeAll(async () => {
      await app.nest.get(ContentModelService).put({
        entityType: 'node',
        bundle: 'review',
        label: 'Review',
        fields: [
          defineField('field_about', 'entity_reference', {
            required: true,
            settings: { targetTypes: ['node--article'] },
          }),
          defineField('field_tags', 'entity_reference', {
            cardinality: UNLIMITED,
            settings: { targetTypes: ['taxonomy_term--tags'] },
          }),
        ],
      });
    });
    beforeEach(async () => {
      about = await app.site.article();
      const relationships = { field_about: { data: identifier(about) } };
      const data = { type: review, attributes: { title: 'Fresh' }, relationships };
      ({ id } = getResource(await app.api.asAdministrator().post('/api/node/review', { data })));
    });

    const write = (field: string, data: unknown) =>
      app.api.asAdministrator().patch(`/api/node/review/${id}/relationships/${field}`, { data });

    it('is 422 when no target would remain', async () => {
      const response = await write('field_about', null);

      expect(toErrorSummaries(response)).toEqual([
        { status: '422', code: 'value_missing', source: { pointer: '/data' } },
      ]);
    });

    it('succeeds on other fields after the target was deleted', async () => {
      await app.api.asAdministrator().delete(formatEntryPath(about));

      const tagged = await write('field_tags', [identifier(first)]);
      const data = { type: review, id, attributes: { title: 'Ripe' } };
      const renamed = await app.api.asAdministrator().patch(`/api/node/review/${id}`, { data });
      const mended = await write('field_about', identifier(article));

      expect([tagged.status, renamed.status, mended.status]).toEqual([204, 200, 204]);
    });
  });
});
