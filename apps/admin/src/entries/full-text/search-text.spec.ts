import { getSearchedWords, toFullText } from './search-text.js';

describe('toFullText', () => {
  it.each([
    ['harb', 'harb*'],
    ['night tra', 'night* tra*'],
    ['"last stop" night', '"last stop" night*'],
    ['"last stop', '"last stop'],
    ['night -bus', 'night* -bus'],
    ['tra*', 'tra*'],
    ['a harbour & more', 'a harbour* more*'],
    ['one two three four five six seven', 'one* two* three* four* five* six* seven'],
    ['2026-01-02', '2026-01-02*'],
  ])('of %j is %j', (text, expected) => {
    expect(toFullText(text)).toBe(expected);
  });

  it.each(['', '  ', '-bus', '&& *', '"'])('is undefined for %j, which has no word to search', (text) => {
    expect(toFullText(text)).toBeUndefined();
  });

  it('is within the limits of the service', () => {
    const found = toFullText(Array.from({ length: 200 }, (_, n) => `w${n}`).join(' '));

    expect(found?.split(' ')).toHaveLength(32);
    expect(toFullText('x'.repeat(1000))).toHaveLength(401);
  });
});

describe('getSearchedWords', () => {
  it('has the words of phrases, and none that is excluded', () => {
    expect(getSearchedWords('"last stop" -bus night-tram last')).toEqual(['last', 'stop', 'night', 'tram']);
  });
});
