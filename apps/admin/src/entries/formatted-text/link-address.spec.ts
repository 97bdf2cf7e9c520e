import { completeAddress, isAddress } from './link-address.js';

describe('completeAddress', () => {
  it.each([
    ['example.org/page', 'https://example.org/page'],
    ['www.example.org', 'https://www.example.org'],
    ['example.org:8443/a', 'https://example.org:8443/a'],
    [' example.org?a=b ', 'https://example.org?a=b'],
    ['ada@example.org', 'mailto:ada@example.org'],
    ['https://example.org', 'https://example.org'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['internal:/about', 'internal:/about'],
    ['/about', '/about'],
    ['#top', '#top'],
    ['../about', '../about'],
    ['about', 'about'],
    ['', ''],
  ])('of «%s» is «%s»', (typed, address) => {
    expect(completeAddress(typed)).toBe(address);
  });
});

describe('isAddress', () => {
  it.each(['https://example.org', 'example.org', 'ada@example.org', '/about', '#top', 'mailto:ada'])(
    'is true for %s',
    (text) => {
      expect(isAddress(text)).toBe(true);
    },
  );

  it.each(['river', 'The river, in winter', 'Dune: part two', ''])('is false for «%s»', (text) => {
    expect(isAddress(text)).toBe(false);
  });
});
