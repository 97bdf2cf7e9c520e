import { toQueryString } from './query.js';

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

describe('toQueryString', () => {
  it('is empty without parameters', () => {
    expect(toQueryString({ include: [], offset: 0 })).toBe('');
  });

  it('writes sort, include and page', () => {
    const text = toQueryString({ sort: '-changed', include: ['uid', 'field_tags'], limit: 25, offset: 50 });

    expect(decode(text)).toBe('?sort=-changed&include=uid,field_tags&page[limit]=25&page[offset]=50');
  });

  it.each([
    [
      { path: 'title', operator: 'CONTAINS', value: 'a & b' },
      '?filter[c0][condition][path]=title&filter[c0][condition][operator]=CONTAINS&filter[c0][condition][value]=a & b',
    ],
    [
      { path: 'uid', operator: 'IS NULL' },
      '?filter[c0][condition][path]=uid&filter[c0][condition][operator]=IS NULL',
    ],
    [
      { path: 'id', operator: 'IN', value: ['1', '2'] },
      '?filter[c0][condition][path]=id&filter[c0][condition][operator]=IN&filter[c0][condition][value][]=1&filter[c0][condition][value][]=2',
    ],
    [
      {
        conjunction: 'OR' as const,
        filters: [
          { path: 'a', operator: '=', value: '1' },
          { conjunction: 'AND' as const, filters: [{ path: 'b', operator: 'IS NULL' }] },
        ],
      },
      '?filter[g0][group][conjunction]=OR&filter[c1][condition][path]=a&filter[c1][condition][operator]==' +
        '&filter[c1][condition][value]=1&filter[c1][condition][memberOf]=g0&filter[g2][group][conjunction]=AND' +
        '&filter[g2][group][memberOf]=g0&filter[c3][condition][path]=b&filter[c3][condition][operator]=IS NULL' +
        '&filter[c3][condition][memberOf]=g2',
    ],
  ])('writes the filter %j', (filter, text) => {
    expect(decode(toQueryString({ filters: [filter] }))).toBe(text);
  });
});
