import fc from 'fast-check';
import { findJsonFault } from './json-fault.js';
import { parseJson } from './parse-json.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('parseJson', () => {
  it.each([
    ['{"a":[1,null]}', { a: [1, null] }],
    ['\uFEFF{}', {}],
    [' null ', null],
    [nested(64), JSON.parse(nested(64))],
  ])('%s', (text, value) => {
    expect(parseJson(bytes(text))).toEqual(value);
  });

  it.each([
    ['', 'The request has no body; send a JSON:API document.'],
    [' \n', 'The request has no body; send a JSON:API document.'],
    ['{"data": {', 'The body is not valid JSON: unexpected end of text in line 1, column 11.'],
    ['{\n  "data": nil\n}', `The body is not valid JSON: unexpected 'nil' in line 2, column 11.`],
    [nested(65), 'The body nests deeper than 64 levels.'],
    [nested(100_000), 'The body nests deeper than 64 levels.'],
  ])('%.20s is refused', (text, message) => {
    expect(() => parseJson(bytes(text))).toThrow(expect.objectContaining({ code: 'invalid_body', message }));
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('The body is not valid UTF-8.');
  });
});

describe('findJsonFault', () => {
  it.each([
    ['', 1, 1, 'end of text'],
    ['nope', 1, 1, `'nope'`],
    ['{"a":1,}', 1, 8, `'}'`],
    ['{"a" 1}', 1, 6, `'1}'`],
    ['{a:1}', 1, 2, `'a:1}'`],
    ['[1,]', 1, 4, `']'`],
    ['[1 2]', 1, 4, `'2]'`],
    ['[01]', 1, 3, `'1]'`],
    ['[1}', 1, 3, `'}'`],
    ['{} {}', 1, 4, `'{}'`],
    ['"abc', 1, 1, `'"abc'`],
    ['["\\x"]', 1, 2, `'"\\x"]'`],
    ['["a\tb"]', 1, 2, `'"a\tb"]'`],
    ['{"a":"b",\n\n "c":}', 3, 6, `'}'`],
    ['{"a":tru}', 1, 6, `'tru}'`],
  ])('%j', (text, line, column, found) => {
    expect(findJsonFault(text)).toEqual({ line, column, found });
  });

  it('ends with a place for whatever JSON.parse refuses', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      'null',
      ' ',
      '\n',
      '\\',
    );
    const broken = fc
      .array(piece, { maxLength: 30 })
      .map((pieces) => pieces.join(''))
      .filter(isBroken);

    fc.assert(
      fc.property(broken, (text) => {
        const { line, column, found } = findJsonFault(text);

        const rest = text
          .split('\n')
          .slice(line - 1)
          .join('\n')
          .slice(column - 1);
        expect(found === 'end of text' ? rest : rest.slice(0, 1)).toBe(
          found === 'end of text' ? '' : found.charAt(1),
        );
      }),
    );
  });
});

function isBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
