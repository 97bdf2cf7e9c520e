import { findMissingWords, findSnippet } from './find-snippet.js';

/** A snippet with its matches in brackets. */
const format = (text: string, words: readonly string[]): string | undefined =>
  findSnippet(text, words)
    ?.map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('findSnippet', () => {
  it.each([
    ['The old harbours of the north', ['harb'], 'The old [harbours] of the north'],
    ['Night trams,\n and  a NIGHT bus', ['night', 'tram'], '[Night] [trams], and a [NIGHT] bus'],
    ['Das Café Éclair', ['cafe', 'éclair'], 'Das [Café] [Éclair]'],
    ['大東京都', ['東京'], '大[東京]都'],
    ['The nordhafen', ['hafen'], undefined],
    ['', ['a'], undefined],
    ['A text', [], undefined],
  ])('of %j for %j is %j', (text, words, expected) => {
    expect(format(text, words)).toBe(expected);
  });

  it('is a piece of whole words around the first match', () => {
    const text = `${'before '.repeat(50)}harbour ${'behind '.repeat(50)}`;

    expect(format(text, ['harbour'])).toBe(
      `… ${'before '.repeat(4)}[harbour] ${'behind '.repeat(17).trim()} …`,
    );
  });
});

describe('findMissingWords', () => {
  it('has those that no word of the text begins with', () => {
    expect(findMissingWords('Cafés at the Nordhafen', ['cafe', 'the', 'hafen', 'tea'])).toEqual([
      'hafen',
      'tea',
    ]);
  });
});
