import { formatEntryPath } from '../support/entry-path.js';
import { startApp, type TestApp } from '../support/app.js';

const COLLECTION = '/api/node/article';
const ERRORS_MAXIMUM = 100;

interface ErrorDocument {
  readonly errors: readonly { readonly status: string; readonly code: string; readonly source?: object }[];
  readonly meta?: { readonly omittedErrors?: number };
}

describe('the limits of one request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());
  afterEach(() => app.site.settings({ queryComplexityMaximum: 1200, documentBytesMaximum: 16 * 2 ** 20 }));

  it.each(['AND', 'OR'])('GET of a collection with 60 nested %s groups is served', async (conjunction) => {
    const groups = Array.from(
      { length: 60 },
      (_, n) =>
        `filter[g${n}][group][conjunction]=${conjunction}` +
        (n === 0 ? '' : `&filter[g${n}][group][memberOf]=g${n - 1}`),
    );
    const condition =
      'filter[c][condition][path]=title&filter[c][condition][value]=x&filter[c][condition][memberOf]=g59';

    const { status } = await app.api.asReader().get(`${COLLECTION}?${[...groups, condition].join('&')}`);

    expect(status).toBe(200);
  });

  describe('a query of', () => {
    it.each([
      ['249 CONTAINS on a text', 'filter', conditions(249, 'body.value', 'CONTAINS')],
      ['200 IS NULL on a text', 'filter', conditions(200, 'body.value', 'IS NULL')],
      ['200 IS NULL behind a relationship', 'filter', conditions(200, 'field_tags.name', 'IS NULL')],
      ['100 CONTAINS behind a relationship', 'filter', conditions(100, 'field_related.title', 'CONTAINS')],
      ['one condition behind five relationships', 'filter', conditions(1, related(5, 'title'), '<>')],
      [
        'a sort of 20 keys through 5 relationships',
        'sort',
        `sort=${Array(20).fill(related(5, 'title')).join(',')}`,
      ],
      [
        'includes of eleven relationships',
        'include',
        `include=${['uid', 'field_tags', 'field_category'].map((end) => related(8, end)).join(',')}`,
      ],
    ])('%s is refused with its cost, by offset and by cursor', async (_, parameter, query) => {
      await app.site.settings({ queryComplexityMaximum: parameter === 'include' ? 100 : 1200 });
      const profile =
        'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';
      const path = `${COLLECTION}?${encodeURI(query)}`;

      const [byOffset, byCursor] = [
        await app.api.asReader().get(path),
        await app.api.asReader().get(path, { Accept: profile }),
      ];

      for (const { status, body } of [byOffset, byCursor])
        expect([status, (body as ErrorDocument).errors]).toEqual([
          400,
          [
            expect.objectContaining({
              code: 'invalid_parameter',
              detail: expect.stringMatching(
                /^The query is too complex: it costs \d+, at most \d+ are allowed[.]/,
              ),
              source: { parameter },
              meta: { complexity: expect.any(Number), maximum: expect.any(Number) },
            }),
          ],
        ]);
    });

    it('many includes is refused for a single entry as well', async () => {
      await app.site.settings({ queryComplexityMaximum: 100 });
      const article = await app.site.article();
      const include = encodeURI(
        `include=${['uid', 'field_tags', 'field_category'].map((end) => related(5, end)).join(',')},${related(5, 'field_related.field_related.field_related.uid')}`,
      );

      const { status, body } = await app.api.asReader().get(`${formatEntryPath(article)}?${include}`);

      expect([status, (body as ErrorDocument).errors[0]?.source]).toEqual([400, { parameter: 'include' }]);
    });

    it.each([
      ['sixty conditions on a string', conditions(60, 'title', 'CONTAINS')],
      ['sixty comparisons behind a relationship', conditions(60, 'field_tags.name', '=')],
      ['sixty ids of targets', conditions(60, 'field_tags.id', '=')],
      ['sixty IS NULL', conditions(60, 'field_summary', 'IS NULL')],
      ['three nested groups', `${nestedGroups(3)}&${conditions(60, 'field_rating', '>', 'g2')}`],
    ])('%s is answered', async (_, query) => {
      const { status } = await app.api.asReader().get(`${COLLECTION}?${encodeURI(query)}`);

      expect(status).toBe(200);
    });

    it('a query up to queryComplexityMaximum is answered', async () => {
      await app.site.settings({ queryComplexityMaximum: 100 });
      const status = async (amount: number): Promise<number> =>
        (await app.api.asReader().get(`${COLLECTION}?${encodeURI(conditions(amount, 'title', 'CONTAINS'))}`))
          .status;

      expect([await status(25), await status(26)]).toEqual([200, 400]);
    });
  });

  describe('a body with 20,000 errors', () => {
    const strange = Array.from({ length: 9_999 }, () => ({ type: 'nope--nope', id: 'x' }));
    const absent = Array.from({ length: 5_000 }, (_, n) => ({
      type: 'taxonomy_term--tags',
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    }));

    it.each([
      ['identifiers of an unknown type', { relationships: { field_tags: { data: strange } } }, 9_999],
      ['identifiers of absent entries', { relationships: { field_tags: { data: absent } } }, 5_000],
      [
        'unknown attributes',
        { attributes: { title: 'x', ...Object.fromEntries(strange.map((__, n) => [`x${n}`, 1])) } },
        9_999,
      ],
    ])('%s: at most 100 errors and the number of the others in meta', async (_, members, faults) => {
      const data = { type: 'node--article', attributes: { title: 'x' }, ...members };

      const { body, text } = await app.api.asAdministrator().post(COLLECTION, { data });

      const document = body as ErrorDocument;
      expect([document.errors.length, document.meta]).toEqual([
        ERRORS_MAXIMUM,
        { omittedErrors: faults - ERRORS_MAXIMUM },
      ]);
      expect(text.length).toBeLessThan(100_000);
    });

    it('at a relationship and in atomic operations: at most 100 errors', async () => {
      const article = await app.site.article();
      const atomic = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
      const operation = {
        op: 'add',
        data: {
          type: 'node--article',
          attributes: { title: 'x' },
          relationships: { field_tags: { data: strange } },
        },
      };

      const answers = [
        await app.api
          .asAdministrator()
          .patch(`${formatEntryPath(article)}/relationships/field_tags`, { data: strange }),
        await app.api
          .asAdministrator()
          .post(
            '/api/operations',
            { 'atomic:operations': [operation] },
            { 'Content-Type': atomic, Accept: atomic },
          ),
      ];

      for (const { body } of answers)
        expect([(body as ErrorDocument).errors.length, (body as ErrorDocument).meta]).toEqual([
          ERRORS_MAXIMUM,
          { omittedErrors: strange.length - ERRORS_MAXIMUM },
        ]);
    });
  });

  it('a relationship with more than 10,000 targets is refused, in one request and over several', async () => {
    const tag = await app.site.tag();
    const article = await app.site.article({}, { field_tags: Array.from({ length: 10_000 }, () => tag) });
    const path = `${formatEntryPath(article)}/relationships/field_tags`;
    const member = (arity: number): object => ({ type: tag.type, id: tag.id, meta: { arity } });

    const tooMany = Array.from({ length: 10_001 }, (_, n) => member(n));
    const answers = [
      await app.api.asAdministrator().patch(path, { data: tooMany }),
      await app.api.asAdministrator().post(path, { data: [member(10_000)] }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect((await app.site.findStored(article))?.relationships['field_tags']).toHaveLength(10_000);
  });

  describe('a response above documentBytesMaximum', () => {
    const value = 'x'.repeat(300_000);
    beforeAll(async () => {
      await app.site.settings({ documentBytesMaximum: 2 ** 20 });
      const long = await app.site.page({ body: { value } });
      for (let n = 0; n < 2; n++) await app.site.page({ body: { value } });
      expect(long.attributesText.length).toBeGreaterThan(2 * value.length);
    });
    beforeEach(() => app.site.settings({ documentBytesMaximum: 2 ** 20 }));

    it('is refused with advice, and smaller pages and fewer fields are answered', async () => {
      const get = (query: string): ReturnType<ReturnType<TestApp['api']['asReader']>['get']> =>
        app.api.asReader().get(`/api/node/page${query}`);

      const refused = await get('');

      expect((refused.body as ErrorDocument).errors).toMatchObject([
        { status: '400', code: 'document_too_large', meta: { maximumBytes: 2 ** 20 } },
      ]);
      expect((await get('?page[limit]=1')).status).toBe(200);
      expect((await get('?fields[node--page]=title')).status).toBe(200);
    });

    it('is refused while its entries are loaded, whatever fields are requested', async () => {
      for (let n = 0; n < 8; n++) await app.site.page({ body: { value } });

      const { body } = await app.api.asReader().get('/api/node/page?fields[node--page]=title');

      expect((body as ErrorDocument).errors).toMatchObject([
        { status: '400', code: 'document_too_large', meta: { maximumCharacters: 4 * 2 ** 20 } },
      ]);
    });

    it('is sent for a single entry', async () => {
      const article = await app.site.article({ body: { value: 'x'.repeat(600_000) } });

      expect((await app.api.asReader().get(formatEntryPath(article))).status).toBe(200);
    });
  });

  it('a text whose HTML is seven times as long is refused with a pointer', async () => {
    const attributes = { title: 'x', body: { value: "'".repeat(100_000), format: 'plain_text' } };

    const { status, body } = await app.api
      .asAdministrator()
      .post(COLLECTION, { data: { type: 'node--article', attributes } });

    expect([status, (body as ErrorDocument).errors]).toMatchObject([
      422,
      [{ code: 'invalid_field_value', source: { pointer: '/data/attributes/body/value' } }],
    ]);
  });
});

function conditions(amount: number, path: string, operator: string, group?: string): string {
  return Array.from({ length: amount }, (_, n) => {
    const name = `filter[c${n}][condition]`;
    const value = operator === 'IS NULL' ? '' : `&${name}[value]=${n}`;
    const memberOf = group === undefined ? '' : `&${name}[memberOf]=${group}`;
    return `${name}[path]=${path}&${name}[operator]=${operator}${value}${memberOf}`;
  }).join('&');
}

function nestedGroups(depth: number): string {
  return Array.from(
    { length: depth },
    (_, n) =>
      `filter[g${n}][group][conjunction]=OR${n === 0 ? '' : `&filter[g${n}][group][memberOf]=g${n - 1}`}`,
  ).join('&');
}

/** A filter path through several article references to a field. */
function related(steps: number, end: string): string {
  return [...Array<string>(steps).fill('field_related'), end].join('.');
}
