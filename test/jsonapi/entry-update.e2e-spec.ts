import type { Entry } from '@content-service/entries';
import { faultsIn, NO_TOKEN, resourceIn } from '../support/answers.js';
import { startApp, type TestApp } from '../support/app.js';
import { pathOf } from '../support/path-of.js';

describe('PATCH /api/{entityType}/{bundle}/{uuid}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const change = ({ type, id }: Entry, members: object, headers = {}) =>
    app.api.asAdministrator().patch(pathOf({ type, id }), { data: { type, id, ...members } }, headers);

  it('replaces the members that are given and leaves the others', async () => {
    const entry = await app.site.article({ title: 'Before', field_rating: 3 });

    const response = await change(entry, { attributes: { title: 'After' } });

    expect(response.status).toBe(200);
    expect(resourceIn(response).attributes).toMatchObject({ title: 'After', field_rating: 3 });
  });

  it('notes when', async () => {
    const entry = await app.site.article();
    app.clock.turn(60);

    const response = await change(entry, { attributes: { field_rating: 1 } });

    const { created, changed } = resourceIn(response).attributes;
    expect(Date.parse(String(changed)) - Date.parse(String(created))).toBe(60_000);
  });

  it('replaces linkage whole', async () => {
    const [old, fresh] = [await app.site.tag(), await app.site.tag()];
    const entry = await app.site.article({}, { field_tags: [old] });

    const response = await change(entry, {
      relationships: { field_tags: { data: [{ type: fresh.type, id: fresh.id }] } },
    });

    expect(resourceIn(response).relationships['field_tags']?.data).toEqual([
      { type: fresh.type, id: fresh.id },
    ]);
  });

  it('refuses a target that has another type, even one that the entry points at elsewhere', async () => {
    const category = await app.site.category();
    const entry = await app.site.article({}, { field_category: category });
    const lying = { type: 'taxonomy_term--tags', id: category.id };

    const response = await change(entry, { relationships: { field_tags: { data: [lying] } } });

    expect(faultsIn(response)).toEqual([
      {
        status: '422',
        code: 'invalid_field_value',
        source: { pointer: '/data/relationships/field_tags/data/0/type' },
      },
    ]);
  });

  it('hides what is unpublished from then on', async () => {
    const entry = await app.site.article();

    await change(entry, { attributes: { status: false } });

    expect((await app.api.asReader().get(pathOf(entry))).status).toBe(403);
  });

  it('keeps both of two changes of different fields at the same moment', async () => {
    const entry = await app.site.article();

    await Promise.all([
      change(entry, { attributes: { field_rating: 5 } }),
      change(entry, { attributes: { field_summary: 'Short' } }),
    ]);

    expect((await app.site.stored(entry))?.attributes).toMatchObject({
      field_rating: 5,
      field_summary: 'Short',
    });
  });

  it('is 412 with an If-Match that is no longer true', async () => {
    const entry = await app.site.article();
    const { headers } = await app.api.asAdministrator().get(pathOf(entry));
    const ifMatch = { 'If-Match': String(headers['etag']) };

    const first = await change(entry, { attributes: { field_rating: 1 } }, ifMatch);
    const second = await change(entry, { attributes: { field_rating: 2 } }, ifMatch);

    expect([first.status, second.status]).toEqual([200, 412]);
    expect((await app.site.stored(entry))?.attributes['field_rating']).toBe(1);
  });

  it('is content with any of the versions that If-Match names', async () => {
    const entry = await app.site.article();

    const response = await change(entry, { attributes: { field_rating: 1 } }, { 'If-Match': '"1-x", "5-x"' });

    expect(response.status).toBe(200);
  });

  it('needs a token', async () => {
    const entry = await app.site.article();

    const response = await app.api.asAnonymous().patch(pathOf(entry), {});

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN);
  });

  it('a client without the scope cannot change an entry', async () => {
    const entry = await app.site.article();

    const response = await app.api.asReader().patch(pathOf(entry), {});

    expect(faultsIn(response)).toEqual([{ status: '403', code: 'scope_missing' }]);
  });

  it('tells of an entry that is not there before any fault of the body', async () => {
    const path = '/api/node/article/0190b0a0-0000-7000-8000-00000000ffff';

    const response = await app.api.asAdministrator().send('patch', path, { body: '{' });

    expect(faultsIn(response)).toEqual([{ status: '404', code: 'entry_unknown' }]);
  });

  it('refuses a body about another entry, and one without an id', async () => {
    const [entry, other] = [await app.site.article(), await app.site.article()];
    const patch = (data: object) => app.api.asAdministrator().patch(pathOf(entry), { data });

    expect(faultsIn(await patch({ type: entry.type, id: other.id }))).toEqual([
      { status: '409', code: 'body_conflict', source: { pointer: '/data/id' } },
    ]);
    expect(faultsIn(await patch({ type: entry.type }))).toEqual([
      { status: '400', code: 'invalid_body', source: { pointer: '/data' } },
    ]);
  });

  it('tolerates a read-only field as it is, and refuses another value', async () => {
    const entry = await app.site.article();
    const { changed } = entry.attributes;

    const same = await change(entry, { attributes: { changed } });
    const other = await change(entry, { attributes: { changed: '2001-01-01T00:00:00+00:00' } });

    expect(same.status).toBe(200);
    expect(faultsIn(other)).toEqual([
      { status: '403', code: 'field_read_only', source: { pointer: '/data/attributes/changed' } },
    ]);
  });
});
