import { NotAcceptable, UnsupportedMediaType } from './jsonapi.errors.js';
import { asksForProfile, requireAcceptable, requireContentType } from './media-type.js';

const jsonapi = 'application/vnd.api+json';
const atomic = 'https://jsonapi.org/ext/atomic';

describe('requireAcceptable', () => {
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
  ])('%j is served', (accept) => {
    expect(() => {
      requireAcceptable(accept);
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
  ])('%s is not', (accept) => {
    expect(() => {
      requireAcceptable(accept);
    }).toThrow(
      new NotAcceptable(
        `Accept names '${jsonapi}' with parameters that are not supported here; ask for it without parameters.`,
      ),
    );
  });

  it('serves an extension where it is applied', () => {
    expect(() => {
      requireAcceptable(`${jsonapi};ext="${atomic}"`, atomic);
      requireAcceptable(jsonapi, atomic);
    }).not.toThrow();
    expect(() => {
      requireAcceptable(`${jsonapi};ext="${atomic} https://example.com/ext"`, atomic);
    }).toThrow(NotAcceptable);
  });
});

describe('asksForProfile', () => {
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
    expect(asksForProfile(accept, profile)).toBe(asks);
  });
});

describe('requireContentType', () => {
  it.each([
    jsonapi,
    'APPLICATION/vnd.api+json',
    ` ${jsonapi} `,
    `${jsonapi};profile="https://example.com/p"`,
    `${jsonapi};ext=""`,
  ])('%j is taken', (contentType) => {
    expect(() => {
      requireContentType(contentType);
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
  ])('%j is not', (contentType, got) => {
    expect(() => {
      requireContentType(contentType);
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
  ])('where an extension must be applied, %s: %s', (contentType, taken) => {
    const act = (): void => {
      requireContentType(contentType, atomic);
    };

    if (taken) expect(act).not.toThrow();
    else
      expect(act).toThrow(
        `The Content-Type must be '${jsonapi}' with ext="${atomic}", got '${contentType}'.`,
      );
  });
});
