import { formatDetails } from './format-details.js';

describe('formatDetails', () => {
  it.each([
    [{}, ''],
    [{ label: 'Website', scopes: ['a', 'b', 'c'] }, 'label: Website, scopes: 3 values'],
    [{ previous: true, value: ['*'] }, 'previous: true, value: ["*"]'],
    [{ inserted: 12345, problems: 1 }, 'inserted: 12,345, problems: 1'],
    [{ text: 'x'.repeat(60) }, `text: ${'x'.repeat(40)}…`],
  ])('formats %j as «%s»', (details, text) => {
    expect(formatDetails(details)).toBe(text);
  });
});
