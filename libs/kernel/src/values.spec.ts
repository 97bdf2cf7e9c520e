import { jest } from '@jest/globals';
import {
  equalsInConstantTime,
  findExcessiveNesting,
  formatUuid,
  generateSecret,
  getOwn,
  isUuid,
  NESTING_MAXIMUM,
  parseUuid,
  UuidV7Generator,
  validateLabel,
} from './values.js';

describe('getOwn', () => {
  it('finds own members, also those that are named like inherited ones', () => {
    const parsed = JSON.parse('{"a":1,"__proto__":2,"toString":3}') as Record<string, number>;

    expect(['a', '__proto__', 'toString'].map((name) => getOwn(parsed, name))).toEqual([1, 2, 3]);
    for (const name of Object.getOwnPropertyNames(Object.prototype)) expect(getOwn({}, name)).toBeUndefined();
  });
});

describe('findExcessiveNesting', () => {
  const open = '['.repeat(NESTING_MAXIMUM);

  it.each([
    ['', undefined],
    [open, undefined],
    [`${open}[`, NESTING_MAXIMUM],
    [`${open}{`, NESTING_MAXIMUM],
    [`${'[]'.repeat(1000)}${'{}'.repeat(1000)}`, undefined],
    [`${open}"[{"`, undefined],
    [`${open}"\\"[{"`, undefined],
    [`${open}"\\\\"[`, NESTING_MAXIMUM + 4],
    [`${open}"[\\`, undefined],
    [`${'{"a":'.repeat(NESTING_MAXIMUM)}{"a":1}`, 5 * NESTING_MAXIMUM],
  ])('%s', (text, index) => {
    expect(findExcessiveNesting(text)).toBe(index);
  });
});

describe('validateLabel', () => {
  it.each(['A', 'Ein Schild', '東京', '👍', 'x'.repeat(255)])('accepts %s', (label) => {
    expect(validateLabel(label)).toBeUndefined();
  });

  it.each(['', ' \t', 'x'.repeat(256)])('rejects "%s"', (label) => {
    expect(validateLabel(label)).toBe('must have 1 to 255 characters, not only blanks.');
  });

  it.each(['A\0', '\ud800', 'A\udc00B'])('rejects %j, which databases do not store unchanged', (label) => {
    expect(validateLabel(label)).toBe('must not contain NUL or broken characters.');
  });
});

describe('UUIDs', () => {
  it('UuidV7Generator creates a version 7 UUID that begins with the current milliseconds', () => {
    const ids = new UuidV7Generator();
    const first = ids.next();

    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(
      60_000,
    );
  });

  it('UuidV7Generator creates increasing UUIDs while the clock stands still or is set back', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    const ids = new UuidV7Generator();
    const created = Array.from({ length: 10_000 }, () => ids.next());
    clock.mockReturnValue(1_600_000_000_000);
    created.push(ids.next());
    clock.mockRestore();

    expect(created).toEqual(created.toSorted());
    expect(new Set(created).size).toBe(created.length);
    expect(created.every(isUuid)).toBe(true);
  });

  it('formatUuid reverses parseUuid', () => {
    const id = 'a0000000-0000-4000-8000-00000000000f';

    expect(formatUuid(parseUuid(id))).toBe(id);
  });

  it.each(['', 'abc', 'A0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000001'])(
    'isUuid rejects "%s"',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );
});

describe('secrets', () => {
  it('generateSecret returns 43 URL-safe characters, different each time', () => {
    expect(generateSecret()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(generateSecret()).not.toBe(generateSecret());
  });

  it('equalsInConstantTime accepts equal texts only', () => {
    expect(equalsInConstantTime('secret', 'secret')).toBe(true);
    expect(equalsInConstantTime('secret', 'secret ')).toBe(false);
  });
});
