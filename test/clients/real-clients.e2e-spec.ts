import { JsonApiClient } from '@drupal-api-client/json-api-client';
import { DrupalJsonApiParams } from 'drupal-jsonapi-params';
import { Jsona } from 'jsona';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { type Drupal, loadNextDrupal } from './next-drupal.js';

const NextDrupal = await loadNextDrupal();

const CREDENTIALS = { clientId: 'administrator', clientSecret: 's'.repeat(43) };

describe('client libraries written for Drupal', () => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    app = await startApp({ PORT: port, BASE_URL: url });
    const tag = await app.site.tag({ name: 'Rivers' });
    for (const n of [1, 2, 3])
      await app.site.article({ title: `Bridge ${n}`, field_rating: n }, { field_tags: [tag] });
    await app.site.article({ title: 'About', path: { alias: '/about', langcode: 'en' } });
  });
  afterAll(() => app.stop());

  describe('next-drupal', () => {
    const drupal = (): Drupal =>
      new NextDrupal(url, { apiPrefix: '/api', auth: CREDENTIALS, withAuth: true });
    const params = new DrupalJsonApiParams()
      .addFilter('title', 'Bridge', 'CONTAINS')
      .addInclude(['field_tags'])
      .addSort('field_rating', 'DESC')
      .addPageLimit(2);

    it('discovers a collection in the index and reads it with filter, include and paging', async () => {
      const articles = await drupal().getResourceCollection('node--article', {
        params: params.getQueryObject(),
      });

      expect(articles).toMatchObject([
        { title: 'Bridge 3', field_tags: [{ name: 'Rivers' }] },
        { title: 'Bridge 2', field_tags: [{ name: 'Rivers' }] },
      ]);
    });

    it('resolves a path to its entry', async () => {
      const path = await drupal().translatePath('/about');

      expect(path).toMatchObject({
        entity: { type: 'node', bundle: 'article' },
        jsonapi: { resourceName: 'node--article' },
      });
      const entry = await drupal().getResource('node--article', path?.entity.uuid ?? '');
      expect(entry).toMatchObject({ title: 'About', path: { alias: '/about' } });
    });

    it('creates, updates and deletes', async () => {
      const created = await drupal().createResource('node--article', {
        data: { attributes: { title: 'New' } },
      });
      const updated = await drupal().updateResource('node--article', created.id, {
        data: { attributes: { title: 'Newer' } },
      });
      const deleted = await drupal().deleteResource('node--article', created.id);

      expect(updated).toMatchObject({ id: created.id, title: 'Newer' });
      expect(deleted).toBe(true);
    });
  });

  describe('@drupal-api-client/json-api-client with jsona', () => {
    const client = (): JsonApiClient =>
      new JsonApiClient(url, {
        apiPrefix: 'api',
        authentication: { type: 'OAuth', credentials: CREDENTIALS },
        serializer: new Jsona(),
      });

    it('reads a collection with filter, include and paging', async () => {
      const queryString = new DrupalJsonApiParams()
        .addGroup('either', 'OR')
        .addFilter('title', 'Bridge 1', '=', 'either')
        .addFilter('field_rating', '3', '>=', 'either')
        .addInclude(['field_tags'])
        .addPageLimit(5)
        .getQueryString();

      const articles = await client().getCollection('node--article', { queryString });

      expect(articles).toMatchObject([
        { title: 'Bridge 1', field_tags: [{ name: 'Rivers' }] },
        { title: 'Bridge 3', field_tags: [{ name: 'Rivers' }] },
      ]);
    });

    it('creates, reads, updates and deletes', async () => {
      const type = 'node--article';
      const body = { data: { type, attributes: { title: 'Made' } } };
      const created = (await client().createResource(type, body)) as { id: string };
      await client().updateResource(type, created.id, {
        data: { type, id: created.id, attributes: { title: 'Changed' } },
      });
      const read = await client().getResource(type, created.id);
      await client().deleteResource(type, created.id);
      const gone = await app.api.asAdministrator().get(`/api/node/article/${created.id}`);

      expect(read).toMatchObject({ title: 'Changed' });
      expect(gone.status).toBe(404);
    });
  });
});
