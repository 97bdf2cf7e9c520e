import type { Json, Problems } from '@content-service/kernel';
import { idOf } from '../articles.fixture.js';
import { BodyConflict, InvalidBody, InvalidMember } from '../jsonapi.errors.js';
import { parseChangedEntry, parseNewEntry } from './parse-entity-document.js';
import { primaryData } from './primary-data.js';

const type = 'node--article';
const id = idOf('a', 1);

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
  ['parseNewEntry', (body: Json) => parseNewEntry(body, type)],
  ['parseChangedEntry', (body: Json) => parseChangedEntry(body, type, id)],
])('%s', (_, parse) => {
  it.each(refusals)('refuses %s', (_name, body, error, message, pointer) => {
    const place = pointer === undefined ? undefined : { pointer };

    expect(() => parse(body)).toThrow(error);
    expect(() => parse(body)).toThrow(expect.objectContaining({ message, place }));
  });

  it('reports all malformed members at once', () => {
    const body = { data: { type, id, attributes: 1, relationships: [] } };

    expect.assertions(1);
    try {
      parse(body);
    } catch (error) {
      expect((error as Problems).problems.map(({ place }) => place?.pointer)).toEqual([
        '/data/attributes',
        '/data/relationships',
      ]);
    }
  });
});

describe('parseNewEntry', () => {
  it('takes the members that say something of the entry and leaves the others', () => {
    const attributes = { title: 'One' };
    const relationships = { uid: { data: null } };
    const ignored = { lid: 'l1', links: { self: 'x' }, meta: { a: 1 } };

    expect(
      parseNewEntry({ data: { type, attributes, relationships, ...ignored }, meta: {}, x: 1 }, type),
    ).toEqual({
      attributes,
      relationships,
    });
  });

  it('takes an id the client brings', () => {
    expect(parseNewEntry({ data: { type, id } }, type)).toEqual({ id });
  });

  it('tells no attributes from empty ones', () => {
    expect(parseNewEntry({ data: { type } }, type).attributes).toBeUndefined();
    expect(parseNewEntry({ data: { type, attributes: {} } }, type).attributes).toEqual({});
  });
});

describe('parseChangedEntry', () => {
  it('needs the id of the path', () => {
    expect(() => parseChangedEntry({ data: { type } }, type, id)).toThrow(
      new InvalidBody(`The resource needs its 'id', '${id}'.`, '/data'),
    );
    expect(() => parseChangedEntry({ data: { type, id: idOf('a', 2) } }, type, id)).toThrow(
      new BodyConflict(`The body is about the entry '${idOf('a', 2)}', the URL about '${id}'.`, '/data/id'),
    );
    expect(parseChangedEntry({ data: { type, id } }, type, id)).toEqual({});
  });
});

describe('primaryData', () => {
  it.each([[null], [[]], [{ type, id }], ['x']])('%j is given as it is', (data) => {
    expect(primaryData({ data })).toEqual(data);
  });
});
