import { jest } from '@jest/globals';
import { SystemClock, TurnedClock } from './clock.js';
import { DomainError, Problems } from './domain-error.js';
import {
  equalInConstantTime,
  formatUuid,
  isUuid,
  newSecret,
  uuidBytes,
  UuidV7Generator,
} from './identifiers.js';

describe('an id', () => {
  it('is a UUID of version 7 that sorts by the time it was made', () => {
    const ids = new UuidV7Generator();
    const first = ids.next();

    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(
      60_000,
    );
  });

  it('is the same as sixteen bytes', () => {
    const id = 'a0000000-0000-4000-8000-00000000000f';

    expect(formatUuid(uuidBytes(id))).toBe(id);
  });

  it.each(['', 'abc', 'A0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000001'])(
    'is not "%s"',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );
});

describe('a secret', () => {
  it('has 256 bits that fit into a header, a form and an address as they are', () => {
    expect(newSecret()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(newSecret()).not.toBe(newSecret());
  });

  it('equals only itself', () => {
    expect(equalInConstantTime('secret', 'secret')).toBe(true);
    expect(equalInConstantTime('secret', 'secret ')).toBe(false);
  });
});

describe('the clock', () => {
  it('is the machine’s, also when that is set anew, and can be shifted', () => {
    const machine = jest.spyOn(Date, 'now').mockReturnValue(5_000);
    const clock = new SystemClock(3600);

    expect(clock.microseconds()).toBe(3_605_000_000);
    machine.mockReturnValue(4_000);
    expect(clock.now()).toBe(3604);
    machine.mockRestore();
  });

  it('stands still until it is turned', () => {
    const clock = new TurnedClock(100);
    clock.turn(300);

    expect(clock.now()).toBe(400);
    expect(clock.microseconds()).toBe(400_000_000);
  });
});

describe('problems', () => {
  const one = new DomainError('one', 'First.');
  const two = new DomainError('two', 'Second.');

  it('are thrown alone when there is one, together when there are more, and not at all when there is none', () => {
    expect(() => {
      Problems.throwAny([]);
    }).not.toThrow();
    expect(() => {
      Problems.throwAny([one]);
    }).toThrow(one);
    expect(() => {
      Problems.throwAny([one, two]);
    }).toThrow(
      expect.objectContaining({ code: 'problems', problems: [one, two], message: 'First. Second.' }),
    );
  });
});
