import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('ETag and If-None-Match', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const getETag = async (path: string): Promise<string> =>
    String((await app.api.asReader().get(path)).headers['etag']);

  it.each([
    ['an entry', (path: string) => path],
    ['its related entries', (path: string) => `${path}/field_tags`],
    ['its linkage', (path: string) => `${path}/relationships/field_tags`],
    ['a collection', () => '/api/node/article'],
  ])('304 without a body for %s that has not changed', async (_, pathBelow) => {
    const path = pathBelow(formatEntryPath(await app.site.article()));
    const tag = await getETag(path);

    const response = await app.api.asReader().get(path, { 'If-None-Match': tag });

    expect([response.status, response.text]).toEqual([304, '']);
    expect(response.headers['etag']).toBe(tag);
  });

  it('the ETag differs by entry, included entry, query and principal', async () => {
    const tag = await app.site.tag();
    const article = await app.site.article({}, { field_tags: [tag] });
    const path = `${formatEntryPath(article)}?include=field_tags`;
    const before = await getETag(path);

    await app.api.asAdministrator().patch(formatEntryPath(tag), {
      data: { type: tag.type, id: tag.id, attributes: { name: 'Renamed' } },
    });

    const administrator = await app.api.asAdministrator().get(path);
    const tags = [
      before,
      await getETag(path),
      await getETag(formatEntryPath(article)),
      administrator.headers['etag'],
    ];
    expect(new Set(tags).size).toBe(4);
  });

  it('Cache-Control is private with a token and public with the max-age of the site without', async () => {
    await app.site.settings({ publicAccess: true, publicMaxAgeSeconds: 60 });
    const path = formatEntryPath(await app.site.article());

    const anonymous = await app.api.asAnonymous().get(path);
    const reader = await app.api.asReader().get(path);

    expect(anonymous.headers['cache-control']).toBe('public, max-age=60');
    expect(reader.headers['cache-control']).toBe('private, no-cache');
    for (const { headers } of [anonymous, reader])
      expect(headers['vary']).toBe('Accept, Authorization, Accept-Encoding');
    await app.site.settings({ publicAccess: false });
  });
});
