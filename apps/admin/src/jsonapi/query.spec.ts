import { queryText } from './query.js';

const read = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

describe('queryText', () => {
  it('is empty when nothing is asked for', () => {
    expect(queryText({ include: [], offset: 0 })).toBe('');
  });

  it('writes sort, include and page', () => {
    const text = queryText({ sort: '-changed', include: ['uid', 'field_tags'], limit: 25, offset: 50 });

    expect(read(text)).toBe('?sort=-changed&include=uid,field_tags&page[limit]=25&page[offset]=50');
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
  ])('writes the condition %j', (filter, text) => {
    expect(read(queryText({ filters: [filter] }))).toBe(text);
  });
});
