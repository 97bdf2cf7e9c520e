import { defineProperty } from '@content-service/bundles';
import type { KeysetPosition, Sort } from '@content-service/entries';
import { ANONYMOUS } from '@content-service/scopes';
import { articleType, toUuid, model } from '../articles.fixture.js';
import { CursorCodec, type CursorQuery, parseCursorQuery } from './cursor-pagination.js';

const byTitle = sort('ascending');
const codec = new CursorCodec('a secret');
const cursors = codec.forOrder({ type: 'node--article', sort: [byTitle] });
const position: KeysetPosition = { keys: ['Grüße'], position: 1_700_000_000_000_000, id: 'a' };

describe('CursorCodec', () => {
  it.each<KeysetPosition>([
    position,
    { keys: [], position: 1, id: 'a' },
    { keys: [null, '', 0, -1.5, 1e300], position: 1, id: 'a' },
    { keys: [9_007_199_254_740_993n, -1n], position: 1, id: 'a' },
    { keys: ['\u00ff\u0000"'], position: 1, id: 'a' },
  ])('decodes the position that it encoded (%#)', (written) => {
    const cursor = cursors.encode(written);

    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(cursors.decode(cursor)).toEqual(written);
  });

  it('encodes equal positions as equal cursors, so that equal pages are equal documents', () => {
    expect(cursors.encode(position)).toBe(cursors.encode({ ...position }));
    expect(cursors.encode(position)).not.toBe(cursors.encode({ ...position, position: 2 }));
  });

  it('decodes a cursor of another codec with the same secret', () => {
    const other = new CursorCodec('a secret').forOrder({ type: 'node--article', sort: [sort('ascending')] });

    expect(other.decode(cursors.encode(position))).toEqual(position);
  });

  it('does not disclose the sort values', () => {
    const bytes = Buffer.from(cursors.encode(position), 'base64url');

    expect(bytes.includes('Grüße')).toBe(false);
    expect(bytes.length).toBeLessThan(80);
  });

  it.each([
    ['another type', { type: 'node--page', sort: [byTitle] }],
    ['another sort', { type: 'node--article', sort: [sort('descending')] }],
    ['no sort', { type: 'node--article', sort: [] }],
  ])('returns undefined for a cursor of %s', (_, order) => {
    expect(cursors.decode(codec.forOrder(order).encode(position))).toBeUndefined();
  });

  it('returns undefined for a cursor encrypted with another secret', () => {
    const foreign = new CursorCodec('another').forOrder({ type: 'node--article', sort: [byTitle] });

    expect(cursors.decode(foreign.encode(position))).toBeUndefined();
  });

  it('decodes cursors of the secret before a rotation and encodes with the current one', () => {
    const order = { type: 'node--article', sort: [byTitle] };
    const [former, present] = [
      new CursorCodec('former').forOrder(order),
      new CursorCodec('present').forOrder(order),
    ];
    const rotated = new CursorCodec('present', 'former').forOrder(order);

    expect(rotated.decode(former.encode(position))).toEqual(position);
    expect(rotated.encode(position)).toBe(present.encode(position));
  });

  it('returns undefined for a cursor with any byte changed', () => {
    const cursor = cursors.encode(position);

    for (let at = 0; at < cursor.length; at += 1) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(cursors.decode(changed)).toBeUndefined();
    }
  });

  it.each(['', 'abc', '1', 'ü', '='.repeat(60), 'A'.repeat(60)])(
    'returns undefined for the text %j',
    (text) => {
      expect(cursors.decode(text)).toBeUndefined();
      expect(cursors.decode(cursors.encode(position) + text)).toEqual(text === '' ? position : undefined);
    },
  );
});

const limits = { pageLimitMaximum: 50, includeDepthMaximum: 3, queryComplexityMaximum: 1200 };
const parse = (query: string): CursorQuery =>
  parseCursorQuery(query, { model, type: articleType, principal: ANONYMOUS, limits }, codec);

const keysetPosition = { keys: ['x'], position: 7, id: toUuid('a', 1) };
const cursor = parse('sort=title').cursors.encode(keysetPosition);

describe('parseCursorQuery', () => {
  it('selects the first page with the maximum size without page parameters', () => {
    expect(parse('').request).toEqual({ type: articleType, sort: [], limit: 50 });
  });

  it.each([
    ['page[size]=1', { limit: 1 }],
    ['page[size]=050', { limit: 50 }],
    [`page[after]=${cursor}`, { limit: 50, bound: { direction: 'after', position: keysetPosition } }],
    [
      `page[before]=${cursor}&page[size]=7`,
      { limit: 7, bound: { direction: 'before', position: keysetPosition } },
    ],
    ['page[number]=3', { limit: 50 }],
  ])('parses %.30s', (query, page) => {
    expect(parse(`sort=title&${query}`).request).toMatchObject(page);
  });

  it('keeps filter, include and fields', () => {
    const query = parse('filter[title]=x&include=field_tags&fields[node--article]=title&page[size]=1');

    expect(query.request.filter).toMatchObject({ operator: '=' });
    expect([query.include?.size, query.fields.size]).toEqual([1, 1]);
  });

  it.each([
    ['page=1', 'page', 'invalid_parameter'],
    ['page[size]=0', 'page[size]', 'invalid_parameter'],
    ['page[size]=-1', 'page[size]', 'invalid_parameter'],
    ['page[size]=ten', 'page[size]', 'invalid_parameter'],
    ['page[size]=51', 'page[size]', 'page_size_exceeded'],
    ['page[after]=', 'page[after]', 'invalid_parameter'],
    ['page[after]=nonsense', 'page[after]', 'invalid_parameter'],
    ['page[before][]=nonsense', 'page[before]', 'invalid_parameter'],
    [`page[after]=${cursor}`, 'page[after]', 'invalid_parameter'],
    [`sort=-title&page[before]=${cursor}`, 'page[before]', 'invalid_parameter'],
    [`sort=title&page[after]=${cursor}&page[before]=${cursor}`, 'page[before]', 'range_not_supported'],
    ['page[offset]=0', 'page[offset]', 'invalid_parameter'],
    ['page[limit]=1', 'page[limit]', 'invalid_parameter'],
    ['sort=title,-body.value', 'sort', 'sort_not_supported'],
  ])('refuses %.40s with the source %s and the code %s', (query, parameter, code) => {
    expect(() => parse(query)).toThrow(expect.objectContaining({ code, source: { parameter } }));
  });

  it('names the maximum in the error of a page size above it', () => {
    expect(() => parse('page[size]=51')).toThrow(
      expect.objectContaining({
        message: `'page[size]' may be 50 at most, got 51.`,
        meta: { page: { maxSize: 50 } },
      }),
    );
  });
});

function sort(direction: Sort['direction']): Sort {
  const end = {
    kind: 'property',
    field: 'title',
    property: defineProperty('string'),
    types: ['node--article'],
  };
  return {
    path: { text: 'title', steps: [], end: { ...end, kind: 'property', multiple: false } },
    direction,
    publishedOnly: false,
  };
}
