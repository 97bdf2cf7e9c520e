import { suggestAlias } from './suggested-alias.js';

describe('suggestAlias', () => {
  it.each([
    ['The last tram', '/the-last-tram'],
    ['Über uns & Straßen', '/uber-uns-strassen'],
    ["  It’s 5 o'clock – somewhere!  ", '/its-5-oclock-somewhere'],
    ['東京の夜', '/東京の夜'],
    ['', ''],
    ['!?', ''],
    [`${'word '.repeat(40)}end`, `/${Array(16).fill('word').join('-')}`],
    ['a'.repeat(200), `/${'a'.repeat(80)}`],
  ])('of «%s» is «%s»', (title, alias) => {
    expect(suggestAlias(title)).toBe(alias);
  });
});
