import { NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('Public access', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const READS = [
    (path: string) => path,
    (path: string) => `${path}/field_tags`,
    (path: string) => `${path}/relationships/field_tags`,
    () => '/api/node/article',
    () => '/api/node/nope',
    () => '/api/nowhere',
  ];

  it('Public access No is 401 on every content read without a token', async () => {
    const path = formatEntryPath(await app.site.article());

    for (const read of READS) {
      const response = await app.api.asAnonymous().get(read(path));

      expect([read(path), response.status]).toEqual([read(path), 401]);
      expect(response.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
    }
  });

  it('Public access Yes allows reads of published content without a token, and no writes', async () => {
    await app.site.settings({ publicAccess: true });
    const path = formatEntryPath(await app.site.article());

    const reads = await Promise.all(READS.map((read) => app.api.asAnonymous().get(read(path))));
    const write = await app.api.asAnonymous().patch(path, {});

    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404]);
    expect(write.status).toBe(401);
    await app.site.settings({ publicAccess: false });
  });

  it('Public access Yes: an invalid token is 401', async () => {
    await app.site.settings({ publicAccess: true });

    const response = await app.api.withAuthorization('Bearer nonsense').get('/api/node/article');

    expect(response.status).toBe(401);
    await app.site.settings({ publicAccess: false });
  });
});
