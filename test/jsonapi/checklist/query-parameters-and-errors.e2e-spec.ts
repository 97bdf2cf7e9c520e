import type { Response } from 'supertest';
import { getErrors, toErrorSummaries } from '../../support/responses.js';
import { startApp, type TestApp } from '../../support/app.js';

describe('JSON:API 1.1', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await app.site.articles({ published: 2 });
  });
  afterAll(() => app.stop());

  const get = (query: string): Promise<Response> => app.api.asReader().get(`/api/node/article?${query}`);
  const create = (attributes: object): Promise<Response> =>
    app.api.asAdministrator().post('/api/node/article', { data: { type: 'node--article', attributes } });

  describe('Query Parameters', () => {
    it.each(['unknown=1', 'unknown[key]=1', 'extra[a][b]=1'])(
      'MUST return 400 to a parameter of a to z only that it does not know: %s',
      async (query) => {
        const response = await get(query);

        expect(response.status).toBe(400);
        expect(toErrorSummaries(response)).toMatchObject([
          { source: { parameter: /^[a-z]+/.exec(query)?.[0] } },
        ]);
      },
    );

    it.each(['cacheBuster=1', 'utm_source=x', 'x-y=1'])(
      'parameters of implementations MUST have a character beyond a to z, and are left to others: %s',
      async (query) => {
        expect((await get(query)).status).toBe(200);
      },
    );

    it('square brackets are accepted raw and percent-encoded', async () => {
      const [raw, encoded] = [await get('page[limit]=1'), await get('page%5Blimit%5D=1')];

      expect([raw.body.data.length, encoded.body.data.length]).toEqual([1, 1]);
    });

    it.each(['filter=x', 'page=1', 'fields=title'])(
      'MUST return 400 to a member of a family that it cannot process: %s',
      async (query) => {
        expect((await get(query)).status).toBe(400);
      },
    );
  });

  describe('Errors', () => {
    it('error objects MUST be an array under errors at the top level, without data', async () => {
      const { body } = await get('sort=nothing');

      expect(body.errors).toHaveLength(1);
      expect(body).not.toHaveProperty('data');
    });

    it('status is the HTTP status as a string, title the kind and detail the occurrence', async () => {
      const [error] = getErrors(await get('sort=nothing'));

      expect(error).toMatchObject({
        status: '400',
        title: 'Bad Request',
        detail: expect.stringContaining('nothing'),
      });
    });

    it('source.parameter names the parameter, source.pointer an existing value of the request', async () => {
      const response = await create({ title: 'Sourced', field_rating: 'many', field_nothing: 1 });

      expect(toErrorSummaries(await get('sort=nothing'))).toMatchObject([{ source: { parameter: 'sort' } }]);
      expect(
        toErrorSummaries(response).map((fault) => ('source' in fault ? fault.source : undefined)),
      ).toEqual(
        expect.arrayContaining([
          { pointer: '/data/attributes/field_rating' },
          { pointer: '/data/attributes/field_nothing' },
        ]),
      );
    });

    it('source.pointer of a missing member names the nearest existing value', async () => {
      const response = await create({ field_summary: 'No title' });

      expect(toErrorSummaries(response)).toMatchObject([
        { status: '422', source: { pointer: '/data/attributes' } },
      ]);
    });

    it('all problems are reported at once with the most generally applicable status', async () => {
      const response = await app.api.asAdministrator().post('/api/node/article', {
        data: {
          type: 'node--article',
          attributes: { title: '' },
          relationships: {
            field_tags: {
              data: [{ type: 'taxonomy_term--tags', id: '0190b0a0-0000-7000-8000-00000000dead' }],
            },
          },
        },
      });

      expect(response.status).toBe(400);
      expect(
        getErrors(response)
          .map(({ status }) => status)
          .sort(),
      ).toEqual(['404', '422']);
    });
  });
});
