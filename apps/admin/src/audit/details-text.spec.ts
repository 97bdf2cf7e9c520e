import { detailsText } from './details-text.js';

describe('detailsText', () => {
  it.each([
    [{}, ''],
    [{ label: 'Website', scopes: ['a', 'b', 'c'] }, 'label: Website, scopes: 3 values'],
    [{ previous: true, value: ['*'] }, 'previous: true, value: ["*"]'],
    [{ text: 'x'.repeat(60) }, `text: ${'x'.repeat(40)}…`],
  ])('says %j as «%s»', (details, text) => {
    expect(detailsText(details)).toBe(text);
  });
});
