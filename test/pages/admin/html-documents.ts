import fc from 'fast-check';

/** What a format allows, as `GET /manage/content-model` lists it. */
export interface AllowedHtml {
  readonly name: string;
  readonly elements: Readonly<Record<string, readonly string[]>>;
  readonly attributes: readonly string[];
}

const signs = fc.constantFrom(
  'a',
  'b',
  'ä',
  '漢',
  '🚋',
  ' ',
  '0',
  '7',
  '<',
  '>',
  '&',
  '"',
  "'",
  '=',
  '/',
  '{',
);
const text = fc.string({ unit: signs, minLength: 1, maxLength: 10 });
const escape = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** As browsers write it (HTML, «Escaping a string»). */
const toAttribute = (words: string): string => escape(words).replaceAll('"', '&quot;');

/** Words begin and end with a letter: HTML collapses spaces at the ends of lines. */
const words = text.map((inner) => escape(`a${inner.replaceAll(/ +/g, ' ').trim()}z`));
const wrap =
  (element: string, attributes = '') =>
  (inner: string): string =>
    `<${element}${attributes}>${inner}</${element}>`;
const many = (arbitrary: fc.Arbitrary<string>, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(arbitrary, { minLength, maxLength }).map((parts) => parts.join(''));

const LINKS = [
  ' href="https://example.com/a?b=1&amp;c=2"',
  ' href="/stories/harbour"',
  ' href="#top"',
  ' href="mailto:ada@example.org" hreflang="de"',
  ' href="/node/0190c2a4-0000-7000-8000-000000000000" data-entity-type="node" data-entity-uuid="0190c2a4-0000-7000-8000-000000000000" data-entity-substitution="canonical"',
];
const picture = fc
  .tuple(fc.constantFrom('', 'A "tram" & more', '007'), fc.constantFrom('', ' width="320" height="200"'))
  .map(
    ([alt, size]) =>
      `<img src="https://cms.example.com/files/a%20b.jpg?x=1&amp;y=2" alt="${toAttribute(alt)}"${size}>`,
  );

/** Documents as the editor writes them in a format. */
export function createDocuments({ name }: AllowedHtml): fc.Arbitrary<string> {
  const isFull = name === 'full_html';
  const marks = [
    'strong',
    'em',
    'code',
    'cite',
    ...(isFull ? ['s', 'u', 'sub', 'sup', 'b', 'i', 'kbd', 'del'] : []),
  ];
  const mark = fc.constantFrom(...marks).chain((element) => words.map(wrap(element)));
  const link = fc
    .constantFrom(...LINKS)
    .chain((attributes) => fc.oneof(words, mark, picture).map(wrap('a', attributes)));
  const lineBreak = fc.constant('<br>');
  const piece = fc.oneof(mark, link, picture, lineBreak);
  /** Words between pieces: two equal marks beside each other would become one. */
  const line = fc
    .array(fc.tuple(piece, words), { maxLength: 3 })
    .chain((pairs) => words.map((first) => first + pairs.flat().join('')));
  const paragraph = line.map(wrap('p'));
  const heading = fc
    .tuple(fc.constantFrom('h2', 'h3', 'h4', 'h5', 'h6'), fc.constantFrom('', ' id="part-1"'))
    .chain(([element, id]) => line.map(wrap(element, id)));
  const list = (items: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .constantFrom(
        ['ul', ''],
        ['ul', ' type="square"'],
        ['ol', ''],
        ['ol', ' start="3"'],
        ['ol', ' type="a"'],
      )
      .chain(([element = '', attributes]) =>
        many(items.map(wrap('li')), 1, 3).map(wrap(element, attributes)),
      );
  const flat = list(fc.oneof(line, paragraph, fc.constant('')));
  const nested = list(fc.tuple(fc.oneof(line, paragraph), flat).map((parts) => parts.join('')));
  const quotation = fc
    .constantFrom('', ' cite="https://example.com/source"')
    .chain((cite) => fc.oneof(line, many(paragraph, 1, 2), flat).map(wrap('blockquote', cite)));
  const terms = many(
    fc.tuple(line.map(wrap('dt')), fc.oneof(line, paragraph).map(wrap('dd'))).map((pair) => pair.join('')),
    1,
    2,
  ).map(wrap('dl'));
  const basic = [paragraph, heading, flat, nested, quotation, terms];
  if (!isFull) return many(fc.oneof(...basic), 1, 5);

  const code = fc
    .tuple(fc.constantFrom('', ' class="language-js"'), text)
    .map(([language, inner]) => `<pre><code${language}>${escape(inner)}\n  x</code></pre>`);
  const row = (element: string): fc.Arbitrary<string> =>
    fc
      .tuple(fc.oneof(line, paragraph, flat, fc.constant('')), line)
      .map((cells) => wrap('tr')(cells.map(wrap(element)).join('')));
  const body = many(row('td'), 1, 3).map(wrap('tbody'));
  const table = fc.oneof(
    body.map(wrap('table')),
    fc
      .tuple(row('th').map(wrap('thead')), body)
      .map((parts) => wrap('table', ' class="prices"')(parts.join(''))),
    line.map(
      (inner) =>
        `<table><tbody><tr><th colspan="2">${inner}</th></tr><tr><td>a</td><td>b</td></tr></tbody></table>`,
    ),
    line.map(
      (inner) =>
        `<table><tbody><tr><td rowspan="2">${inner}</td><td>a</td></tr><tr><td>b</td></tr></tbody></table>`,
    ),
  );
  const container = fc
    .constantFrom(['aside', ' class="callout"'], ['div', ''], ['section', ' lang="de" id="b"'])
    .chain(([element = '', attributes]) =>
      fc.oneof(line, many(fc.oneof(paragraph, flat, table), 1, 2)).map(wrap(element, attributes)),
    );
  const figure = fc
    .tuple(fc.oneof(picture, quotation, table), line.map(wrap('figcaption')))
    .map((parts) => wrap('figure')(parts.join('')));
  const rule = fc.constant('<hr>');
  const styled = line.map(wrap('p', ' class="lead" data-note="1"'));
  return many(fc.oneof(...basic, code, table, container, figure, rule, styled), 1, 5);
}

/** Any HTML of the elements and attributes that a format allows, however senseless, and some that it does not allow. */
export function createAnyHtml({ elements, attributes }: AllowedHtml): fc.Arbitrary<string> {
  const names = Object.keys(elements);
  const element = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...names) },
    fc.constantFrom('font', 'center', 'b', 's'),
  );
  const toNames = (name: string): readonly string[] =>
    [...(elements[name] ?? []), ...attributes, 'style'].map((attribute) => attribute.replace('*', 'x'));
  const tag = element.chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.option(fc.constantFrom(...toNames(name)), { freq: 4 }),
      fc.constantFrom('2', '', 'https://example.com/'),
    ),
  );
  const { tree } = fc.letrec<{ tree: string; node: string }>((tie) => ({
    tree: fc.array(tie('node'), { maxLength: 3 }).map((nodes) => nodes.join('')),
    node: fc.oneof(
      { maxDepth: 5 },
      words,
      fc.constantFrom(' ', '\n', '&nbsp;', '<br>', '<!-- x -->'),
      fc.tuple(tag, tie('tree')).map(([[name, attribute, value], inner]) => {
        const start = `<${name}${attribute === null ? '' : ` ${attribute}="${value}"`}>`;
        return ['br', 'hr', 'img', 'wbr', 'source', 'track', 'col'].includes(name)
          ? start
          : `${start}${inner}</${name}>`;
      }),
    ),
  }));
  return tree;
}
