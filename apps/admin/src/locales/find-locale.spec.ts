import { findLocale } from './find-locale.js';

describe('findLocale', () => {
  it.each([
    ['the same locale', ['pt-BR'], 'pt-BR'],
    ['a locale of the same language', ['de-AT'], 'de'],
    ['the first language that is available', ['fr', 'de', 'en'], 'de'],
    ['the same locale before others of its language', ['pt-PT'], 'pt-PT'],
    ['none', ['fr'], undefined],
  ])('finds %s', (_, preferred, expected) => {
    expect(findLocale(preferred, ['en', 'de', 'pt-BR', 'pt-PT'])).toBe(expected);
  });
});
