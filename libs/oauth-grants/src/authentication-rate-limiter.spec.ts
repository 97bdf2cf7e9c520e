import { FakeClock } from '@content-service/kernel';
import { AuthenticationRateLimiter } from './authentication-rate-limiter.js';
import { TooManyAuthenticationFailures } from './oauth.errors.js';

let clock: FakeClock;
let failures: AuthenticationRateLimiter;
beforeEach(() => {
  clock = new FakeClock();
  failures = new AuthenticationRateLimiter(clock);
});

/** The results of several failures in a row: the error of each, or `undefined`. */
const fail = (key: string, times = 1): readonly unknown[] =>
  Array.from({ length: times }, () => {
    try {
      failures.recordFailure(key);
      return undefined;
    } catch (error) {
      return error;
    }
  });

describe('AuthenticationRateLimiter.recordFailure', () => {
  it('throws for the fifty-first failure of a key', () => {
    expect(fail('news 192.0.2.1', 50)).toEqual(Array(50).fill(undefined));
    expect(fail('news 192.0.2.1')).toEqual([expect.any(TooManyAuthenticationFailures)]);
  });

  it('counts each key separately', () => {
    fail('news 192.0.2.1', 50);

    expect([...fail('news 192.0.2.2'), ...fail('other 192.0.2.1')]).toEqual([undefined, undefined]);
  });

  it('starts a new window five minutes after the first failure, which retryAfterSeconds states', () => {
    fail('news');
    clock.advance(100);
    fail('news', 49);

    expect(fail('news')).toEqual([expect.objectContaining({ status: 429, retryAfterSeconds: 200 })]);
    clock.advance(200);
    expect(fail('news', 50)).toEqual(Array(50).fill(undefined));
  });

  it('keeps at most 10,000 keys and drops the oldest', () => {
    fail('first', 50);
    fail('second', 50);

    for (let n = 0; n < 9_999; n++) fail(`made up ${n}`);

    expect(fail('second')).toEqual([expect.any(TooManyAuthenticationFailures)]);
    expect(fail('first')).toEqual([undefined]);
  });
});
