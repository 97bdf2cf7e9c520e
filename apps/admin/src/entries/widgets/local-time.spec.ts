import { fromLocalTime, toLocalTime } from './local-time.js';

describe('local time', () => {
  it.each(['2026-03-01T10:00:00+00:00', '1969-07-20T20:17:40+00:00', '0099-12-31T12:30:05+00:00'])(
    'there and back is %s again',
    (text) => {
      expect(fromLocalTime(toLocalTime(text))).toBe(text);
    },
  );

  it('is written as inputs of browsers take it', () => {
    expect(toLocalTime('2026-03-01T10:00:00+00:00')).toMatch(/^2026-0[23]-\d\dT\d\d:\d\d:00$/);
  });

  it.each(['', 'soon'])('does not make a moment of «%s»', (text) => {
    expect(toLocalTime(text)).toBe('');
    expect(fromLocalTime(text)).toBeNull();
  });
});
