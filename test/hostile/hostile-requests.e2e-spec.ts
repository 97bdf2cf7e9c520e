import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { formatEntryPath } from '../support/entry-path.js';
import { JSON_API } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { findDocumentErrors } from '../support/document-errors.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_QUERIES, HOSTILE_TARGETS } from './hostile-inputs.js';

const COLLECTION = '/api/node/article';
/** The tokens of random queries. */
const QUERY_ATOMS = [
  ...[
    'filter',
    'sort',
    'page',
    'fields',
    'include',
    '[',
    ']',
    '[]',
    '=',
    '&',
    ',',
    '-',
    '.',
    '%5B',
    '%00',
    '%FF',
  ],
  ...[
    'title',
    'field_tags',
    'field_tags.name',
    'body.value',
    'uid',
    'id',
    'a',
    '[value]',
    '[operator]',
    '[path]',
  ],
  ...[
    '[condition]',
    '[group]',
    '[memberOf]',
    '[conjunction]',
    'AND',
    'OR',
    '@root',
    'IN',
    'BETWEEN',
    'IS%20NULL',
    "'",
    '1e999',
  ],
];

describe('a hostile request', () => {
  let app: TestApp;
  let port: number;
  let entry: string;
  let authorization: string;
  let before: string;
  beforeAll(async () => {
    app = await startApp();
    port = (app.nest.getHttpServer().address() as AddressInfo).port;
    const tag = await app.site.tag();
    entry = formatEntryPath(await app.site.article({ field_rating: 3 }, { field_tags: [tag] }));
    authorization = await requestToken('administrator');
    before = await everything();
  });
  afterEach(async () => {
    expect(await everything()).toBe(before);
  });
  afterAll(() => app.stop());

  describe.each(Object.entries(HOSTILE_QUERIES))('with a query of %s', (_, queries) => {
    it.each(Object.entries(queries))('%s', async (__, query) => {
      for (const path of [
        '/api',
        COLLECTION,
        entry,
        `${entry}/field_tags`,
        `${entry}/relationships/field_tags`,
      ])
        expectRefusalOrAnswer(await send({ target: `${path}?${query}` }));
    });
  });

  describe.each([
    ['POST', (): readonly string[] => [COLLECTION, `${entry}/relationships/field_tags`]],
    ['PATCH', (): readonly string[] => [entry, `${entry}/relationships/field_tags`]],
    ['DELETE', (): readonly string[] => [`${entry}/relationships/field_tags`]],
  ])('%s with a body of', (method, targets) => {
    it.each(Object.entries(HOSTILE_BODIES))('%s', async (_, body) => {
      for (const target of targets())
        expectRefusal(await send({ method, target, body, headers: [['Content-Type', JSON_API]] }));
    });
  });

  it.each(Object.entries(HOSTILE_HEADERS))('with %s', async (_, headers) => {
    expectRefusalOrAnswer(await rawRequest(port, { target: COLLECTION, headers }));
  });

  it.each(Object.entries(HOSTILE_TARGETS))('for %s', async (_, target) => {
    expectRefusal(await send({ target }));
  });

  it.each(['BREW', 'TRACE', 'PROPFIND', 'get', 'GET\u0000'])('of the method %j', async (method) => {
    expectRefusal(await send({ method, target: COLLECTION }));
  });

  it('with random queries of the tokens of the query language', async () => {
    const query = fc.array(fc.constantFrom(...QUERY_ATOMS), { maxLength: 12 }).map((atoms) => atoms.join(''));

    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        expectRefusalOrAnswer(await send({ target: `${COLLECTION}?${text}` }));
      }),
      { numRuns: 300 },
    );
  });

  it('with random JSON values as the document', async () => {
    const members = fc.dictionary(fc.constantFrom('body', 'field_rating', '__proto__', 'x'), fc.jsonValue());
    const data = fc.oneof(
      fc.jsonValue(),
      // A document without a title is never stored.
      fc.record({
        type: fc.oneof(fc.constant('node--article'), fc.jsonValue()),
        attributes: fc.oneof(members, fc.jsonValue()),
        relationships: fc.oneof(
          fc.dictionary(fc.constantFrom('uid', 'field_tags', 'x'), fc.jsonValue()),
          fc.jsonValue(),
        ),
      }),
    );

    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        const body = JSON.stringify({ data: value });
        const headers = [['Content-Type', JSON_API]] as const;
        expectRefusal(await send({ method: 'POST', target: COLLECTION, body, headers }));
      }),
      { numRuns: 300 },
    );
  });

  it('with random bytes as a form at the token endpoint', async () => {
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;

    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const body = Buffer.concat([Buffer.from('grant_type=client_credentials&client_id='), bytes]);
        const { status, text } = await rawRequest(port, {
          method: 'POST',
          target: '/oauth/token',
          body,
          headers,
        });

        // 429 after fifty made-up client ids of one network.
        expect([400, 401, 413, 415, 429]).toContain(status);
        expect(JSON.parse(text)).toHaveProperty('error');
      }),
      { numRuns: 200 },
    );
  });

  function send(request: Parameters<typeof rawRequest>[1]): Promise<RawAnswer> {
    const headers = [['Authorization', authorization] as const, ...(request.headers ?? [])];
    return rawRequest(port, { ...request, headers });
  }

  async function requestToken(client: string): Promise<string> {
    const body = `grant_type=client_credentials&client_id=${client}&client_secret=${'s'.repeat(43)}`;
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    const { text } = await rawRequest(port, { method: 'POST', target: '/oauth/token', body, headers });
    return `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;
  }

  /** The documents of all collections. */
  async function everything(): Promise<string> {
    const paths = [COLLECTION, '/api/taxonomy_term/tags', '/api/node/page', '/api/user/user'];
    const answers = await Promise.all(paths.map((path) => app.api.asAdministrator().get(path)));
    return answers.map(({ text }) => text).join('\n');
  }
});

/** The request may be valid: a 200 or a 4xx with an error document. */
function expectRefusalOrAnswer(answer: RawAnswer): void {
  if (answer.status === 200) expect(findDocumentErrors(JSON.parse(answer.text))).toEqual([]);
  else expectRefusal(answer);
}

/** A 4xx with an error document; Node.js refuses malformed HTTP itself, without one. */
function expectRefusal({ status, headers, text }: RawAnswer): void {
  expect(String(status)).toMatch(/^4\d\d$/);
  if (headers['content-type'] === undefined) return;
  expect(headers['content-type']).toBe(JSON_API);
  const document = JSON.parse(text) as { errors: readonly { status: string }[] };
  expect(findDocumentErrors(document)).toEqual([]);
  expect(document.errors.length).toBeGreaterThan(0);
}
