import { formatBytes } from './format-bytes.js';

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [2_440_000, '2.4 MB'],
    [3_000_000_000_000, '3,000 GB'],
  ])('formats %d as «%s»', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
