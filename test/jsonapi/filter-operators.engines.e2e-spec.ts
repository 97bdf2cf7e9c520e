import type { Response } from 'supertest';
import { toErrorSummaries } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';

/** One article has no rating, price or date. */
const ARTICLES = [
  { title: 'Rye bread', field_rating: 1, field_price: '4.20', field_date: '2024-01-01T10:00:00+00:00' },
  { title: 'White Bread', field_rating: 3, field_price: '3.10', field_date: '2024-02-01T10:00:00+00:00' },
  { title: 'Bread pudding', field_rating: 5, field_price: '7.00', field_date: '2024-03-01T10:00:00+00:00' },
  { title: 'Empty' },
];

describe('a condition of a filter', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    for (const values of ARTICLES) await app.site.article(values);
  });
  afterAll(() => app.stop());

  it.each([
    ['=', 'field_rating', ['3'], ['White Bread']],
    ['=', 'title', ['RYE BREAD'], ['Rye bread']],
    ['<>', 'field_rating', ['3'], ['Rye bread', 'Bread pudding']],
    ['>', 'field_rating', ['3'], ['Bread pudding']],
    ['>=', 'field_price', ['4.2'], ['Rye bread', 'Bread pudding']],
    ['<', 'field_date', ['2024-02-01T11:00:00+01:00'], ['Rye bread']],
    ['<=', 'field_date', ['2024-02-01T11:00:00+01:00'], ['Rye bread', 'White Bread']],
    ['STARTS_WITH', 'title', ['bread'], ['Bread pudding']],
    ['CONTAINS', 'title', ['bread'], ['Rye bread', 'White Bread', 'Bread pudding']],
    ['ENDS_WITH', 'title', ['bréad'], ['Rye bread', 'White Bread']],
    ['IN', 'field_rating', ['1', '5', '9'], ['Rye bread', 'Bread pudding']],
    ['NOT IN', 'field_rating', ['1', '5'], ['White Bread']],
    ['BETWEEN', 'field_rating', ['1', '3'], ['Rye bread', 'White Bread']],
    ['NOT BETWEEN', 'field_price', ['3.10', '4.20'], ['Bread pudding']],
    ['IS NULL', 'field_rating', [], ['Empty']],
    ['IS NOT NULL', 'field_date', [], ['Rye bread', 'White Bread', 'Bread pudding']],
  ])('with the operator %s on %s and %j finds %j', async (operator, path, values, titles) => {
    const response = await ask(operator, path, values);

    expect([response.status, getTitles(response)]).toEqual([200, titles]);
    expect(response.body.meta.count).toBe(titles.length);
  });

  it.each(['LIKE', 'in', '==', ''])('with "%s" for an operator is 400', async (operator) => {
    const response = await ask(operator, 'title', ['x']);

    expect(toErrorSummaries(response)).toEqual([
      { status: '400', code: expect.any(String), source: { parameter: 'filter[x][condition][operator]' } },
    ]);
  });

  async function ask(operator: string, path: string, values: readonly string[]): Promise<Response> {
    const name = values.length > 1 ? 'filter[x][condition][value][]' : 'filter[x][condition][value]';
    const query = new URLSearchParams({
      'filter[x][condition][path]': path,
      'filter[x][condition][operator]': operator,
    });
    for (const value of values) query.append(name, value);
    return app.api.asReader().get(`/api/node/article?${query.toString()}`);
  }
});

function getTitles({ body }: Response): readonly string[] {
  const { data } = body as { data: readonly { attributes: { title: string } }[] };
  return data.map(({ attributes: { title } }) => title);
}
