import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import type { CollectionDocument } from '../../support/api-client.js';
import { toErrorSummaries, getIds, getIncludedIds } from '../../support/responses.js';
import { startApp, type TestApp } from '../../support/app.js';
import { formatEntryPath } from '../../support/entry-path.js';

const ABSENT_ID = '0190b0a0-0000-7000-8000-00000000dead';

interface Linked {
  readonly links: Readonly<Record<'self' | 'related', { readonly href: string } | undefined>>;
  readonly relationships: Readonly<Record<string, Linked>>;
}

describe('JSON:API 1.1, Fetching Data', () => {
  let app: TestApp;
  let parent: Entry;
  let tag: Entry;
  let article: Entry;
  let bare: Entry;
  beforeAll(async () => {
    app = await startApp();
    parent = await app.site.tag({ name: 'Parent' });
    tag = await app.site.tag({ name: 'Child' }, { parent: [parent] });
    const category = await app.site.category();
    bare = await app.site.article({ title: 'B', field_rating: 1 });
    const links = { field_tags: [tag], field_category: category };
    article = await app.site.article({ title: 'A', field_rating: 1 }, links);
    await app.site.article({ title: 'C', field_rating: 2 });
  });
  afterAll(() => app.stop());

  const get = (path: string): Promise<Response> => app.api.asReader().get(path);
  const follow = ({ href }: { href: string }): Promise<Response> => {
    const { pathname, search } = new URL(href);
    return get(pathname + search);
  };

  describe('Fetching Resources', () => {
    it('MUST support fetching every self link at the top level, of a resource and of a relationship, and every related link', async () => {
      const document = (await get('/api/node/article?include=field_tags')).body;
      const resources: readonly Linked[] = [...document.data, ...document.included];
      const relationships = resources.flatMap((resource) => Object.values(resource.relationships));
      const links = [document, ...resources, ...relationships].flatMap(
        ({ links: { self, related } }: Linked) => [self, related].filter((link) => link !== undefined),
      );

      const statuses = await Promise.all(links.map(async (link) => (await follow(link)).status));

      expect(links.length).toBeGreaterThan(20);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });

    it('MUST respond 200 to a successful fetch, with an array for a collection, empty or not', async () => {
      const [full, empty] = [await get('/api/node/article'), await get('/api/node/page')];

      expect([full.status, full.body.data.length]).toEqual([200, 3]);
      expect([empty.status, empty.body.data]).toEqual([200, []]);
    });

    it('MUST respond with a resource object for one resource, or null where one could be and is not', async () => {
      expect((await get(formatEntryPath(article, 'field_category'))).body.data).toMatchObject({
        type: 'taxonomy_term--category',
      });
      expect((await get(formatEntryPath(bare, 'field_category'))).body.data).toBeNull();
    });

    it('MUST respond 404 for a single resource that does not exist', async () => {
      const response = await get(`/api/node/article/${ABSENT_ID}`);

      expect(response.status).toBe(404);
      expect(toErrorSummaries(response)).toMatchObject([{ status: '404' }]);
    });
  });

  describe('Fetching Relationships', () => {
    it('MUST respond 200 with linkage as primary data, also when it is empty', async () => {
      const linked = await get(formatEntryPath(article, 'relationships/field_tags'));
      const empty = await get(formatEntryPath(bare, 'relationships/field_category'));

      expect([linked.status, linked.body.data]).toEqual([200, [{ type: tag.type, id: tag.id }]]);
      expect([empty.status, empty.body.data]).toEqual([200, null]);
    });

    it('MUST respond 404 for a relationship of a resource that does not exist', async () => {
      expect((await get(`/api/node/article/${ABSENT_ID}/relationships/field_tags`)).status).toBe(404);
    });

    it('MUST respond 404 for a relationship that does not exist', async () => {
      expect((await get(formatEntryPath(article, 'relationships/field_nothing'))).status).toBe(404);
    });
  });

  describe('Inclusion of Related Resources', () => {
    it('MUST be a compound document with included when include is given, even when it is empty', async () => {
      expect((await get(`${formatEntryPath(bare)}?include=field_tags`)).body.included).toEqual([]);
    });

    it('MUST NOT include unrequested resources', async () => {
      expect(getIncludedIds(await get(`${formatEntryPath(article)}?include=field_tags`))).toEqual([tag.id]);
      expect((await get(formatEntryPath(article))).body).not.toHaveProperty('included');
    });

    it('an empty value indicates that no related resources should be returned', async () => {
      expect((await get(`${formatEntryPath(article)}?include=`)).body.included).toEqual([]);
    });

    it('intermediate resources of a path of several parts MUST be returned along with the last', async () => {
      const ids = getIncludedIds(await get(`${formatEntryPath(article)}?include=field_tags.parent`));

      expect(ids).toEqual([tag.id, parent.id].sort());
    });

    it.each(['field_nothing', 'title', 'field_tags.nothing', 'field_tags..parent'])(
      'MUST respond 400 to an include path that cannot be identified: %s',
      async (path) => {
        const response = await get(`${formatEntryPath(article)}?include=${path}`);

        expect(response.status).toBe(400);
        expect(toErrorSummaries(response)).toMatchObject([{ source: { parameter: 'include' } }]);
      },
    );

    it('relationship endpoints include related resources of the linkage', async () => {
      const response = await get(
        `${formatEntryPath(article, 'relationships/field_tags')}?include=field_tags`,
      );

      expect(getIncludedIds(response)).toEqual([tag.id]);
    });
  });

  describe('Sparse Fieldsets', () => {
    it('MUST return only the requested fields of a type, in data and in included', async () => {
      const query =
        'include=field_tags&fields[node--article]=title,field_tags&fields[taxonomy_term--tags]=name';
      const { data, included } = (await get(`${formatEntryPath(article)}?${query}`)).body;

      expect([Object.keys(data.attributes), Object.keys(data.relationships)]).toEqual([
        ['title'],
        ['field_tags'],
      ]);
      expect([included[0].attributes, included[0].relationships]).toEqual([{ name: 'Child' }, {}]);
    });

    it('an empty value indicates that no fields should be returned', async () => {
      const { data } = (await get(`${formatEntryPath(article)}?fields[node--article]=`)).body;

      expect([data.attributes, data.relationships]).toEqual([{}, {}]);
    });
  });

  describe('Sorting', () => {
    const titles = async (query: string): Promise<string[]> => {
      const { data } = (await get(`/api/node/article?${query}`)).body as CollectionDocument;
      return data.map(({ attributes }) => String(attributes['title']));
    };

    it('MUST be ascending for each sort field unless it is prefixed with a minus', async () => {
      expect(await titles('sort=title')).toEqual(['A', 'B', 'C']);
      expect(await titles('sort=-title')).toEqual(['C', 'B', 'A']);
    });

    it('applies sort fields in the order they are given', async () => {
      expect(await titles('sort=-field_rating,title')).toEqual(['C', 'A', 'B']);
    });

    it.each(['nothing', 'field_tags', '-'])(
      'MUST return 400 to a sort it does not support: %s',
      async (sort) => {
        const response = await get(`/api/node/article?sort=${sort}`);

        expect(response.status).toBe(400);
        expect(toErrorSummaries(response)).toMatchObject([{ source: { parameter: 'sort' } }]);
      },
    );
  });

  describe('Pagination', () => {
    it('the keys first, last, prev and next MUST be used, and be left out when there is no such page', async () => {
      const [start, middle] = [
        (await get('/api/node/article?page[limit]=1')).body.links,
        (await get('/api/node/article?page[limit]=1&page[offset]=1')).body.links,
      ];

      expect(Object.keys(start).sort()).toEqual(['last', 'next', 'self']);
      expect(Object.keys(middle).sort()).toEqual(['first', 'last', 'next', 'prev', 'self']);
    });

    it('the order of the pages MUST remain consistent with the sorting rules', async () => {
      const all = getIds(await get('/api/node/article?sort=-title'));

      const paged: string[] = [];
      for (
        let page = await get('/api/node/article?sort=-title&page[limit]=1');
        ;
        page = await follow(page.body.links.next)
      ) {
        paged.push(...getIds(page));
        if (page.body.links.next === undefined) break;
      }

      expect(paged).toEqual(all);
    });
  });
});
