import { formatRelativeTime } from './format-relative-time.js';

const NOW = Date.parse('2026-03-10T12:00:00Z');

describe('formatRelativeTime', () => {
  it.each([
    ['2026-03-10T11:59:30+00:00', 'just now'],
    ['2026-03-10T11:58:59+00:00', '1 minute ago'],
    ['2026-03-10T09:00:00+00:00', '3 hours ago'],
    ['2026-03-09T11:00:00+00:00', '1 day ago'],
    ['2026-03-12T11:00:00+00:00', 'in 1 day'],
    ['2024-03-09T11:00:00+00:00', '2 years ago'],
    ['2026-03-12T12:00:00+00:00', 'in 2 days'],
    ['2026-03-10T12:00:10+00:00', 'in a moment'],
  ])('formats %s as «%s»', (at, text) => {
    expect(formatRelativeTime(at, NOW)).toBe(text);
  });
});
