import { parseWholeNumber } from './whole-number.js';

describe('parseWholeNumber', () => {
  it.each([
    ['0', 0],
    ['42', 42],
    ['007', 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('parses %s', (text, value) => {
    expect(parseWholeNumber(text)).toBe(value);
  });

  it.each([
    ...['', ' ', '4 2', ' 42', '42\n', '+42', '4.0', '4,2', '1e3', '0x10', '0b1', '1_000', '٤٢', '-1', '-'],
    ...['NaN', 'Infinity', 'abc', 'null', 'true', '[]', '9007199254740992', '9'.repeat(400)],
  ])('is undefined for %j', (text) => {
    expect(parseWholeNumber(text)).toBeUndefined();
  });

  it.each([
    ['-1', -1],
    ['60', 60],
    ['-2', undefined],
    ['61', undefined],
  ])('keeps to the range -1 to 60: %s', (text, value) => {
    expect(parseWholeNumber(text, { minimum: -1, maximum: 60 })).toBe(value);
  });
});
