import { NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

const JSON_TYPE = 'application/json';

describe('GET /router/translate-path', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const translate = (path: string) => app.api.asReader().get(`/router/translate-path?path=${path}`);

  it('resolves a path to its entry in the form of next-drupal', async () => {
    const page = await app.site.page({ title: 'About us', path: { alias: '/about', langcode: 'en' } });

    const response = await translate('/about&_format=json');

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      resolved: `${BASE_URL}/about`,
      isHomePath: false,
      entity: {
        canonical: `${BASE_URL}/about`,
        type: 'node',
        bundle: 'page',
        id: page.id,
        uuid: page.id,
        langcode: 'en',
        path: '/about',
      },
      label: 'About us',
      jsonapi: {
        individual: BASE_URL + formatEntryPath(page),
        resourceName: 'node--page',
        pathPrefix: 'api',
        basePath: '/api',
        entryPoint: `${BASE_URL}/api`,
      },
    });
  });

  it('resolves a path that exists in another language only', async () => {
    const page = await app.site.page({ path: { alias: '/ueber-uns', langcode: 'de' } });

    const response = await translate('/ueber-uns');

    expect(response.body.entity).toMatchObject({ uuid: page.id, path: '/ueber-uns' });
  });

  it('is 404 for an unknown path, in the form of the reference implementation', async () => {
    const response = await translate('/nowhere');

    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe(JSON_TYPE);
    expect(response.body).toEqual({
      message: 'Unable to resolve path /nowhere.',
      details: 'No published entry has this path as its alias, and no redirect leads from it.',
    });
  });

  it('resolves an unpublished entry only with content:administer', async () => {
    const page = await app.site.page({ published: false, path: { alias: '/soon', langcode: 'en' } });

    const reader = await translate('/soon');
    const administrator = await app.api.asAdministrator().get('/router/translate-path?path=/soon');

    expect([reader, administrator].map(({ headers }) => headers['content-type'])).toEqual([
      JSON_TYPE,
      JSON_TYPE,
    ]);
    expect(reader.status).toBe(403);
    expect(Object.keys(reader.body as object)).toEqual(['message', 'details']);
    expect(administrator.body.entity.uuid).toBe(page.id);
  });

  it('needs a path and a token', async () => {
    const without = await app.api.asReader().get('/router/translate-path');
    const anonymous = await app.api.asAnonymous().get('/router/translate-path?path=/about');

    expect(without.status).toBe(400);
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers['content-type']).toBe(JSON_TYPE);
    expect(Object.keys(anonymous.body as object)).toEqual(['message', 'details']);
    expect(anonymous.headers['www-authenticate']).toBe(NO_TOKEN_CHALLENGE);
  });

  it.each([
    ['without a slash at its beginning', 'forms'],
    ['with a slash at its end', '/forms/'],
    ['in capitals', '/FORMS'],
    ['with other accents', '/f%C3%B3rms'],
    ['percent-encoded once more', '/%2566orms'],
  ])('answers with the stored alias to a path %s', async (_, path) => {
    const page = await app.site.page({ path: { alias: '/forms', langcode: 'en' } });

    const { body } = await translate(path);
    await app.api.asAdministrator().delete(formatEntryPath(page));

    expect(body).toMatchObject({
      resolved: `${BASE_URL}/forms`,
      entity: { uuid: page.id, canonical: `${BASE_URL}/forms`, path: '/forms' },
    });
  });

  it('prefers the exact alias, and finds one with accents and capitals', async () => {
    const folded = await app.site.page({ path: { alias: '/uber-uns', langcode: 'en' } });
    const exact = await app.site.page({ path: { alias: '/Über-Uns', langcode: 'en' } });

    const ask = async (path: string): Promise<unknown> =>
      (await translate(encodeURIComponent(path))).body.entity.uuid;
    expect(await ask('/Über-Uns')).toBe(exact.id);
    expect(await ask(encodeURI('/Über-Uns'))).toBe(exact.id);
    expect(await ask('/UBER-uns')).toBe(folded.id);
    await app.api.asAdministrator().delete(formatEntryPath(folded));
    expect(await ask('/über-uns')).toBe(exact.id);
    expect(await ask('/uber-uns')).toBe(exact.id);
  });

  it('keeps query and fragment in resolved alone', async () => {
    const page = await app.site.page({ path: { alias: '/kept', langcode: 'en' } });

    const { body } = await translate(encodeURIComponent('/kept?a=/nowhere#top'));

    expect(body).toMatchObject({
      resolved: `${BASE_URL}/kept?a=/nowhere#top`,
      entity: { uuid: page.id, canonical: `${BASE_URL}/kept`, path: '/kept' },
    });
  });

  it('resolves the front page', async () => {
    const page = await app.site.page({ path: { alias: '/', langcode: 'en' } });

    const { body } = await translate('/');

    expect(body).toMatchObject({
      resolved: `${BASE_URL}/`,
      isHomePath: true,
      entity: { uuid: page.id, path: '/' },
    });
  });

  it('resolves /node/{id}, with the alias of the entry where it has one', async () => {
    const named = await app.site.page({ path: { alias: '/named', langcode: 'en' } });
    const plain = await app.site.page();
    const tag = await app.site.tag();

    expect((await translate(`/node/${named.id}`)).body.entity).toMatchObject({
      uuid: named.id,
      path: '/named',
    });
    expect((await translate(`/node/${plain.id.toUpperCase()}`)).body).toMatchObject({
      resolved: `${BASE_URL}/node/${plain.id}`,
      entity: { uuid: plain.id, path: `/node/${plain.id}` },
    });
    expect((await translate(`/node/${tag.id}`)).status).toBe(404);
    expect((await translate(`/taxonomy_term/${tag.id}`)).status).toBe(404);
  });

  it.each([
    ['of broken percent-encoding', '/%25E4%25'],
    ['of 60,000 slashes', '/'.repeat(60_000)],
    ['of 60,000 letters', `/${'a'.repeat(60_000)}`],
    ['of accents', `/${'%CC%81'.repeat(2000)}`],
    ['with NUL', '/a%00b'],
    ['of another host', '//evil.example/about'],
    ['of dots', '/../about/..'],
  ])('is 404 for a path %s', async (_, path) => {
    const { status, body } = await translate(path);

    expect(status).toBe(404);
    expect((body as { message: string }).message.length).toBeLessThan(300);
  });
});

describe('GET /router/translate-path with a path in BASE_URL', () => {
  it('cuts that path from the requested one', async () => {
    const app = await startApp({ BASE_URL: `${BASE_URL}/site` });
    const page = await app.site.page({ path: { alias: '/about', langcode: 'en' } });
    const root = await app.site.page({ path: { alias: '/', langcode: 'en' } });

    const ask = async (path: string): Promise<unknown> =>
      (await app.api.asReader().get(`/router/translate-path?path=${path}`)).body;

    for (const path of ['/site/about', '/about'])
      expect(await ask(path)).toMatchObject({
        resolved: `${BASE_URL}/site/about`,
        entity: { uuid: page.id },
      });
    expect(await ask('/site')).toMatchObject({ isHomePath: true, entity: { uuid: root.id } });
    await app.stop();
  });
});
