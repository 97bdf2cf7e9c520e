import { NotAcceptable, UnsupportedMediaType } from './jsonapi.errors.js';
import {
  assertAcceptable,
  assertContentType,
  isMediaTypeInUtf8,
  parseContentType,
  parseMediaTypes,
  requestsProfile,
} from './media-types.js';

const jsonapi = 'application/vnd.api+json';
const atomic = 'https://jsonapi.org/ext/atomic';

describe('assertAcceptable', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'text/html, application/xhtml+xml',
    'text/html;charset=utf-8',
    'not a media type;;,',
    jsonapi,
    'APPLICATION/VND.API+JSON',
    `${jsonapi};q=0.8, text/html`,
    `${jsonapi}; profile="https://example.com/p"`,
    `${jsonapi};charset=utf-8, ${jsonapi}`,
    `${jsonapi};ext="https://example.com/ext", ${jsonapi};profile="https://example.com/a, b"`,
    `${jsonapi};ext=""`,
  ])('accepts %j', (accept) => {
    expect(() => {
      assertAcceptable(accept);
    }).not.toThrow();
  });

  it.each([
    `${jsonapi};charset=utf-8`,
    `${jsonapi} ; Charset=utf-8`,
    `${jsonapi};charset=utf-8, */*`,
    `${jsonapi};charset`,
    `${jsonapi};ext="https://example.com/ext"`,
    `${jsonapi};EXT="https://example.com/ext"; profile="https://example.com/p"`,
    `${jsonapi};ext="${atomic}"`,
    `${jsonapi};version=1;q=1, ${jsonapi};ext="https://example.com/ext"`,
  ])('refuses %s', (accept) => {
    expect(() => {
      assertAcceptable(accept);
    }).toThrow(
      new NotAcceptable(
        `Accept names '${jsonapi}' with parameters that are not supported here; request it without parameters.`,
      ),
    );
  });

  it('accepts an extension that the endpoint applies', () => {
    expect(() => {
      assertAcceptable(`${jsonapi};ext="${atomic}"`, atomic);
      assertAcceptable(jsonapi, atomic);
    }).not.toThrow();
    expect(() => {
      assertAcceptable(`${jsonapi};ext="${atomic} https://example.com/ext"`, atomic);
    }).toThrow(NotAcceptable);
  });
});

describe('requestsProfile', () => {
  const profile = 'https://example.com/p';

  it.each([
    [`${jsonapi};profile="${profile}"`, true],
    [`text/html, ${jsonapi.toUpperCase()};q=0.5;PROFILE="https://example.com/q ${profile}"`, true],
    [undefined, false],
    [jsonapi, false],
    [`${jsonapi};profile="${profile}/other"`, false],
    [`application/json;profile="${profile}"`, false],
    [`${jsonapi};charset=utf-8;profile="${profile}", ${jsonapi}`, false],
  ])('%j: %s', (accept, asks) => {
    expect(requestsProfile(accept, profile)).toBe(asks);
  });
});

describe('assertContentType', () => {
  it.each([
    jsonapi,
    'APPLICATION/vnd.api+json',
    ` ${jsonapi} `,
    `${jsonapi};profile="https://example.com/p"`,
    `${jsonapi};ext=""`,
  ])('accepts %j', (contentType) => {
    expect(() => {
      assertContentType(contentType);
    }).not.toThrow();
  });

  it.each([
    [undefined, 'none'],
    ['', 'none'],
    ['application/json', `'application/json'`],
    ['text/plain', `'text/plain'`],
    [`${jsonapi}; charset=utf-8`, `'${jsonapi}; charset=utf-8'`],
    [`${jsonapi};q=1`, `'${jsonapi};q=1'`],
    [`${jsonapi}, ${jsonapi}`, `'${jsonapi}, ${jsonapi}'`],
    [`${jsonapi};ext="${atomic}"`, `'${jsonapi};ext="${atomic}"'`],
  ])('refuses %j', (contentType, got) => {
    expect(() => {
      assertContentType(contentType);
    }).toThrow(
      new UnsupportedMediaType(`The Content-Type must be '${jsonapi}' without parameters, got ${got}.`),
    );
  });

  it.each([
    [`${jsonapi};ext="${atomic}"`, true],
    [`${jsonapi};ext=${atomic};profile="https://example.com/p"`, true],
    [jsonapi, false],
    [`${jsonapi};ext="${atomic} https://example.com/ext"`, false],
    [`${jsonapi};ext="${atomic}";charset=utf-8`, false],
  ])('for an endpoint with an extension returns for %s: %s', (contentType, taken) => {
    const task = (): void => {
      assertContentType(contentType, atomic);
    };

    if (taken) expect(task).not.toThrow();
    else
      expect(task).toThrow(
        `The Content-Type must be '${jsonapi}' with ext="${atomic}", got '${contentType}'.`,
      );
  });
});

describe('parseMediaTypes', () => {
  it.each<[string, (readonly [string, Record<string, string>])[]]>([
    ['', []],
    [' , ,', []],
    ['text/html', [['text/html', {}]]],
    [
      'Text/HTML ;Q=0.5 , a/b',
      [
        ['text/html', { q: '0.5' }],
        ['a/b', {}],
      ],
    ],
    ['a/b;x="1, 2; 3"', [['a/b', { x: '1, 2; 3' }]]],
    [String.raw`a/b;x="\"\\,"`, [['a/b', { x: String.raw`"\,` }]]],
    ['a/b;x = "y"', [['a/b', { x: 'y' }]]],
    ['a/b;x', [['a/b', { x: '' }]]],
    ['a/b;x=y=z', [['a/b', { x: 'y=z' }]]],
    ['a/b;x="', [['a/b', { x: '"' }]]],
    ['a/b;x="y,c/d;z="1;2"', [['a/b', { x: '"y,c/d;z="1', '2"': '' }]]],
    [
      'a/b;x="y,c/d',
      [
        ['a/b', { x: '"y' }],
        ['c/d', {}],
      ],
    ],
    [
      String.raw`a/b;x="y\",c/d`,
      [
        ['a/b', { x: 'y\\' }],
        ['c/d', {}],
      ],
    ],
  ])('%j', (header, expected) => {
    const parsed = parseMediaTypes(header);

    expect(parsed.map(({ name, parameters }) => [name, Object.fromEntries(parameters)])).toEqual(expected);
  });
});

describe('parseContentType', () => {
  it.each([undefined, '', 'a/b, c/d'])('returns undefined for %j', (header) => {
    expect(parseContentType(header)).toBeUndefined();
  });
});

describe('isMediaTypeInUtf8', () => {
  it.each([
    ['application/json', true],
    ['APPLICATION/JSON;Charset="UTF-8"', true],
    ['application/json; charset=utf-8; x=y', true],
    ['application/json; charset=latin1', false],
    ['application/json; charset', false],
    ['application/json-seq', false],
    [undefined, false],
  ])('%j: %s', (header, expected) => {
    expect(isMediaTypeInUtf8('application/json', parseContentType(header))).toBe(expected);
  });
});
