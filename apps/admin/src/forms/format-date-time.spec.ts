import { formatDateTime, formatDuration } from './format-date-time.js';

describe('formatDateTime', () => {
  it('names the time zone', () => {
    const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
      .formatToParts(new Date('2026-11-23T13:05:31Z'))
      .find(({ type }) => type === 'timeZoneName')?.value;

    expect(formatDateTime('2026-11-23T13:05:31Z')).toContain(zone);
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [350, '350 ms'],
    [2540, '2.5 s'],
    [15_000, '15 s'],
    [300_000, '5 min'],
    [7_200_000, '2 h'],
    [129_600_000, '1.5 d'],
  ])('formats %d ms as «%s»', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
