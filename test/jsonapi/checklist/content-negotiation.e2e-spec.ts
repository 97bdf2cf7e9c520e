import { JSON_API } from '../../support/api-client.js';
import { startApp, type TestApp } from '../../support/app.js';
import { toErrorSummaries } from '../../support/responses.js';

const ATOMIC = 'https://jsonapi.org/ext/atomic';
const UNKNOWN_EXTENSION = `${JSON_API};ext="https://example.com/ext/unknown"`;
const UNKNOWN_PROFILE = `${JSON_API};profile="https://example.com/profiles/unknown"`;

describe('JSON:API 1.1, Content Negotiation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const article = { data: { type: 'node--article', attributes: { title: 'Negotiated' } } };
  const create = (contentType: string) =>
    app.api.asAdministrator().send('post', '/api/node/article', {
      body: JSON.stringify(article),
      headers: { 'Content-Type': contentType },
    });
  const read = (accept: string) => app.api.asReader().get('/api/node/article', { Accept: accept });

  it.each([
    ['a collection', '/api/node/article', 200],
    ['the index', '/api', 200],
    ['an error', '/api/node/nothing', 404],
  ])('servers MUST send all JSON:API data with the media type: %s', async (_, path, status) => {
    const response = await app.api.asReader().get(path);

    expect([response.status, response.headers['content-type']]).toEqual([status, JSON_API]);
  });

  it('servers MUST send all JSON:API data with the media type: a created resource', async () => {
    const response = await create(JSON_API);

    expect([response.status, response.headers['content-type']]).toEqual([201, JSON_API]);
  });

  it.each([`${JSON_API};charset=utf-8`, `${JSON_API};version=1`, `${JSON_API};q=0.5`])(
    'MUST respond 415 to a Content-Type with parameters other than ext or profile: %s',
    async (contentType) => {
      const response = await create(contentType);

      expect(response.status).toBe(415);
      expect(toErrorSummaries(response)).toMatchObject([{ status: '415' }]);
    },
  );

  it.each([UNKNOWN_EXTENSION, `${JSON_API};ext="${ATOMIC} https://example.com/ext/unknown"`])(
    'MUST respond 415 to a Content-Type with an unsupported extension: %s',
    async (contentType) => {
      expect((await create(contentType)).status).toBe(415);
    },
  );

  it('MUST ignore instances in Accept that are modified by other parameters', async () => {
    expect((await read(`${JSON_API};charset=utf-8, ${JSON_API}`)).status).toBe(200);
  });

  it('MUST respond 406 when all instances in Accept are modified by other parameters', async () => {
    const response = await read(`${JSON_API};charset=utf-8, ${JSON_API};version=1`);

    expect(response.status).toBe(406);
    expect(toErrorSummaries(response)).toMatchObject([{ status: '406' }]);
  });

  it('MUST respond 406 when every instance in Accept has an unsupported extension', async () => {
    expect((await read(UNKNOWN_EXTENSION)).status).toBe(406);
    expect((await read(`${UNKNOWN_EXTENSION}, ${JSON_API}`)).status).toBe(200);
  });

  it('MUST ignore a profile it does not recognise, in Accept and in Content-Type', async () => {
    const [reading, writing] = [await read(UNKNOWN_PROFILE), await create(UNKNOWN_PROFILE)];

    expect([reading.status, writing.status]).toEqual([200, 201]);
    expect(reading.headers['content-type']).toBe(JSON_API);
  });

  it('SHOULD name Accept in Vary, since ext and profile are supported', async () => {
    expect((await read(JSON_API)).headers['vary']).toContain('Accept');
  });
});
