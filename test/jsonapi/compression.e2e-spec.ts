import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

const GZIP = { 'Accept-Encoding': 'gzip' };
const IDENTITY = { 'Accept-Encoding': 'identity' };
const LONG = { value: `<p>${'long '.repeat(1000)}</p>`, format: 'basic_html' };

describe('Accept-Encoding', () => {
  let app: TestApp;
  let path: string;
  beforeAll(async () => {
    app = await startApp();
    path = formatEntryPath(await app.site.article({ title: 'A long article', body: LONG }));
  });
  afterAll(() => app.stop());

  it('gzip: a document of 4 KiB and more is compressed and has the same content', async () => {
    const plain = await app.api.asReader().get(path, IDENTITY);
    const compressed = await app.api.asReader().get(path, GZIP);

    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(Number(compressed.headers['content-length'])).toBeLessThan(plain.text.length / 2);
    expect(compressed.text).toBe(plain.text);
    expect(compressed.headers['content-type']).toBe('application/vnd.api+json');
    for (const { headers } of [plain, compressed])
      expect(headers['vary']).toBe('Accept, Authorization, Accept-Encoding');
  });

  it.each(['identity', 'gzip;q=0', 'gzip;q=0, *', 'br', 'deflate, br;q=0.5'])(
    '%s: the document is sent as it is',
    async (value) => {
      const { headers, text } = await app.api.asReader().get(path, { 'Accept-Encoding': value });

      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    },
  );

  it('a short document is sent as it is', async () => {
    const short = formatEntryPath(await app.site.tag());

    const { headers } = await app.api.asReader().get(short, GZIP);

    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toContain('Accept-Encoding');
  });

  it('the compressed document has an ETag of its own, and a 304 has the ETag that the client sent', async () => {
    const plain = await app.api.asReader().get(path, IDENTITY);
    const compressed = await app.api.asReader().get(path, GZIP);
    const [tag, compressedTag] = [plain, compressed].map(({ headers }) => String(headers['etag']));

    expect(compressedTag).toBe(tag?.replace(/"$/, '+gzip"'));
    for (const known of [tag, compressedTag]) {
      const response = await app.api.asReader().get(path, { ...GZIP, 'If-None-Match': String(known) });
      expect([response.status, response.headers['etag']]).toEqual([304, known]);
      expect(response.headers['vary']).toBe('Accept, Authorization, Accept-Encoding');
    }
  });

  it('a write accepts the ETag of the compressed document as If-Match', async () => {
    const article = await app.site.article({ body: LONG });
    const { headers } = await app.api.asReader().get(formatEntryPath(article), GZIP);
    const patch = (title: string): Promise<{ readonly status: number }> =>
      app.api
        .asAdministrator()
        .patch(
          formatEntryPath(article),
          { data: { type: article.type, id: article.id, attributes: { title } } },
          { 'If-Match': String(headers['etag']) },
        );

    expect((await patch('First')).status).toBe(200);
    expect((await patch('Second')).status).toBe(412);
  });

  it('HEAD has the headers of GET and no body', async () => {
    const get = await app.api.asReader().get(path, GZIP);
    const head = await app.api.asReader().send('head', path, { headers: GZIP });

    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-encoding']).toBe('gzip');
    expect(head.text).toBeUndefined();
  });

  it('/openapi.json and the guide are compressed, too', async () => {
    for (const address of ['/openapi.json', '/docs/guide/operations', '/manage/content-model']) {
      const plain = await app.api.asAdministrator().get(address, IDENTITY);
      const compressed = await app.api.asAdministrator().get(address, GZIP);

      expect([address, compressed.headers['content-encoding']]).toEqual([address, 'gzip']);
      expect(compressed.text).toBe(plain.text);
    }
  });
});

describe('COMPRESSION=off', () => {
  it('leaves compression to a proxy: nothing is compressed, and nothing varies by it', async () => {
    const app = await startApp({ COMPRESSION: 'off' });

    const { headers } = await app.api.asReader().get('/openapi.json', GZIP);

    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('Authorization');
    await app.stop();
  });
});
