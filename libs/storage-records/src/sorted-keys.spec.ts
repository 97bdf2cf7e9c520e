import { SortedKeys } from './sorted-keys.js';

describe('SortedKeys', () => {
  it('lists any range in both directions while thousands of keys come and go', () => {
    const keys = new SortedKeys();
    const expected = new Set<string>();
    // All numbers below 4,999, in an order that looks random: 4,999 is prime.
    const names = Array.from({ length: 4_998 }, (_, n) => String((n * 2_003) % 4_999).padStart(4, '0'));

    for (const [n, name] of names.entries()) {
      keys.add(name);
      expected.add(name);
      const gone = names[Math.floor(n / 2)] ?? '';
      if (n % 2 === 1) {
        keys.delete(gone);
        expected.delete(gone);
      }
      if (n % 500 !== 499) continue;
      const sorted = [...expected].toSorted();
      for (const [start, end] of [
        ['', '~'],
        ['1', '3'],
        ['2500', '2501'],
        ['4', '2'],
        [name, '~'],
        ['', name],
      ] as const) {
        const within = sorted.filter((key) => key >= start && key < end);
        for (const limit of [1, 700, 10_000]) {
          expect(keys.list(start, end, limit, false)).toEqual(within.slice(0, limit));
          expect(keys.list(start, end, limit, true)).toEqual(within.toReversed().slice(0, limit));
        }
      }
    }
    for (const key of expected) keys.delete(key);

    expect(keys.list('', '~', 10, false)).toEqual([]);
    keys.add('a');
    expect(keys.list('', '~', 10, true)).toEqual(['a']);
  });
});
