import { toErrorSummaries } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';
import { growthOfWork, LINEAR } from '../support/work.js';

const SIZE = 40_000;

/** Markup that causes backtracking in a parser: the repeated part and its surroundings. */
const MARKUP: Readonly<Record<string, readonly [start: string, repeated: string, end: string]>> = {
  'unclosed elements': ['', '<b>', ''],
  'unclosed list items': ['', '<ul><li>', ''],
  'elements closed in the wrong order': ['', '<b><i></b>', ''],
  'end tags without a start tag': ['', '</b>', ''],
  'unclosed comments': ['', '<!--', ''],
  'comments in an attribute value': ['<a href="', '<!---->', '">'],
  'unclosed quotation marks': ['', '<a href="', ''],
  'repeated attributes': ['<a', ' href="x"', '>'],
  'attributes without a value': ['<a', ' x', ''],
  'character references': ['', '&amp', ''],
  'line ends': ['', '\n \n', ''],
  'blank lines': ['a\n', ' ', 'a'],
};

describe('a hostile text', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  describe.each(['basic_html', 'full_html', 'plain_text'])('of the format %s', (format) => {
    it.each(Object.entries(MARKUP))('does work linear in its length: %s', async (_, [start, part, end]) => {
      const growth = await growthOfWork(
        SIZE,
        async (size) => {
          const value = start + part.repeat(size / part.length) + end;
          const { status } = await create({ title: '', body: { value, format } });
          expect(status).toBe(422);
        },
        3,
      );

      expect(growth).toBeLessThan(LINEAR);
    });
  });

  it('with elements nested too deep is refused with a pointer', async () => {
    const body = { value: '<b>'.repeat(101), format: 'basic_html' };

    const response = await create({ title: 'x', body });

    expect(toErrorSummaries(response)).toEqual([
      { status: '422', code: 'invalid_field_value', source: { pointer: '/data/attributes/body/value' } },
    ]);
  });

  it('of combining marks is folded with linear work', async () => {
    const growth = await growthOfWork(
      10_000,
      (size) => create({ title: `a${'\u0315\u0301'.repeat(50)}`, body: '\u0315\u0301'.repeat(size / 2) }),
      3,
    );

    expect(growth).toBeLessThan(LINEAR);
  });

  function create(attributes: object) {
    const document = { data: { type: 'node--article', attributes } };
    return app.api.asAdministrator().post('/api/node/article', document);
  }
});
