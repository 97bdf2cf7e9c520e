import { formatDetails } from './format-details.js';

describe('formatDetails', () => {
  it.each([
    [{}, ''],
    [{ label: 'Website', scopes: ['a', 'b', 'c'] }, 'label: Website, scopes: 3 values'],
    [{ previous: true, value: ['*'] }, 'previous: true, value: ["*"]'],
    [{ text: 'x'.repeat(60) }, `text: ${'x'.repeat(40)}…`],
  ])('formats %j as «%s»', (details, text) => {
    expect(formatDetails(details)).toBe(text);
  });
});
