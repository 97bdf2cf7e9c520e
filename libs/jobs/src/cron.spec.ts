import { findNextTime, InvalidCron } from './cron.js';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

describe('findNextTime', () => {
  it.each([
    ['17 * * * *', '2026-11-23T22:17:00', '2026-11-23T23:17:00'],
    ['17 * * * *', '2026-11-23T22:16:59', '2026-11-23T22:17:00'],
    ['30 3 * * *', '2026-11-23T22:00:00', '2026-11-24T03:30:00'],
    ['0 5 * * SUN', '2026-11-23T22:00:00', '2026-11-29T05:00:00'],
    ['*/20 * * * *', '2026-12-31T23:50:00', '2027-01-01T00:00:00'],
    ['0 0 29 2 *', '2026-11-23T22:00:00', '2028-02-29T00:00:00'],
    // The clocks of Europe are put back in that night.
    ['30 0 * * *', '2026-10-25T00:29:00', '2026-10-25T00:30:00'],
    ['30 0 * * *', '2026-10-25T00:30:00', '2026-10-26T00:30:00'],
  ])('%s after %s is %s, in UTC', (cron, after, next) => {
    expect(findNextTime(cron, at(after))).toBe(at(next));
  });

  it.each([
    ['', 'five fields'],
    ['* * * *', 'five fields'],
    ['* * * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['? * * * *', 'five fields'],
    ['2099-01-01T00:00:00Z', 'five fields'],
    ['60 * * * *', 'Invalid value for minute: 60'],
    ['a * * * *', 'not a cron expression'],
    ['0 0 31 2 *', 'a time that occurs'],
  ])('refuses «%s»: %s', (cron, reason) => {
    const find = (): number => findNextTime(cron, 0);

    expect(find).toThrow(InvalidCron);
    expect(find).toThrow(reason);
  });
});
