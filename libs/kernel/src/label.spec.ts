import { labelFault } from './label.js';

describe('a label', () => {
  it.each(['A', 'Ein Schild', '東京', '👍', 'x'.repeat(255)])('may be %s', (label) => {
    expect(labelFault(label)).toBeUndefined();
  });

  it.each(['', ' \t', 'x'.repeat(256)])('is not "%s"', (label) => {
    expect(labelFault(label)).toBe('must have 1 to 255 characters, not only blanks.');
  });

  it.each(['A\0', '\ud800', 'A\udc00B'])('is not %j, which no database gives back', (label) => {
    expect(labelFault(label)).toBe('must not contain NUL or broken characters.');
  });
});
