import { ANONYMOUS } from '@content-service/scopes';
import { articleType, idOf, model } from '../articles.fixture.js';
import { CursorSeal } from './cursor.js';
import { type CursorQuery, parseCursorQuery } from './parse-query.js';

const seal = new CursorSeal('a secret');
const limits = { pageLimitMaximum: 50, includeDepthMaximum: 3 };
const parse = (query: string): CursorQuery =>
  parseCursorQuery(query, { model, type: articleType, principal: ANONYMOUS, limits }, seal);

const place = { keys: ['x'], position: 7, id: idOf('a', 1) };
const cursor = parse('sort=title').cursors.write(place);

describe('parseCursorQuery', () => {
  it('asks for the first page, as large as allowed, when nothing is said', () => {
    expect(parse('').request).toEqual({ type: articleType, sort: [], limit: 50 });
  });

  it.each([
    ['page[size]=1', { limit: 1 }],
    ['page[size]=050', { limit: 50 }],
    [`page[after]=${cursor}`, { limit: 50, from: { direction: 'after', place } }],
    [`page[before]=${cursor}&page[size]=7`, { limit: 7, from: { direction: 'before', place } }],
    ['page[number]=3', { limit: 50 }],
  ])('%.30s', (query, page) => {
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
  ])('%.40s is refused because of %s: %s', (query, parameter, code) => {
    expect(() => parse(query)).toThrow(expect.objectContaining({ code, place: { parameter } }));
  });

  it('names the maximum when a page is too large', () => {
    expect(() => parse('page[size]=51')).toThrow(
      expect.objectContaining({
        message: `'page[size]' may be 50 at most, got 51.`,
        meta: { page: { maxSize: 50 } },
      }),
    );
  });
});
