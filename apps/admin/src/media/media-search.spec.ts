import { parseMediaSearch } from './media-search.js';

describe('parseMediaSearch', () => {
  it('keeps known parameters', () => {
    const search = { q: 'tram', type: 'media--image', view: 'list', open: '0198' };

    expect(parseMediaSearch(search)).toEqual(search);
  });

  it('drops unknown and invalid ones', () => {
    expect(parseMediaSearch({ q: '', type: 'node--article', view: 'grid', open: 7, page: 2 })).toEqual({});
  });
});
