import type { Entry } from '@content-service/entries';
import { toErrorSummaries, NO_TOKEN_CHALLENGE, getResource } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('PATCH /api/{entityType}/{bundle}/{uuid}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const change = ({ type, id }: Entry, members: object, headers = {}) =>
    app.api
      .asAdministrator()
      .patch(formatEntryPath({ type, id }), { data: { type, id, ...members } }, headers);

  it('replaces the given members and keeps the others', async () => {
    const entry = await app.site.article({ title: 'Before', field_rating: 3 });

    const response = await change(entry, { attributes: { title: 'After' } });

    expect(response.status).toBe(200);
    expect(getResource(response).attributes).toMatchObject({ title: 'After', field_rating: 3 });
  });

  it('sets changed to the time of the request', async () => {
    const entry = await app.site.article();
    app.clock.advance(60);

    const response = await change(entry, { attributes: { field_rating: 1 } });

    const { created, changed } = getResource(response).attributes;
    expect(Date.parse(String(changed)) - Date.parse(String(created))).toBe(60_000);
  });

  it('replaces the whole linkage of a relationship', async () => {
    const [old, fresh] = [await app.site.tag(), await app.site.tag()];
    const entry = await app.site.article({}, { field_tags: [old] });

    const response = await change(entry, {
      relationships: { field_tags: { data: [{ type: fresh.type, id: fresh.id }] } },
    });

    expect(getResource(response).relationships['field_tags']?.data).toEqual([
      { type: fresh.type, id: fresh.id },
    ]);
  });

  it('refuses a target of another type, also one referenced by another relationship', async () => {
    const category = await app.site.category();
    const entry = await app.site.article({}, { field_category: category });
    const lying = { type: 'taxonomy_term--tags', id: category.id };

    const response = await change(entry, { relationships: { field_tags: { data: [lying] } } });

    expect(toErrorSummaries(response)).toEqual([
      {
        status: '422',
        code: 'invalid_field_value',
        source: { pointer: '/data/relationships/field_tags/data/0/type' },
      },
    ]);
  });

  it('hides an entry that is unpublished', async () => {
    const entry = await app.site.article();

    await change(entry, { attributes: { status: false } });

    expect((await app.api.asReader().get(formatEntryPath(entry))).status).toBe(403);
  });

  it('keeps both of two parallel changes of different fields', async () => {
    const entry = await app.site.article();

    await Promise.all([
      change(entry, { attributes: { field_rating: 5 } }),
      change(entry, { attributes: { field_summary: 'Short' } }),
    ]);

    expect((await app.site.findStored(entry))?.attributes).toMatchObject({
      field_rating: 5,
      field_summary: 'Short',
    });
  });

  it('is 412 with an outdated If-Match', async () => {
    const entry = await app.site.article();
    const { headers } = await app.api.asAdministrator().get(formatEntryPath(entry));
    const ifMatch = { 'If-Match': String(headers['etag']) };

    const first = await change(entry, { attributes: { field_rating: 1 } }, ifMatch);
    const second = await change(entry, { attributes: { field_rating: 2 } }, ifMatch);

    expect([first.status, second.status]).toEqual([200, 412]);
    expect((await app.site.findStored(entry))?.attributes['field_rating']).toBe(1);
  });

  it('accepts any matching entity tag of a list in If-Match', async () => {
    const entry = await app.site.article();

    const response = await change(entry, { attributes: { field_rating: 1 } }, { 'If-Match': '"1-x", "5-x"' });

    expect(response.status).toBe(200);
  });

  it('is 401 without a token', async () => {
    const entry = await app.site.article();

    const response = await app.api.asAnonymous().patch(formatEntryPath(entry), {});

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it('a client without the scope cannot change an entry', async () => {
    const entry = await app.site.article();

    const response = await app.api.asReader().patch(formatEntryPath(entry), {});

    expect(toErrorSummaries(response)).toEqual([{ status: '403', code: 'scope_missing' }]);
  });

  it('is 404 for an unknown entry before any error of the body', async () => {
    const path = '/api/node/article/0190b0a0-0000-7000-8000-00000000ffff';

    const response = await app.api.asAdministrator().send('patch', path, { body: '{' });

    expect(toErrorSummaries(response)).toEqual([{ status: '404', code: 'entry_unknown' }]);
  });

  it('refuses a body with another id or without one', async () => {
    const [entry, other] = [await app.site.article(), await app.site.article()];
    const patch = (data: object) => app.api.asAdministrator().patch(formatEntryPath(entry), { data });

    expect(toErrorSummaries(await patch({ type: entry.type, id: other.id }))).toEqual([
      { status: '409', code: 'body_conflict', source: { pointer: '/data/id' } },
    ]);
    expect(toErrorSummaries(await patch({ type: entry.type }))).toEqual([
      { status: '400', code: 'invalid_body', source: { pointer: '/data' } },
    ]);
  });

  it('accepts an unchanged read-only field and refuses another value', async () => {
    const entry = await app.site.article();
    const { changed } = entry.attributes;

    const same = await change(entry, { attributes: { changed } });
    const other = await change(entry, { attributes: { changed: '2001-01-01T00:00:00+00:00' } });

    expect(same.status).toBe(200);
    expect(toErrorSummaries(other)).toEqual([
      { status: '403', code: 'field_read_only', source: { pointer: '/data/attributes/changed' } },
    ]);
  });
});
