import { jest } from '@jest/globals';
import { StoreUnavailable } from '@content-service/entries';
import { mysql } from '../dialects/mysql.js';
import { withRetries } from './retry.js';

const conflict = (): Error => Object.assign(new Error('in the way'), { code: 'ER_LOCK_WAIT_TIMEOUT' });

describe('withRetries', () => {
  let now = 0;
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Something that others are in the way of, which it notices after a while. */
  const inTheWay = (noticedAfter: number, times = Infinity): jest.Mock<() => Promise<string>> => {
    let left = times;
    return jest.fn(() => {
      left -= 1;
      if (left < 0) return Promise.resolve('done');
      now += noticedAfter;
      return Promise.reject(conflict());
    });
  };

  it('does again what others were in the way of', async () => {
    await expect(withRetries(mysql, inTheWay(1, 3))).resolves.toBe('done');
  });

  it('counts the time that a try waited for others', async () => {
    const attempt = inTheWay(2000);

    await expect(withRetries(mysql, attempt)).rejects.toThrow(StoreUnavailable);

    expect(attempt).toHaveBeenCalledTimes(6);
  });

  it('tries again also when the first conflict comes late', async () => {
    await expect(withRetries(mysql, inTheWay(60_000, 1))).resolves.toBe('done');
  });
});
