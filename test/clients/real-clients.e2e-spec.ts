import { JsonApiClient } from '@drupal-api-client/json-api-client';
import { DrupalJsonApiParams } from 'drupal-jsonapi-params';
import { Jsona } from 'jsona';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { type Drupal, type DrupalPages, loadNextDrupal } from './next-drupal.js';

const { NextDrupal, NextDrupalPages } = await loadNextDrupal();

const CREDENTIALS = { clientId: 'administrator', clientSecret: 's'.repeat(43) };

// Without the last one it asks for the index without its token, which this service refuses.
const PAGES_OPTIONS = { apiPrefix: '/api', withAuth: true, useDefaultResourceTypeEntry: true };

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
    const pages = (): DrupalPages => new NextDrupalPages(url, { ...PAGES_OPTIONS, auth: CREDENTIALS });
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

    it('reads the entry of a path in one request', async () => {
      const entry = await drupal().getResourceByPath('/about', {
        params: { 'fields[node--article]': 'title,path' },
      });

      expect(entry).toMatchObject({ type: 'node--article', title: 'About', path: { alias: '/about' } });
    });

    it('follows an entry to its new path, until another one takes the old', async () => {
      const page = await app.site.page({ title: 'Moved', path: { alias: '/over-ons', langcode: 'en' } });
      const rename = (type: string, id: string, alias: string): Promise<unknown> =>
        drupal().updateResource(type, id, { data: { attributes: { path: { alias } } } });
      await rename('node--page', page.id, '/café');

      expect(await drupal().translatePath('/over-ons')).toMatchObject({
        resolved: `${url}/café`,
        entity: { uuid: page.id, path: '/café' },
        redirect: [{ from: '/over-ons', to: '/café', status: '301' }],
      });
      expect(await drupal().getResourceByPath('/over-ons')).toMatchObject({ title: 'Moved' });
      for (const slug of ['over-ons', 'café', 'Cafe'])
        expect(await pages().translatePathFromContext({ params: { slug: [slug] } })).toMatchObject({
          entity: { uuid: page.id },
        });

      const taker = await drupal().createResource('node--page', { data: { attributes: { title: 'Taker' } } });
      await rename('node--page', taker.id, '/over-ons');
      expect(await drupal().getResourceByPath('/over-ons')).toMatchObject({ title: 'Taker' });
      expect(await drupal().translatePath('/over-ons')).not.toHaveProperty('redirect');
    });

    it('reads the entry of the path of a page, at once or after the path was translated', async () => {
      const context = { params: { slug: ['about'] } };

      const atOnce = await pages().getResourceFromContext('node--article', context);
      const path = await pages().translatePathFromContext(context);
      const translated = await pages().getResourceFromContext(path ?? '', context);

      expect(atOnce).toMatchObject({ title: 'About', path: { alias: '/about' } });
      expect(translated).toEqual(atOnce);
    });

    it('finds nothing at an unknown path', async () => {
      const context = { params: { slug: ['no', 'where'] } };

      expect(await drupal().translatePath('/no/where')).toBeNull();
      expect(await drupal().getResourceByPath('/no/where')).toBeNull();
      expect(await pages().translatePathFromContext(context)).toBeNull();
      expect(await pages().getResourceFromContext('node--article', context)).toBeNull();
    });

    it('throws for the path of an unpublished entry without the scope that sees it', async () => {
      await app.site.page({ title: 'Soon', published: false, path: { alias: '/soon', langcode: 'en' } });
      const auth = { clientId: 'reader', clientSecret: CREDENTIALS.clientSecret };
      const reader = new NextDrupalPages(url, { ...PAGES_OPTIONS, auth });
      const context = { params: { slug: ['soon'] } };

      for (const read of [
        reader.translatePath('/soon'),
        reader.getResourceByPath('/soon'),
        reader.translatePathFromContext(context),
        reader.getResourceFromContext('node--page', context),
      ])
        await expect(read).rejects.toMatchObject({ statusCode: 403 });
      expect(await drupal().getResourceByPath('/soon')).toMatchObject({ title: 'Soon' });
    });

    it('reads a menu as a tree', async () => {
      const page = await app.site.page({ path: { alias: '/team', langcode: 'en' } });
      const about = await app.site.menuLink({ title: 'About', link: 'internal:/about', weight: 1 });
      const parent = `menu_link_content:${about.id}`;
      const team = await app.site.menuLink({ title: 'Team', link: `entity:node/${page.id}`, parent });
      await app.site.menuLink({ title: 'History', parent: `menu_link_content:${team.id}` });
      await app.site.menuLink({ title: 'Home', link: 'route:<front>' });
      await app.site.menuLink({ title: 'Off', enabled: false });

      const { items, tree } = await drupal().getMenu('main');

      expect(items.map(({ title }) => title)).toEqual(['Home', 'About', 'Team', 'History']);
      expect(JSON.parse(JSON.stringify(tree))).toMatchObject([
        { title: 'Home', url: '/' },
        {
          title: 'About',
          url: '/about',
          items: [{ title: 'Team', url: '/team', items: [{ title: 'History' }] }],
        },
      ]);
      const chosen = new DrupalJsonApiParams()
        .addFields('menu_link_content--menu_link_content', ['title', 'url', 'parent'])
        .addFilter('max_depth', '1');
      const { items: top } = await drupal().getMenu('main', { params: chosen.getQueryObject() });
      expect(top.map(({ title }) => title)).toEqual(['Home', 'About']);
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
