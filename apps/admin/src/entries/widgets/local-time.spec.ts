import { fromLocalTime, toLocalTime } from './local-time.js';

describe('local time', () => {
  it.each(['2026-03-01T10:00:00+00:00', '1969-07-20T20:17:40+00:00', '0099-12-31T12:30:05+00:00'])(
    'converts %s to local time and back',
    (text) => {
      expect(fromLocalTime(toLocalTime(text))).toBe(text);
    },
  );

  it('has the format of datetime-local inputs', () => {
    expect(toLocalTime('2026-03-01T10:00:00+00:00')).toMatch(/^2026-0[23]-\d\dT\d\d:\d\d$/);
  });

  it('has seconds that are not 0', () => {
    expect(toLocalTime('2026-03-01T10:00:05+00:00')).toMatch(/:05$/);
  });

  it.each(['', 'soon'])('has no value for the text «%s»', (text) => {
    expect(toLocalTime(text)).toBe('');
    expect(fromLocalTime(text)).toBeNull();
  });
});
