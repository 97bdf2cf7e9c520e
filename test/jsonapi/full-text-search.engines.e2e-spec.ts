import type { Response } from 'supertest';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { findDocumentErrors } from '../support/document-errors.js';
import { toErrorSummaries } from '../support/responses.js';

const CURSORS =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';

const text = (value: string): object => ({ value, format: 'basic_html' });

describe('filter[fulltext] of a collection', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await app.site.settings({ publicAccess: true });
    await app.site.article({ title: 'Last stop', body: text('<p>The <b>ni</b>ght tram.</p>') as never });
    await app.site.article({ title: 'Night trams', field_summary: 'Of the city', field_rating: 3 });
    await app.site.article({ title: 'Night', body: text('a night bus') as never, field_rating: 5 });
    await app.site.article({ title: '東京都の路面電車', body: text('трамвай') as never });
    await app.site.article({ title: 'Secret night tram', published: false });
    await app.site.page({ title: 'Night page' });
  });
  afterAll(() => app.stop());

  const path = (query: Readonly<Record<string, string>>): string =>
    `/api/node/article?${new URLSearchParams(query).toString()}`;
  const search = (words: string, query: Readonly<Record<string, string>> = {}): Promise<Response> =>
    app.api.asReader().get(path({ 'filter[fulltext]': words, ...query }));

  it.each([
    ['night', ['Night', 'Night trams', 'Last stop']],
    ['night tram', ['Last stop']],
    ['NÍGHT tram*', ['Night trams', 'Last stop']],
    ['"night tram"', ['Last stop']],
    ['"tram night"', []],
    ['night -tram* -"night bus"', []],
    ['night -bus', ['Night trams', 'Last stop']],
    ['city', ['Night trams']],
    ['東京', ['東京都の路面電車']],
    ['трамв*', ['東京都の路面電車']],
    ['basic_html', []],
  ])('for %s finds %j, the most relevant first', async (words, titles) => {
    const response = await search(words);

    expect([response.status, getTitles(response)]).toEqual([200, titles]);
    expect(response.body.meta).toEqual({ count: titles.length });
    expect(findDocumentErrors(response.body)).toEqual([]);
  });

  it('is joined with other filters by AND, also with a label of its own name', async () => {
    const rated = await search('night', { 'filter[field_rating]': '3' });
    const titled = await search('night', {
      'filter[a][condition][path]': 'title',
      'filter[a][condition][value]': 'night',
    });
    const labelled = await app.api
      .asReader()
      .get(
        path({ 'filter[fulltext][condition][path]': 'title', 'filter[fulltext][condition][value]': 'Night' }),
      );

    expect(getTitles(rated)).toEqual(['Night trams']);
    expect(getTitles(titled)).toEqual(['Night']);
    expect(getTitles(labelled)).toEqual(['Night']);
  });

  it('is ordered by `sort` when there is one', async () => {
    const response = await search('night', { sort: '-title' });

    expect(getTitles(response)).toEqual(['Night trams', 'Night', 'Last stop']);
  });

  it('has pages whose links keep the search, and an exact count', async () => {
    const first = await search('night', { 'page[limit]': '2' });
    const { links } = first.body as { links: { next: { href: string } } };
    const second = await app.api.asReader().get(links.next.href.slice(BASE_URL.length));

    expect([getTitles(first), getTitles(second)]).toEqual([['Night', 'Night trams'], ['Last stop']]);
    expect([first.body.meta.count, second.body.meta.count]).toEqual([3, 3]);
  });

  it('finds unpublished entries for those only that may see them', async () => {
    const [administrator, reader, anonymous] = [
      await app.api.asAdministrator().get(path({ 'filter[fulltext]': 'secret' })),
      await search('secret'),
      await app.api.asAnonymous().get(path({ 'filter[fulltext]': 'secret' })),
    ];

    expect(getTitles(administrator)).toEqual(['Secret night tram']);
    for (const response of [reader, anonymous]) {
      expect(response.status).toBe(200);
      expect([getTitles(response), response.body.meta]).toEqual([[], { count: 0 }]);
    }
  });

  it('finds an entry by its present words only', async () => {
    const entry = await app.site.article({ title: 'Zebra' });
    const change = { data: { type: 'node--article', id: entry.id, attributes: { title: 'Yak' } } };
    await app.api.asAdministrator().patch(`/api/node/article/${entry.id}`, change);
    expect([getTitles(await search('zebra')), getTitles(await search('yak'))]).toEqual([[], ['Yak']]);

    await app.api.asAdministrator().delete(`/api/node/article/${entry.id}`);
    expect(getTitles(await search('yak'))).toEqual([]);
  });

  it.each(['', ' ', '-night', '"', '***', 'x'.repeat(501), words(33)])(
    'rejects %j with the place of the fault',
    async (given) => {
      expect(toErrorSummaries(await search(given))).toEqual([
        { status: '400', code: 'invalid_filter_value', source: { parameter: 'filter[fulltext]' } },
      ]);
    },
  );

  it('rejects the order by relevance with cursors, not a sort', async () => {
    const get = (query: Readonly<Record<string, string>>): Promise<Response> =>
      app.api.asReader().get(path({ 'filter[fulltext]': 'night', ...query }), { Accept: CURSORS });

    expect(toErrorSummaries(await get({}))).toEqual([
      { status: '400', code: 'sort_not_supported', source: { parameter: 'filter[fulltext]' } },
    ]);
    expect(getTitles(await get({ sort: 'title' }))).toEqual(['Last stop', 'Night', 'Night trams']);
  });

  it.each([
    words(32),
    'x'.repeat(500),
    `night ${'"'.repeat(400)}`,
    `night ${'-"a b" '.repeat(30)}`,
    'night* n* ni* nig* t* tr* tra* tram* s* st* l*',
    'night" OR "1"="1',
    "night'); DROP TABLE entry; --",
    'night NEAR(tram, 2) {title}: ^x tokens:x',
    '+night ~tram >night <night (night) @2 night@',
    'night & !tram | (a <-> b):*ABCD \\',
    'night % _ ? $1 :1 ?? \u0001 \u200b \ufeff',
    '東'.repeat(300),
    'ཧྐྵྨླྺྼྻྂ ﷽ '.repeat(30),
  ])('answers %j', async (given) => {
    expect((await search(given)).status).toBe(200);
  });
});

function words(count: number): string {
  return Array.from({ length: count }, (_, n) => `w${n}`).join(' ');
}

function getTitles({ body }: Response): readonly string[] {
  const { data } = body as { data: readonly { attributes: { title: string } }[] };
  return data.map(({ attributes: { title } }) => title);
}
