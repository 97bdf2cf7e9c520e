import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import { errorsIn, faultsIn, idsIn, NO_TOKEN } from '../support/answers.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { documentFaults } from '../support/document-faults.js';

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
const MEDIA_TYPE = `application/vnd.api+json;profile="${PROFILE}"`;

interface Links {
  readonly first: { readonly href: string };
  readonly prev: { readonly href: string } | null;
  readonly next: { readonly href: string } | null;
}

describe('GET /api/{entityType}/{bundle} with the cursor pagination profile', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
  });
  afterEach(() => app.stop());

  const get = (query = '', headers = {}): Promise<Response> =>
    app.api.asReader().get(`/api/node/article${query}`, { Accept: MEDIA_TYPE, ...headers });
  const linksOf = (response: Response): Links => (response.body as { links: Links }).links;
  const follow = (link: { readonly href: string } | null): Promise<Response> =>
    get(new URL(link?.href ?? '').search);

  /** All pages from a first one, by a link of each. */
  async function pages(first: Response, rel: 'prev' | 'next'): Promise<readonly (readonly string[])[]> {
    const found = [idsIn(first)];
    for (let page = first; linksOf(page)[rel] !== null; found.push(idsIn(page)))
      page = await follow(linksOf(page)[rel]);
    return found;
  }

  it('gives pages that lead to each other', async () => {
    const ids = (await app.site.articles({ published: 5 })).map(({ id }) => id);

    const first = await get('?page[size]=2');

    expect(first.status).toBe(200);
    expect(first.headers['content-type']).toBe(MEDIA_TYPE);
    expect(documentFaults(first.body)).toEqual([]);
    expect(first.body.meta).toEqual({ count: 5 });
    expect(linksOf(first)).toEqual({
      self: { href: `${BASE_URL}/api/node/article?page%5Bsize%5D=2` },
      first: { href: `${BASE_URL}/api/node/article?page%5Bsize%5D=2` },
      prev: null,
      next: { href: expect.stringMatching(/\?page%5Bafter%5D=[\w-]+&page%5Bsize%5D=2$/) as string },
    });
    expect(await pages(first, 'next')).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('leads back the same way', async () => {
    const ids = (await app.site.articles({ published: 5 })).map(({ id }) => id);
    const second = await follow(linksOf(await get('?page[size]=2')).next);
    const third = await follow(linksOf(second).next);

    expect(await pages(third, 'prev')).toEqual([ids.slice(4), ids.slice(2, 4), ids.slice(0, 2)]);
    expect(idsIn(await follow(linksOf(third).first))).toEqual(ids.slice(0, 2));
    expect(linksOf(third).next).toBeNull();
  });

  it('neither repeats nor loses entries while others insert and delete', async () => {
    const titles = ['b', 'd', 'f', 'h'];
    const [, , third] = await Promise.all(titles.map((title) => app.site.article({ title })));
    const first = await get('?sort=title&page[size]=2');
    await Promise.all(['a', 'c', 'e', 'g'].map((title) => app.site.article({ title })));
    await remove(third!);

    const rest = await pages(await follow(linksOf(first).next), 'next');

    const found = (await get('?sort=title')).body.data as readonly Titled[];
    const names = new Map(found.map(({ id, attributes }) => [id, attributes.title]));
    expect(rest.flat().map((id) => names.get(id))).toEqual(['e', 'g', 'h']);
  });

  it.each([
    'sort=field_rating',
    'sort=-field_rating,title',
    'sort=-field_tags.name',
    'sort=field_price&filter[field_rating][operator]=%3E&filter[field_rating][value]=0',
  ])('%s: the pages together are the whole collection, there and back', async (query) => {
    const tags = [await app.site.tag(), await app.site.tag(), await app.site.tag()];
    for (let n = 0; n < 7; n += 1)
      await app.site.article(n === 3 ? {} : { field_rating: n % 3, field_price: String(n % 2) }, {
        field_tags: tags.slice(n % 3),
      });
    const whole = idsIn(await app.api.asReader().get(`/api/node/article?${query}`));

    const there = await pages(await get(`?${query}&page[size]=2`), 'next');
    const last = await get(`?${query}&page[size]=${whole.length}`);
    const back = await pages(await follow(linksOf(await get(`?${query}&page[size]=1`)).next), 'prev');

    expect(there.flat()).toEqual(whole);
    expect(idsIn(last)).toEqual(whole);
    expect(back.flat()).toEqual([whole[1], whole[0]]);
  });

  it('keeps a place for hidden entries, names them, and does not tell by what they are sorted', async () => {
    const hidden = await app.site.article({ title: 'Confidential', published: false });
    const shown = await app.site.article({ title: 'Public' });

    const first = await get('?sort=title&page[size]=1');

    expect(first.body).toMatchObject({ data: [], meta: { count: 2, omitted: {} } });
    expect(JSON.stringify(first.body)).toContain(hidden.id);
    const cursor = new URL(linksOf(first).next?.href ?? '').searchParams.get('page[after]') ?? '';
    expect(Buffer.from(cursor, 'base64url').toString('latin1').toLowerCase()).not.toContain('confidential');
    expect(idsIn(await follow(linksOf(first).next))).toEqual([shown.id]);
  });

  it('works with include and fields', async () => {
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

  it('an empty page leads back to what is left', async () => {
    const [first, second, third] = await app.site.articles({ published: 3 });
    const page = await follow(linksOf(await get('?page[size]=1')).next);
    await remove(first!);
    await remove(third!);

    const before = await follow(linksOf(page).prev);
    const behind = await follow(linksOf(page).next);

    expect([idsIn(before), linksOf(before).prev]).toEqual([[], null]);
    expect(idsIn(await follow(linksOf(before).next))).toEqual([second!.id]);
    expect([idsIn(behind), linksOf(behind).next]).toEqual([[], null]);
  });

  it('says that nothing changed, and when something did', async () => {
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
    ['the profile of another media type', { Accept: `application/json;profile="${PROFILE}"` }],
  ])('is not applied to a request with %s, whatever page says', async (_, headers) => {
    await app.site.articles({ published: 2 });

    const response = await app.api
      .asReader()
      .get('/api/node/article?page[size]=1&page[after]=x&page[before]=y', headers);

    expect(response.headers['content-type']).toBe('application/vnd.api+json');
    expect(response.body.data).toHaveLength(2);
    expect(response.body.links).not.toHaveProperty('next');
  });

  it('is applied among other profiles and media types, and only to collections', async () => {
    const [article] = await app.site.articles({ published: 2 });
    const accept = `text/html, APPLICATION/vnd.api+json; Profile="https://example.com/p ${PROFILE}";q=0.9`;

    const collection = await get('?page[size]=1', { Accept: accept });
    const one = await get(`/${article!.id}`);

    expect([collection.headers['content-type'], collection.body.data.length]).toEqual([MEDIA_TYPE, 1]);
    expect(one.headers['content-type']).toBe('application/vnd.api+json');
  });

  it('needs a token', async () => {
    const response = await app.api.asAnonymous().get('/api/node/article', { Accept: MEDIA_TYPE });

    expect([response.status, response.headers['www-authenticate']]).toEqual([401, NO_TOKEN]);
  });

  it('a page above the maximum is refused, and the maximum named', async () => {
    await app.site.settings({ pageLimitMaximum: 3 });

    const response = await get('?page[size]=4');

    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe(MEDIA_TYPE);
    expect(documentFaults(response.body)).toEqual([]);
    expect(errorsIn(response)).toEqual([
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

  it('what the profile has no page for is an ordinary bad parameter', async () => {
    await app.site.articles({ published: 3 });
    const { next } = linksOf(await get('?page[size]=1'));
    const cursor = new URL(next?.href ?? '').searchParams.get('page[after]') ?? '';
    const forged = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);

    const answers = await Promise.all([
      get('?page[after]=nonsense'),
      get(`?page[before]=${forged}`),
      get(`?sort=title&page[after]=${cursor}`),
      get('?page[size]=0'),
      get('?page[offset]=1'),
    ]);

    expect(answers.flatMap(faultsIn)).toEqual(
      ['page[after]', 'page[before]', 'page[after]', 'page[size]', 'page[offset]'].map((parameter) => ({
        ...{ status: '400', code: 'invalid_parameter' },
        source: { parameter },
      })),
    );
    expect(answers[0].body.errors[0]).not.toHaveProperty('links');
  });

  it('refuses ranges and the order of long texts, as the profile says it', async () => {
    await app.site.articles({ published: 2 });
    const { next } = linksOf(await get('?page[size]=1'));
    const cursor = new URL(next?.href ?? '').searchParams.get('page[after]') ?? '';

    const range = await get(`?page[after]=${cursor}&page[before]=${cursor}`);
    const sorted = await get('?sort=body.value');

    expect(faultsIn(range)).toMatchObject([{ status: '400', code: 'range_not_supported' }]);
    expect(range.body.errors[0].links.type.href).toBe(`${PROFILE}range-pagination-not-supported`);
    expect(faultsIn(sorted)).toEqual([
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
