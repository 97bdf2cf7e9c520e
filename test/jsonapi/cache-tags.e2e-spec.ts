import type { Entry } from '@content-service/entries';
import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';

describe('Surrogate-Key and Cache-Tag', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ CACHE_TAGS: 'both' });
    await app.site.settings({ publicAccess: true, publicMaxAgeSeconds: 10, sharedMaxAgeSeconds: 3600 });
  });
  afterAll(() => app.stop());

  const getTags = async (path: string): Promise<ReadonlySet<string>> => {
    const { status, headers } = await app.api.asAnonymous().get(path);
    const tags = headers['surrogate-key']?.split(' ') ?? [];
    expect([status, headers['cache-tag']]).toEqual([200, tags.join(',')]);
    return new Set(tags);
  };
  const tagOf = ({ type, id }: Entry): string => `${type.replace(/--.*/, '')}:${id}`;

  it('of an entry are model, settings, its type and its id', async () => {
    const article = await app.site.article();

    expect(await getTags(formatEntryPath(article))).toEqual(
      new Set(['model', 'settings', 'node--article', tagOf(article)]),
    );
  });

  it('have included entries and those that are left out', async () => {
    const shown = await app.site.tag();
    const hidden = await app.site.tag({ published: false });
    const article = await app.site.article({}, { field_tags: [shown, hidden] });

    const tags = await getTags(`${formatEntryPath(article)}?include=field_tags`);

    expect(tags).toEqual(
      new Set([
        ...['model', 'settings', 'node--article', 'taxonomy_term--tags'],
        ...[tagOf(article), tagOf(shown), tagOf(hidden)],
      ]),
    );
  });

  it.each([['/api/node/article'], ['/api/node/article?sort=-created']])(
    'of the collection %s are its list and the entries of the page, hidden ones included',
    async (path) => {
      const [hidden, shown] = await app.site.articles({ unpublished: 1, published: 1 });

      const tags = await getTags(`${path}${path.includes('?') ? '&' : '?'}page[limit]=50`);

      expect([...tags]).toEqual(expect.arrayContaining(['node_list:article', 'node--article']));
      expect([hidden, shown].map((entry) => entry !== undefined && tags.has(tagOf(entry)))).toEqual([
        true,
        true,
      ]);
      expect(tags.has('taxonomy_term_list:tags')).toBe(false);
    },
  );

  it.each([['filter[field_tags.name]=none'], ['sort=field_tags.name&page[limit]=1']])(
    'have the list of each type that the path of %s crosses',
    async (query) => {
      const tags = await getTags(`/api/node/article?${query}`);

      expect([...tags]).toEqual(expect.arrayContaining(['node_list:article', 'taxonomy_term_list:tags']));
    },
  );

  it('of a page by cursor are those of a collection', async () => {
    const Accept =
      'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';
    const { headers } = await app.api.asAnonymous().get('/api/taxonomy_term/tags', { Accept });

    expect(headers['surrogate-key']?.split(' ')).toEqual(
      expect.arrayContaining(['taxonomy_term_list:tags', 'taxonomy_term--tags']),
    );
  });

  it('of related entries are the host, the entries and the list of a to-many relationship', async () => {
    const tag = await app.site.tag();
    const category = await app.site.category();
    const article = await app.site.article({}, { field_tags: [tag], field_category: category });

    expect([...(await getTags(formatEntryPath(article, 'field_tags')))]).toEqual(
      expect.arrayContaining([tagOf(article), tagOf(tag), 'taxonomy_term_list:tags']),
    );
    const toOne = await getTags(formatEntryPath(article, 'field_category'));
    expect([toOne.has(tagOf(category)), toOne.has('taxonomy_term_list:category')]).toEqual([true, false]);
  });

  it('of linkage are the host alone', async () => {
    const article = await app.site.article({}, { field_tags: [await app.site.tag()] });

    expect(await getTags(formatEntryPath(article, 'relationships', 'field_tags'))).toEqual(
      new Set(['model', 'settings', 'node--article', tagOf(article)]),
    );
  });

  it('are in a 304 as well, with the same caching fields', async () => {
    const path = formatEntryPath(await app.site.article());
    const first = await app.api.asAnonymous().get(path);

    const second = await app.api.asAnonymous().get(path, { 'If-None-Match': String(first.headers['etag']) });

    expect(second.status).toBe(304);
    for (const name of ['cache-control', 'cdn-cache-control', 'surrogate-control', 'surrogate-key'])
      expect(second.headers[name]).toBe(first.headers[name]);
    expect(first.headers['cache-control']).toBe('public, max-age=10, s-maxage=3600');
    expect(first.headers['surrogate-control']).toBe(
      'max-age=3600, stale-while-revalidate=60, stale-if-error=86400',
    );
  });

  it.each([
    ['an entry read with a token', () => app.site.article(), 'reader', 200],
    ['an unpublished entry', () => app.site.article({ published: false }), 'anonymous', 401],
    ['an unpublished entry with a token', () => app.site.article({ published: false }), 'administrator', 200],
    [
      'an unknown entry',
      () => Promise.resolve({ type: 'node--article', id: '00000000-0000-4000-8000-000000000000' } as Entry),
      'anonymous',
      404,
    ],
  ] as const)(
    'are not in the response for %s, which no shared cache may store',
    async (_, find, principal, status) => {
      const response = await app.api.as(principal).get(formatEntryPath(await find()));

      expect([response.status, response.headers['cache-control']]).toEqual([status, 'private, no-cache']);
      expectUntagged(response.headers);
    },
  );

  it('are not in the error for a document that is too large', async () => {
    await app.site.settings({ documentBytesMaximum: 2 ** 20 });
    const body = { value: 'x'.repeat(600_000), format: 'plain_text' };
    for (let n = 0; n < 2; n++) await app.site.page({ body });

    const response = await app.api.asAnonymous().get('/api/node/page');

    expect(response.status).toBeGreaterThanOrEqual(400);
    expectUntagged(response.headers);
  });

  it('have at most 8,000 bytes together: those of lists replace those of entries', async () => {
    for (let n = 0; n < 100; n++) await app.site.category();
    await app.site.settings({ pageLimitMaximum: 100 });

    const tags = await getTags('/api/taxonomy_term/category');

    expect(tags).toEqual(
      new Set(['model', 'settings', 'taxonomy_term--category', 'taxonomy_term_list:category']),
    );
  });
});

function expectUntagged(headers: Readonly<Record<string, unknown>>): void {
  for (const name of ['surrogate-key', 'cache-tag', 'surrogate-control', 'cdn-cache-control'])
    expect(headers[name]).toBeUndefined();
}

describe('The caching fields by default', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await app.site.settings({ publicAccess: true, publicMaxAgeSeconds: 10 });
  });
  afterAll(() => app.stop());

  it('are max-age alone, without tags', async () => {
    const { headers } = await app.api.asAnonymous().get('/api/node/article');

    expect(headers['cache-control']).toBe('public, max-age=10');
    expectUntagged(headers);
  });
});
