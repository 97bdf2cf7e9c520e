import { FakeClock } from '@content-service/kernel';
import { DEFAULT_RETRY_SCHEDULE, findNextAttempt, parseRetrySchedule } from './retry-schedule.js';

/** The times of all attempts of a delivery that always fails, in seconds after the first. */
function attemptTimes(random: number): number[] {
  const clock = new FakeClock();
  const start = clock.now();
  const times: number[] = [];
  let next: number | undefined = start;
  while (next !== undefined) {
    clock.advance(next - clock.now());
    times.push(clock.now() - start);
    next = findNextAttempt(DEFAULT_RETRY_SCHEDULE, { attempts: times.length, failedAt: clock.now() }, random);
  }
  return times;
}

describe('findNextAttempt', () => {
  it('makes nine attempts within 51.6 hours', () => {
    const times = attemptTimes(0.5);

    expect(times).toEqual([0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705]);
    expect((times.at(-1) ?? 0) / 3600).toBeCloseTo(51.58, 2);
  });

  it('spreads each attempt by 20 % at most', () => {
    const [earliest, latest] = [attemptTimes(0), attemptTimes(1)];

    expect(earliest).toEqual([0, 4, 244, 1684, 7444, 21_844, 50_644, 90_964, 148_564]);
    expect(latest).toEqual([0, 6, 366, 2526, 11_166, 32_766, 75_966, 136_446, 222_846]);
  });

  it('never retries before the time that the receiver named, which is a day at most', () => {
    const retry = (retryAfterSeconds: number): number | undefined =>
      findNextAttempt(DEFAULT_RETRY_SCHEDULE, { attempts: 1, failedAt: 1000, retryAfterSeconds }, 0);

    expect(retry(120)).toBe(1120);
    expect(retry(1)).toBe(1004);
    expect(retry(999_999)).toBe(1000 + 86_400);
  });

  it('has no attempt after the last, whatever the receiver demands', () => {
    expect(
      findNextAttempt(DEFAULT_RETRY_SCHEDULE, { attempts: 9, failedAt: 1000, retryAfterSeconds: 5 }, 0.5),
    ).toBeUndefined();
  });
});

describe('parseRetrySchedule', () => {
  it('reads seconds, separated by commas', () => {
    expect(parseRetrySchedule('5, 300,1800')).toEqual({ delays: [5, 300, 1800] });
  });

  it.each(['', '0', '-5', '1.5', '5,,5', '5;6', '604801', Array(21).fill('1').join(',')])(
    'refuses %j',
    (text) => {
      expect(parseRetrySchedule(text)).toBeUndefined();
    },
  );
});
