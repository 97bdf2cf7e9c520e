import type { CollectionRequest, EntryPageResult } from '@content-service/entries';
import { articleType, context, entry, toUuid } from '../articles.fixture.js';
import { serializeCollectionDocument } from './entry-documents.js';

const articles = (count: number): EntryPageResult['entries'] =>
  Array.from({ length: count }, (_, n) =>
    entry('node--article', toUuid('a', n + 1), { title: `Article ${n + 1}` }),
  );

const page = (rest: Partial<EntryPageResult>): EntryPageResult => ({
  ...{ entries: [], count: 0, more: false, included: undefined, omitted: [] },
  ...rest,
});

const request = (offset: number, limit: number): CollectionRequest => ({
  type: articleType,
  sort: [],
  offset,
  limit,
});

const fields = new Map([['node--article', new Set(['title'])]]);

describe('serializeCollectionDocument', () => {
  it('contains the resources in order, the count and a self link', () => {
    const document = serializeCollectionDocument(page({ entries: articles(2), count: 2 }), request(0, 50), {
      ...context,
      fields,
    });

    const resource = (n: number): object => ({
      type: 'node--article',
      id: toUuid('a', n),
      attributes: { title: `Article ${n}` },
      relationships: {},
      links: { self: { href: `https://cms.example/api/node/article/${toUuid('a', n)}` } },
    });
    expect(JSON.parse(document)).toEqual({
      jsonapi: { version: '1.1' },
      data: [resource(1), resource(2)],
      meta: { count: 2 },
      links: { self: { href: 'https://cms.example/api/node/article' } },
    });
  });

  it('contains no resources but the count when every entry of the page is hidden', () => {
    const hidden = { type: 'node--article', id: toUuid('a', 7) };

    const document = JSON.parse(
      serializeCollectionDocument(page({ count: 60, omitted: [hidden] }), request(0, 50), context),
    );

    expect(document).toMatchObject({ data: [], meta: { count: 60, omitted: { links: expect.any(Object) } } });
    expect(Object.keys(document.meta.omitted.links)).toEqual(['item--8dd5a58']);
  });

  it('uses different keys for two omitted entries with equal beginnings of their hashes', () => {
    const omitted = [8707, 13727].map((n) => ({ type: 'node--article', id: toUuid('a', n) }));

    const document = JSON.parse(serializeCollectionDocument(page({ omitted }), request(0, 50), context));

    expect(Object.keys(document.meta.omitted.links)).toEqual(['item--57468e1', 'item--57468e12']);
  });

  const href = (query: string): { href: string } => ({
    href: `https://cms.example/api/node/article?${query}`,
  });
  const window = (offset: number, limit: number): { href: string } =>
    href(`page%5Boffset%5D=${offset}&page%5Blimit%5D=${limit}`);

  it.each([
    [
      { offset: 0, limit: 50, count: 60, more: true },
      { next: window(50, 50), last: window(50, 50) },
    ],
    [
      { offset: 0, limit: 2, count: 60, more: true },
      { next: window(2, 2), last: window(58, 2) },
    ],
    [
      { offset: 5, limit: 5, count: 60, more: true },
      { first: window(0, 5), prev: window(0, 5), next: window(10, 5), last: window(55, 5) },
    ],
    [
      { offset: 55, limit: 5, count: 60, more: false },
      { first: window(0, 5), prev: window(50, 5) },
    ],
    [
      { offset: 59, limit: 50, count: 60, more: false },
      { first: window(0, 50), prev: window(9, 50) },
    ],
    [
      { offset: 3, limit: 50, count: 60, more: true },
      { first: window(0, 50), prev: window(0, 50), next: window(53, 50), last: window(50, 50) },
    ],
    [{ offset: 0, limit: 50, count: 50, more: false }, {}],
  ])('%j', ({ offset, limit, count, more }, links) => {
    const document = JSON.parse(
      serializeCollectionDocument(page({ count, more }), request(offset, limit), context),
    );

    expect(document.links).toEqual({ self: { href: 'https://cms.example/api/node/article' }, ...links });
  });

  it('keeps all other parameters in its links and states the applied limit', () => {
    const query =
      'filter[title]=a+b&page[limit]=1000&page%5Boffset%5D=0&sort=-created&fooBar&filter[x][]="é"';

    const document = serializeCollectionDocument(page({ count: 60, more: true }), request(0, 50), {
      ...context,
      query,
    });

    const encoded = 'filter%5Btitle%5D=a+b';
    const rest = 'sort=-created&fooBar&filter%5Bx%5D%5B%5D=%22%C3%A9%22';
    expect(JSON.parse(document).links).toEqual({
      self: href(`${encoded}&page%5Blimit%5D=1000&page%5Boffset%5D=0&${rest}`),
      next: href(`${encoded}&${rest}&page%5Boffset%5D=50&page%5Blimit%5D=50`),
      last: href(`${encoded}&${rest}&page%5Boffset%5D=50&page%5Blimit%5D=50`),
    });
  });
});
