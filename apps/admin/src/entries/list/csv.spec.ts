import { toCsvLine } from './csv.js';

describe('toCsvLine', () => {
  it('quotes cells, doubles quotes, and leaves numbers as they are', () => {
    expect(toCsvLine(['a, b', 'say "x"', 'two\nlines', -5, ''])).toBe(
      '"a, b","say ""x""","two\nlines",-5,""\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
    'disarms %j, which a spreadsheet would calculate',
    (text) => {
      expect(toCsvLine([text])).toBe(`"'${text}"\r\n`);
    },
  );

  it('does not change a text with such a character further on', () => {
    expect(toCsvLine(['1 + 1 = 2', 'a@b.example'])).toBe('"1 + 1 = 2","a@b.example"\r\n');
  });
});
