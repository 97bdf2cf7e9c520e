import fc from 'fast-check';
import type { AggregateDomainError, Json } from '@content-service/kernel';
import { toUuid } from '../articles.fixture.js';
import { BodyConflict, InvalidBody, InvalidMember } from '../jsonapi.errors.js';
import {
  getPrimaryData,
  locateJsonSyntaxError,
  parseUpdateDraft,
  parseJson,
  parseCreationDraft,
} from './request-document.js';

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
    [nested(65), 'The body nests deeper than 64 levels in line 1, column 65.'],
    [nested(100_000), 'The body nests deeper than 64 levels in line 1, column 65.'],
    ['['.repeat(880_000), 'The body nests deeper than 64 levels in line 1, column 65.'],
    ['\n{"a":'.repeat(100_000), 'The body nests deeper than 64 levels in line 66, column 1.'],
  ])('refuses %.20s', (text, message) => {
    expect(() => parseJson(bytes(text))).toThrow(expect.objectContaining({ code: 'invalid_body', message }));
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('The body is not valid UTF-8.');
  });
});

describe('locateJsonSyntaxError', () => {
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
    expect(locateJsonSyntaxError(text)).toEqual({ line, column, found });
  });

  it('returns a position for every text that JSON.parse refuses', () => {
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
        const { line, column, found } = locateJsonSyntaxError(text);

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

const type = 'node--article';
const id = toUuid('a', 1);

const refusals: [string, Json, new (...args: never) => Error, string, string | undefined][] = [
  ['null', null, InvalidBody, `The body must be an object with 'data'.`, undefined],
  ['a list', [], InvalidBody, `The body must be an object with 'data'.`, undefined],
  ['no data', { x: 1 }, InvalidBody, `The body must be an object with 'data'.`, undefined],
  ['data null', { data: null }, InvalidBody, `'data' must be one resource object.`, '/data'],
  ['data a list', { data: [{ type, id }] }, InvalidBody, `'data' must be one resource object.`, '/data'],
  ['data a string', { data: 'x' }, InvalidBody, `'data' must be one resource object.`, '/data'],
  ['no type', { data: { id } }, InvalidBody, `The resource needs its 'type', 'node--article'.`, '/data'],
  [
    'a type that is no string',
    { data: { type: 1, id } },
    InvalidBody,
    `'type' must be a string.`,
    '/data/type',
  ],
  [
    'another type',
    { data: { type: 'node--page', id } },
    BodyConflict,
    `This endpoint is for 'node--article', not for 'node--page'.`,
    '/data/type',
  ],
  [
    'an id that is no UUID',
    { data: { type, id: 'not-a-uuid' } },
    InvalidMember,
    `'id' must be a UUID in lower case, got "not-a-uuid".`,
    '/data/id',
  ],
  [
    'an id in upper case',
    { data: { type, id: id.toUpperCase() } },
    InvalidMember,
    `'id' must be a UUID in lower case, got "${id.toUpperCase()}".`,
    '/data/id',
  ],
  [
    'an empty id',
    { data: { type, id: '' } },
    InvalidMember,
    `'id' must be a UUID in lower case, got "".`,
    '/data/id',
  ],
  [
    'an id that is null',
    { data: { type, id: null } },
    InvalidMember,
    `'id' must be a UUID in lower case, got null.`,
    '/data/id',
  ],
  [
    'attributes that are a list',
    { data: { type, id, attributes: [] } },
    InvalidMember,
    `'attributes' must be an object.`,
    '/data/attributes',
  ],
  [
    'attributes that are null',
    { data: { type, id, attributes: null } },
    InvalidMember,
    `'attributes' must be an object.`,
    '/data/attributes',
  ],
  [
    'relationships that are a string',
    { data: { type, id, relationships: 'x' } },
    InvalidMember,
    `'relationships' must be an object.`,
    '/data/relationships',
  ],
];

describe.each([
  ['parseCreationDraft', (body: Json) => parseCreationDraft(body, type, () => id)],
  ['parseUpdateDraft', (body: Json) => parseUpdateDraft(body, type, id)],
])('%s', (_, parse) => {
  it.each(refusals)('refuses %s', (_name, body, error, message, pointer) => {
    const place = pointer === undefined ? undefined : { pointer };

    expect(() => parse(body)).toThrow(error);
    expect(() => parse(body)).toThrow(expect.objectContaining({ message, source: place }));
  });

  it('reports all malformed members at once', () => {
    const body = { data: { type, id, attributes: 1, relationships: [] } };

    expect.assertions(1);
    try {
      parse(body);
    } catch (error) {
      expect((error as AggregateDomainError).problems.map(({ source: place }) => place?.pointer)).toEqual([
        '/data/attributes',
        '/data/relationships',
      ]);
    }
  });
});

describe('parseCreationDraft', () => {
  const made = toUuid('b', 1);
  const newId = (): typeof made => made;

  it.each([
    ['without an id', {}, made],
    ['with an id', { id }, id],
  ])('replaces the lid of the resource itself in its relationships, %s', (_, identity, expected) => {
    const [self, other] = [
      { type, lid: 'me' },
      { type, id: toUuid('c', 1), lid: 'me' },
    ];
    const relationships = { one: { data: self }, many: { data: [self, other] }, none: { data: null } };

    expect(
      parseCreationDraft({ data: { type, lid: 'me', ...identity, relationships } }, type, newId),
    ).toEqual({
      id: expected,
      attributes: undefined,
      relationships: {
        one: { data: { type, id: expected } },
        many: { data: [{ type, id: expected }, other] },
        none: { data: null },
      },
    });
  });

  it.each([
    [{ type, lid: '' }, '/data/lid'],
    [{ type, lid: 1 }, '/data/lid'],
    [{ type, relationships: { one: { data: { type, lid: 'me' } } } }, '/data/relationships/one/data/lid'],
    [
      { type, lid: 'me', relationships: { one: { data: [{ type: 'node--page', lid: 'me' }] } } },
      '/data/relationships/one/data/0/lid',
    ],
    [
      { type, lid: 'me', relationships: { 'a/b': { data: { type, lid: 'you' } } } },
      '/data/relationships/a~1b/data/lid',
    ],
  ])('refuses %j', (data, pointer) => {
    expect(() => parseCreationDraft({ data }, type, newId)).toThrow(
      expect.objectContaining({ code: 'invalid_body', source: { pointer } }),
    );
  });

  it('returns id, attributes and relationships and ignores other members', () => {
    const attributes = { title: 'One' };
    const relationships = { uid: { data: null } };
    const ignored = { links: { self: 'x' }, meta: { a: 1 } };

    expect(
      parseCreationDraft(
        { data: { type, attributes, relationships, ...ignored }, meta: {}, x: 1 },
        type,
        newId,
      ),
    ).toEqual({
      attributes,
      relationships,
    });
  });

  it('returns a client-generated id', () => {
    expect(parseCreationDraft({ data: { type, id } }, type, newId)).toEqual({ id });
  });

  it('distinguishes absent from empty attributes', () => {
    expect(parseCreationDraft({ data: { type } }, type, newId).attributes).toBeUndefined();
    expect(parseCreationDraft({ data: { type, attributes: {} } }, type, newId).attributes).toEqual({});
  });
});

describe('parseUpdateDraft', () => {
  it('requires the id of the path', () => {
    expect(() => parseUpdateDraft({ data: { type } }, type, id)).toThrow(
      new InvalidBody(`The resource needs its 'id', '${id}'.`, '/data'),
    );
    expect(() => parseUpdateDraft({ data: { type, id: toUuid('a', 2) } }, type, id)).toThrow(
      new BodyConflict(
        `The 'id' of the body must be that of the URL, '${id}', got '${toUuid('a', 2)}'.`,
        '/data/id',
      ),
    );
    expect(parseUpdateDraft({ data: { type, id } }, type, id)).toEqual({});
  });
});

describe('getPrimaryData', () => {
  it.each([[null], [[]], [{ type, id }], ['x']])('returns %j unchanged', (data) => {
    expect(getPrimaryData({ data })).toEqual(data);
  });
});
