import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import { getErrors, toErrorSummaries, getIds, NO_TOKEN_CHALLENGE } from '../support/responses.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { findDocumentErrors } from '../support/document-errors.js';

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
const MEDIA_TYPE = `application/vnd.api+json;profile="${PROFILE}"`;

interface Links {
  readonly first: { readonly href: string };
  readonly prev: { readonly href: string } | null;
  readonly next: { readonly href: string } | null;
}

describe('GET /api/{entityType}/{bundle} with the cursor pagination profile', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterEach(() => app.site.clear());
  afterAll(() => app.stop());

  const get = (query = '', headers = {}): Promise<Response> =>
    app.api.asReader().get(`/api/node/article${query}`, { Accept: MEDIA_TYPE, ...headers });
  const getLinks = (response: Response): Links => (response.body as { links: Links }).links;
  const follow = (link: { readonly href: string } | null): Promise<Response> =>
    get(new URL(link?.href ?? '').search);

  /** Follows a link from page to page and returns the ids of each page. */
  async function pages(first: Response, rel: 'prev' | 'next'): Promise<readonly (readonly string[])[]> {
    const found = [getIds(first)];
    for (let page = first; getLinks(page)[rel] !== null; found.push(getIds(page)))
      page = await follow(getLinks(page)[rel]);
    return found;
  }

  it('links each page to the next', async () => {
    const ids = (await app.site.articles({ published: 5 })).map(({ id }) => id);

    const first = await get('?page[size]=2');

    expect(first.status).toBe(200);
    expect(first.headers['content-type']).toBe(MEDIA_TYPE);
    expect(findDocumentErrors(first.body)).toEqual([]);
    expect(first.body.meta).toEqual({ count: 5 });
    expect(getLinks(first)).toEqual({
      self: { href: `${BASE_URL}/api/node/article?page%5Bsize%5D=2` },
      first: { href: `${BASE_URL}/api/node/article?page%5Bsize%5D=2` },
      prev: null,
      next: { href: expect.stringMatching(/\?page%5Bafter%5D=[\w-]+&page%5Bsize%5D=2$/) as string },
    });
    expect(await pages(first, 'next')).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('links each page to the previous', async () => {
    const ids = (await app.site.articles({ published: 5 })).map(({ id }) => id);
    const second = await follow(getLinks(await get('?page[size]=2')).next);
    const third = await follow(getLinks(second).next);

    expect(await pages(third, 'prev')).toEqual([ids.slice(4), ids.slice(2, 4), ids.slice(0, 2)]);
    expect(getIds(await follow(getLinks(third).first))).toEqual(ids.slice(0, 2));
    expect(getLinks(third).next).toBeNull();
  });

  it('neither repeats nor skips entries during inserts and deletes', async () => {
    const titles = ['b', 'd', 'f', 'h'];
    const [, , third] = await Promise.all(titles.map((title) => app.site.article({ title })));
    const first = await get('?sort=title&page[size]=2');
    await Promise.all(['a', 'c', 'e', 'g'].map((title) => app.site.article({ title })));
    await remove(third!);

    const rest = await pages(await follow(getLinks(first).next), 'next');

    const found = (await get('?sort=title')).body.data as readonly Titled[];
    const names = new Map(found.map(({ id, attributes }) => [id, attributes.title]));
    expect(rest.flat().map((id) => names.get(id))).toEqual(['e', 'g', 'h']);
  });

  it.each([
    'sort=field_rating',
    'sort=-field_rating,title',
    'sort=-field_tags.name',
    'sort=field_price&filter[field_rating][operator]=%3E&filter[field_rating][value]=0',
  ])('%s: the pages together are the whole collection, forwards and backwards', async (query) => {
    const tags = [await app.site.tag(), await app.site.tag(), await app.site.tag()];
    for (let n = 0; n < 7; n += 1)
      await app.site.article(n === 3 ? {} : { field_rating: n % 3, field_price: String(n % 2) }, {
        field_tags: tags.slice(n % 3),
      });
    const whole = getIds(await app.api.asReader().get(`/api/node/article?${query}`));

    const there = await pages(await get(`?${query}&page[size]=2`), 'next');
    const last = await get(`?${query}&page[size]=${whole.length}`);
    const back = await pages(await follow(getLinks(await get(`?${query}&page[size]=1`)).next), 'prev');

    expect(there.flat()).toEqual(whole);
    expect(getIds(last)).toEqual(whole);
    expect(back.flat()).toEqual([whole[1], whole[0]]);
  });

  it('counts hidden entries in a page, lists them in meta.omitted and hides their sort values', async () => {
    const hidden = await app.site.article({ title: 'Confidential', published: false });
    const shown = await app.site.article({ title: 'Public' });

    const first = await get('?sort=title&page[size]=1');

    expect(first.body).toMatchObject({ data: [], meta: { count: 2, omitted: {} } });
    expect(JSON.stringify(first.body)).toContain(hidden.id);
    const cursor = new URL(getLinks(first).next?.href ?? '').searchParams.get('page[after]') ?? '';
    expect(Buffer.from(cursor, 'base64url').toString('latin1').toLowerCase()).not.toContain('confidential');
    expect(getIds(await follow(getLinks(first).next))).toEqual([shown.id]);
  });

  it('combines with include and fields', async () => {
    const category = await app.site.category();
    await app.site.article({}, { field_category: category });

    const { body } = await get('?include=field_category&fields[node--article]=field_category&page[size]=1');

    expect(body.included).toHaveLength(1);
    expect(body.data[0].attributes).toEqual({});
  });

  it('an empty collection has neither a previous nor a next page', async () => {
    const response = await get();

    expect(response.body).toMatchObject({ data: [], meta: { count: 0 }, links: { prev: null, next: null } });
  });

  it('an empty page links to the previous page', async () => {
    const [first, second, third] = await app.site.articles({ published: 3 });
    const page = await follow(getLinks(await get('?page[size]=1')).next);
    await remove(first!);
    await remove(third!);

    const before = await follow(getLinks(page).prev);
    const behind = await follow(getLinks(page).next);

    expect([getIds(before), getLinks(before).prev]).toEqual([[], null]);
    expect(getIds(await follow(getLinks(before).next))).toEqual([second!.id]);
    expect([getIds(behind), getLinks(behind).next]).toEqual([[], null]);
  });

  it('is 304 while nothing changed and 200 after a change', async () => {
    const [article] = await app.site.articles({ published: 1 });
    const tag = (await get()).headers['etag'] ?? '';

    const same = await get('', { 'If-None-Match': tag });
    const offset = await app.api.asReader().get('/api/node/article', { 'If-None-Match': tag });
    await retitle(article!, 'Other');
    const changed = await get('', { 'If-None-Match': tag });

    expect([same.status, offset.status, changed.status]).toEqual([304, 200, 200]);
    expect([same.text, same.headers['content-type']]).toEqual(['', undefined]);
  });

  it.each([
    ['no Accept', {}],
    ['JSON:API alone', { Accept: 'application/vnd.api+json' }],
    ['another profile', { Accept: 'application/vnd.api+json;profile="https://example.com/p"' }],
    ['the profile on another media type', { Accept: `application/json;profile="${PROFILE}"` }],
  ])('is not applied to a request with %s, and its page parameters are ignored', async (_, headers) => {
    await app.site.articles({ published: 2 });

    const response = await app.api
      .asReader()
      .get('/api/node/article?page[size]=1&page[after]=x&page[before]=y', headers);

    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    expect(response.body.data).toHaveLength(2);
    expect(response.body.links).not.toHaveProperty('next');
  });

  it('is applied beside other profiles and media types, and only to collections', async () => {
    const [article] = await app.site.articles({ published: 2 });
    const accept = `text/html, APPLICATION/vnd.api+json; Profile="https://example.com/p ${PROFILE}";q=0.9`;

    const collection = await get('?page[size]=1', { Accept: accept });
    const one = await get(`/${article!.id}`);

    expect([collection.headers['content-type'], collection.body.data.length]).toEqual([MEDIA_TYPE, 1]);
    expect(one.headers['content-type']).toBe('application/vnd.api+json');
  });

  it('is 401 without a token', async () => {
    const response = await app.api.asAnonymous().get('/api/node/article', { Accept: MEDIA_TYPE });

    expect([response.status, response.headers['www-authenticate']]).toEqual([401, NO_TOKEN_CHALLENGE]);
  });

  it('page[size] above the maximum is refused with maxSize', async () => {
    await app.site.settings({ pageLimitMaximum: 3 });

    const response = await get('?page[size]=4');

    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe(MEDIA_TYPE);
    expect(findDocumentErrors(response.body)).toEqual([]);
    expect(getErrors(response)).toEqual([
      {
        status: '400',
        code: 'page_size_exceeded',
        title: 'Bad Request',
        detail: `'page[size]' may be 3 at most, got 4.`,
        source: { parameter: 'page[size]' },
        meta: { page: { maxSize: 3 } },
      },
    ]);
    expect(response.body.errors[0].links).toEqual({ type: { href: `${PROFILE}max-size-exceeded` } });
  });

  it('an invalid cursor or page parameter is invalid_parameter', async () => {
    await app.site.articles({ published: 3 });
    const { next } = getLinks(await get('?page[size]=1'));
    const cursor = new URL(next?.href ?? '').searchParams.get('page[after]') ?? '';
    const forged = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);

    const answers = await Promise.all([
      get('?page[after]=nonsense'),
      get(`?page[before]=${forged}`),
      get(`?sort=title&page[after]=${cursor}`),
      get('?page[size]=0'),
      get('?page[offset]=1'),
    ]);

    expect(answers.flatMap(toErrorSummaries)).toEqual(
      ['page[after]', 'page[before]', 'page[after]', 'page[size]', 'page[offset]'].map((parameter) => ({
        ...{ status: '400', code: 'invalid_parameter' },
        source: { parameter },
      })),
    );
    expect(answers[0].body.errors[0]).not.toHaveProperty('links');
  });

  it('refuses range pagination and sorts by long texts with the error types of the profile', async () => {
    await app.site.articles({ published: 2 });
    const { next } = getLinks(await get('?page[size]=1'));
    const cursor = new URL(next?.href ?? '').searchParams.get('page[after]') ?? '';

    const range = await get(`?page[after]=${cursor}&page[before]=${cursor}`);
    const sorted = await get('?sort=body.value');

    expect(toErrorSummaries(range)).toMatchObject([{ status: '400', code: 'range_not_supported' }]);
    expect(range.body.errors[0].links.type.href).toBe(`${PROFILE}range-pagination-not-supported`);
    expect(toErrorSummaries(sorted)).toEqual([
      { status: '400', code: 'sort_not_supported', source: { parameter: 'sort' } },
    ]);
    expect(sorted.body.errors[0].links.type.href).toBe(`${PROFILE}unsupported-sort`);
  });

  async function remove({ id }: Entry): Promise<void> {
    await app.api.asAdministrator().delete(`/api/node/article/${id}`);
  }

  async function retitle({ type, id }: Entry, title: string): Promise<void> {
    const document = { data: { type, id, attributes: { title } } };
    await app.api.asAdministrator().patch(`/api/node/article/${id}`, document);
  }
});

interface Titled {
  readonly id: string;
  readonly attributes: { readonly title: string };
}
