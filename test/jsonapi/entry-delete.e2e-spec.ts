import { faultsIn, NO_TOKEN } from '../support/answers.js';
import { startApp, type TestApp } from '../support/app.js';
import { pathOf } from '../support/path-of.js';

describe('DELETE /api/{entityType}/{bundle}/{uuid}', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('deletes, and has nothing to say', async () => {
    const entry = await app.site.article();

    const response = await app.api.asAdministrator().delete(pathOf(entry));

    expect([response.status, response.text]).toEqual([204, '']);
    expect(await app.site.stored(entry)).toBeUndefined();
    expect((await app.api.asAdministrator().get(pathOf(entry))).status).toBe(404);
  });

  it('takes the entry out of the linkage of others at once', async () => {
    const [gone, stays] = [await app.site.tag(), await app.site.tag()];
    const article = await app.site.article({}, { field_tags: [gone, stays] });

    await app.api.asAdministrator().delete(pathOf(gone));

    const response = await app.api.asReader().get(pathOf(article, 'relationships', 'field_tags'));
    expect(response.body.data).toEqual([{ type: stays.type, id: stays.id }]);
  });

  it('ignores a body, of whatever type', async () => {
    const entry = await app.site.article();

    const response = await app.api
      .asAdministrator()
      .delete(pathOf(entry), 'not JSON:API', { 'Content-Type': 'text/plain' });

    expect(response.status).toBe(204);
  });

  it('is 412 with an If-Match that is no longer true', async () => {
    const entry = await app.site.article();

    const response = await app.api
      .asAdministrator()
      .delete(pathOf(entry), undefined, { 'If-Match': '"7-x"' });

    expect(response.status).toBe(412);
    expect(await app.site.stored(entry)).toBeDefined();
  });

  it('needs a token', async () => {
    const entry = await app.site.article();

    const response = await app.api.asAnonymous().delete(pathOf(entry));

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(NO_TOKEN);
  });

  it('a client without the scope cannot delete an entry', async () => {
    const entry = await app.site.article();

    const response = await app.api.asReader().delete(pathOf(entry));

    expect(faultsIn(response)).toEqual([{ status: '403', code: 'scope_missing' }]);
    expect(await app.site.stored(entry)).toBeDefined();
  });

  it('is 404 for an entry that is not there, or is of another type', async () => {
    const entry = await app.site.article();

    expect((await app.api.asAdministrator().delete('/api/node/article/1')).status).toBe(404);
    expect((await app.api.asAdministrator().delete(`/api/node/page/${entry.id}`)).status).toBe(404);
  });
});
