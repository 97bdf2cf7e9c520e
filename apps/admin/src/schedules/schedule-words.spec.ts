import { formatNextTimes } from './schedule-words.js';

const AFTER = new Date('2026-11-23T22:50:00Z');

describe('formatNextTimes', () => {
  it('names the next three times in UTC', () => {
    expect(formatNextTimes('30 3 * * *', AFTER)).toEqual([
      'Tuesday, November 24, 2026 at 03:30 UTC',
      'Wednesday, November 25, 2026 at 03:30 UTC',
      'Thursday, November 26, 2026 at 03:30 UTC',
    ]);
  });

  it.each(['', 'never', '61 * * * *', '* * * * * *', '0 0 31 2 *'])('is undefined for «%s»', (cron) => {
    expect(formatNextTimes(cron, AFTER)).toBeUndefined();
  });
});
