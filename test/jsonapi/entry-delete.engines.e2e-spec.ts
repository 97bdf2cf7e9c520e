import { toErrorSummaries, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('DELETE /api/{entityType}/{bundle}/{uuid}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('deletes the entry and answers 204 without a body', async () => {
    const entry = await app.site.article();

    const response = await app.api.asAdministrator().delete(formatEntryPath(entry));

    expect([response.status, response.text]).toEqual([204, '']);
    expect(await app.site.findStored(entry)).toBeUndefined();
    expect((await app.api.asAdministrator().get(formatEntryPath(entry))).status).toBe(404);
  });

  it('removes the entry from the linkage of other entries at once', async () => {
    const [gone, stays] = [await app.site.tag(), await app.site.tag()];
    const article = await app.site.article({}, { field_tags: [gone, stays] });

    await app.api.asAdministrator().delete(formatEntryPath(gone));

    const response = await app.api.asReader().get(formatEntryPath(article, 'relationships', 'field_tags'));
    expect(response.body.data).toEqual([{ type: stays.type, id: stays.id }]);
  });

  it('ignores a body of any media type', async () => {
    const entry = await app.site.article();

    const response = await app.api
      .asAdministrator()
      .delete(formatEntryPath(entry), 'not JSON:API', { 'Content-Type': 'text/plain' });

    expect(response.status).toBe(204);
  });

  it('is 412 with an outdated If-Match', async () => {
    const entry = await app.site.article();

    const response = await app.api
      .asAdministrator()
      .delete(formatEntryPath(entry), undefined, { 'If-Match': '"7-x"' });

    expect(response.status).toBe(412);
    expect(await app.site.findStored(entry)).toBeDefined();
  });

  it('is 401 without a token', async () => {
    const entry = await app.site.article();

    const response = await app.api.asAnonymous().delete(formatEntryPath(entry));

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it('a client without the scope cannot delete an entry', async () => {
    const entry = await app.site.article();

    const response = await app.api.asReader().delete(formatEntryPath(entry));

    expect(toErrorSummaries(response)).toEqual([{ status: '403', code: 'scope_missing' }]);
    expect(await app.site.findStored(entry)).toBeDefined();
  });

  it('is 404 for an unknown entry or one of another type', async () => {
    const entry = await app.site.article();

    expect((await app.api.asAdministrator().delete('/api/node/article/1')).status).toBe(404);
    expect((await app.api.asAdministrator().delete(`/api/node/page/${entry.id}`)).status).toBe(404);
  });
});
