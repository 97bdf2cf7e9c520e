import { TurnedClock } from '@content-service/kernel';
import { FailedAuthentications } from './failed-authentications.js';
import { TooManyFailures } from './oauth.errors.js';

let clock: TurnedClock;
let failures: FailedAuthentications;
beforeEach(() => {
  clock = new TurnedClock();
  failures = new FailedAuthentications(clock);
});

const fail = (key: string, times: number) => {
  for (let n = 0; n < times; n++) failures.note(key);
};

describe('FailedAuthentications', () => {
  it('bears fifty failures of a client from one address', () => {
    fail('news 192.0.2.1', 49);
    expect(() => {
      failures.admit('news 192.0.2.1');
    }).not.toThrow();

    fail('news 192.0.2.1', 1);
    expect(() => {
      failures.admit('news 192.0.2.1');
    }).toThrow(TooManyFailures);
  });

  it('lets the same client in from elsewhere, and others from there', () => {
    fail('news 192.0.2.1', 50);

    expect(() => {
      failures.admit('news 192.0.2.2');
    }).not.toThrow();
    expect(() => {
      failures.admit('other 192.0.2.1');
    }).not.toThrow();
  });

  it('says when it forgets, which is five minutes after the first failure', () => {
    fail('news', 1);
    clock.turn(100);
    fail('news', 49);

    expect(() => {
      failures.admit('news');
    }).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 200 }));
    clock.turn(200);
    expect(() => {
      failures.admit('news');
    }).not.toThrow();
    fail('news', 49);
    expect(() => {
      failures.admit('news');
    }).not.toThrow();
  });

  it('keeps no more than it has room for, the oldest going first', () => {
    fail('first', 50);
    fail('second', 50);

    for (let n = 0; n < 9_999; n++) failures.note(`made up ${n}`);

    expect(() => {
      failures.admit('first');
    }).not.toThrow();
    expect(() => {
      failures.admit('second');
    }).toThrow(TooManyFailures);
  });
});
