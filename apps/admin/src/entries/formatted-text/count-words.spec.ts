import { countWords } from './count-words.js';

describe('countWords', () => {
  it.each([
    ['', 0],
    [' – … ', 0],
    ['One two.', 2],
    ["It's 4.50 € at the baker's", 5],
    ['東京、大阪', 2],
  ])('of «%s» is %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});
