import { formatBulkResult, formatEntries } from './bulk-words.js';

describe('formatBulkResult', () => {
  it.each([
    [
      'publish',
      { changed: 1200, unchanged: 3, failed: 1 },
      '1,200 published, 3 were published already, 1 refused.',
    ],
    ['delete', { changed: 2, unchanged: 0, failed: 0 }, '2 deleted.'],
  ])('tells the result of %s', (action, counts, text) => {
    expect(formatBulkResult({ parameters: { action } }, { ...counts, failures: [] })).toBe(text);
  });
});

describe('formatEntries', () => {
  it.each([
    [1, '1 entry'],
    [10_001, '10,001 entries'],
  ])('%d is %s', (count, text) => {
    expect(formatEntries(count)).toBe(text);
  });
});
