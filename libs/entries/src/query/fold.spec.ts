import { jest } from '@jest/globals';
import { fold } from './index-value.js';

describe('fold', () => {
  it.each([
    ['Plain ASCII 100% a_b', 'plain ascii 100% a_b'],
    ['Éclair', 'eclair'],
    ['e\u0301clair', 'eclair'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['ﬁsh', 'fish'],
    ['ｆｕｌｌ', 'full'],
    ['İzmir', 'izmir'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευς'],
    ['trailing ', 'trailing '],
    ['漢字', '漢字'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('distinguishes texts that differ in more than case and accents', () => {
    expect(fold('straße')).not.toBe(fold('strasse'));
    expect(fold('😀')).not.toBe(fold('😁'));
    expect(fold('a ')).not.toBe(fold('a'));
  });

  it('returns the same for every character, whether marks are removed before or after decomposition', () => {
    const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const folded = (text: string): string =>
      text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');

    expect(characters.filter((character) => fold(character) !== folded(character))).toEqual([]);
  });

  it('removes a run of combining marks before normalization, which takes quadratic time', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');

    const folded = fold(`a${'\u0315\u0301'.repeat(1000)}é`);

    const normalised = normalize.mock.contexts.map(String);
    normalize.mockRestore();
    expect(folded).toBe('ae');
    expect(normalised).toEqual(['aé', 'ae']);
  });

  it('does not change folded text', () => {
    const folded = fold('Ünïcödé ﷺ Ⅷ ½ Ǆ');

    expect(fold(folded)).toBe(folded);
  });
});
