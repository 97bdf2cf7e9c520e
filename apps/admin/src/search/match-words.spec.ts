import { matchWords } from './match-words.js';

describe('matchWords', () => {
  it.each([
    ['New entry in Articles', 'new articles', 0],
    ['New entry in Articles', 'art new', 1],
    ['New entry in Articles', 'new artcle', 4],
    ['New entry in Articles', 'new aritcle', 4],
    ['New entry in Articles', 'nwe art', undefined],
    ['Signing keys', 'sign', 1],
    ['Signing keys', 'igning', 2],
    ['Signing keys', 'keyz', 4],
    ['Content model', 'contnet modle', 8],
    ['Content model', 'menu', undefined],
    ['Catégories', 'categories', 0],
    ['Settings', '', 0],
    ['Redirects', 'redyrekts', 5],
    ['Redirects', 'rydyrekts', undefined],
  ])('of %j and %j is %j', (label, text, expected) => {
    expect(matchWords(label, text)).toBe(expected);
  });
});
