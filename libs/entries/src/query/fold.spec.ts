import { jest } from '@jest/globals';
import { fold } from './fold.js';

describe('fold', () => {
  it.each([
    ['Plain ASCII 100% a_b', 'plain ascii 100% a_b'],
    ['Éclair', 'eclair'],
    ['e\u0301clair', 'eclair'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['ﬁsh', 'fish'],
    ['ｆｕｌｌ', 'full'],
    ['İzmir', 'izmir'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
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

  it.each([
    ['Hindi', ['कम', 'काम', 'कमी', 'किम', 'कम्', 'कं', 'क़म']],
    ['Bengali', ['বন', 'বান', 'বিন', 'বন্']],
    ['Tamil', ['படம்', 'படம', 'பாடம்', 'பாடம']],
    ['Thai', ['กน', 'กิน', 'กิ่น', 'กุน', 'กัน']],
    ['Lao', ['ກນ', 'ກິນ', 'ກີນ']],
    ['Khmer', ['កន', 'កុន', 'កូន', 'ក្ន']],
    ['Burmese', ['မန', 'မိန', 'မန်']],
    ['Tibetan', ['བད', 'བོད', 'བུད']],
    ['Sinhala', ['කම', 'කාම', 'කම්']],
    ['Dhivehi', ['ދވ', 'ދިވެ']],
    ['Japanese', ['か', 'が']],
    ['Japanese with semi-voicing', ['は', 'ば', 'ぱ']],
  ])('keeps the marks that are letters of %s', (_, words) => {
    expect(new Set(words.map(fold)).size).toBe(words.length);
  });

  it.each([
    ['half-width kana', 'ｶﾞﾗｽ', 'ガラス'],
    ['decomposed kana', 'か\u3099', 'が'],
    ['decomposed Hangul', '\u1112\u1161\u11ab', '한'],
    ['a decomposed vowel sign', '\u0995\u09c7\u09be', '\u0995\u09cb'],
    ['points of Hebrew', 'שָׁלוֹם', 'שלום'],
    ['points of Arabic', 'مُحَمَّدٌ', 'محمد'],
    ['a hamza', 'أحمد', 'احمد'],
    ['accents of Cyrillic', 'за́мок', 'замок'],
    ['a titlo', 'гд҃ь', 'гдь'],
    ['a soft hyphen', 'Donau\u00addampf', 'donaudampf'],
    ['a space without width', 'สวัส\u200bดี', 'สวัสดี'],
    ['joiners', 'می\u200cخواهم क\u200d', 'میخواهم क'],
    ['a word joiner and a byte order mark', '\ufeffnight\u2060tram', 'nighttram'],
    ['directions', '\u200fabc\u202e', 'abc'],
    ['a selector of variants', '❤\ufe0f 葛\u{e0100}', '❤ 葛'],
    ['an accent behind what is not seen', 'e\u200d\u0301', 'e'],
    ['only what is not seen', '\u00ad\u200b\u3164', ''],
    ['only an accent', '\u0301', ''],
  ])('folds %s', (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each(['ΣΟΦΟΣ', 'σοφος', 'σοφοσ'])('folds %s wherever its sigma stands', (text) => {
    expect(fold(text)).toBe('σοφοσ');
    expect(fold(text.slice(0, -1)) + fold(text.slice(-1))).toBe(fold(text));
  });

  it('returns the same for every character, whether accents are removed before or after decomposition', () => {
    const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const isDropped = (character: string): boolean => fold(character) === '';
    const folded = (text: string): string => {
      const kept = Array.from(text.normalize('NFKD')).filter((part) => !isDropped(part));
      return kept.join('').toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
    };

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

  it('normalizes a run of marks that are letters in pieces of thirty', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');

    const folded = fold(`क${'\u094d\u093c'.repeat(1000)}क`);

    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    normalize.mockRestore();
    expect(folded).toHaveLength(2002);
    expect(Math.max(...lengths)).toBe(31);
  });

  it('does not change folded text', () => {
    const folded = fold('Ünïcödé ﷺ Ⅷ ½ Ǆ');

    expect(fold(folded)).toBe(folded);
  });
});
