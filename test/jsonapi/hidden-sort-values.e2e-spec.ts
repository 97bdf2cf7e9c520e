import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import { startApp, type TestApp } from '../support/app.js';

const MEDIA_TYPE =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';

/** A hidden entry counts in page and meta.count; nothing in the response may depend on its values. */
describe('GET /api/{entityType}/{bundle} with sort, for a token without content:administer', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterEach(() => app.site.clear());
  afterAll(() => app.stop());

  const get = (query: string, accept = 'application/vnd.api+json'): Promise<Response> =>
    app.api.asReader().get(`/api/node/article?${query}`, { Accept: accept });
  const retitle = async ({ id, type }: Entry, title: string): Promise<void> => {
    const document = { data: { type, id, attributes: { title } } };
    const { status, text } = await app.api.asAdministrator().patch(`/api/node/article/${id}`, document);
    if (status !== 200) throw new Error(text);
  };
  /** The number of visible entries before the hidden one, found with pages of one entry. */
  const rankOfHidden = async (sort: string, total: number): Promise<number> => {
    for (let offset = 0; offset < total; offset += 1) {
      const { body } = await get(`sort=${sort}&page[offset]=${offset}&page[limit]=1`);
      if ((body as { data: unknown[] }).data.length === 0) return offset;
    }
    throw new Error('No window holds the hidden entry.');
  };

  it.each([
    ['title', 0],
    ['-title', 2],
    ['title,-created', 0],
    ['-title,field_rating', 2],
  ])('sort=%s ranks a hidden entry like one without a value', async (sort, rank) => {
    for (const title of ['b', 'd']) await app.site.article({ title });
    const hidden = await app.site.article({ title: 'a', published: false });

    const ranks: number[] = [];
    for (const title of ['a', 'c', 'e']) {
      await retitle(hidden, title);
      ranks.push(await rankOfHidden(sort, 3));
    }

    expect(ranks).toEqual([rank, rank, rank]);
  });

  it('ranks it by its title for an administrator', async () => {
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c'])
      ids.push((await app.site.article({ title, published: title !== 'b' })).id);

    const { body } = await app.api.asAdministrator().get('/api/node/article?sort=-title');

    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(ids.reverse());
  });

  it.each(['application/vnd.api+json', MEDIA_TYPE])(
    'gives the same answer, ETag and links included, whatever the title of a hidden entry (%s)',
    async (accept) => {
      const hidden = await app.site.article({ title: 'b', published: false });
      for (const title of ['a', 'c']) await app.site.article({ title });
      const page = accept === MEDIA_TYPE ? 'page[size]=1' : 'page[limit]=1';
      const answers: unknown[] = [];
      for (const title of ['b', 'x'.repeat(255), 'a']) {
        await retitle(hidden, title);
        const { body, headers } = await get(`sort=title&${page}`, accept);
        answers.push({ body: body as unknown, etag: headers['etag'] });
      }

      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    },
  );

  it('cursors of hidden entries have the same length for all titles', async () => {
    for (const title of ['a', 'b'.repeat(100), 'c'.repeat(255)])
      await app.site.article({ title, published: false });
    await app.site.article({ title: 'z' });
    const lengths = new Set<number>();

    let search = 'sort=title&page[size]=1';
    for (let n = 0; n < 3; n += 1) {
      const { body } = await get(search, MEDIA_TYPE);
      const url = new URL((body as { links: { next: { href: string } } }).links.next.href);
      lengths.add((url.searchParams.get('page[after]') ?? '').length);
      search = url.search.slice(1);
    }

    expect(lengths.size).toBe(1);
  });

  it("refuses an administrator's cursor, which contains the sort value of a hidden entry", async () => {
    await app.site.articles({ published: 1, unpublished: 1 });
    const { body } = await app.api
      .asAdministrator()
      .get('/api/node/article?sort=title&page[size]=1', { Accept: MEDIA_TYPE });
    const { search } = new URL((body as { links: { next: { href: string } } }).links.next.href);

    expect((await get(search.slice(1), MEDIA_TYPE)).status).toBe(400);
  });
});
