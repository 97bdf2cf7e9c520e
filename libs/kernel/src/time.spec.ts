import { jest } from '@jest/globals';
import { FakeClock, SystemClock } from './time.js';

describe('clocks', () => {
  it('SystemClock follows the system time, also when the system time goes back', () => {
    const systemTime = jest.spyOn(Date, 'now').mockReturnValue(5_000);
    const clock = new SystemClock();

    expect(clock.microseconds()).toBe(5_000_000);
    systemTime.mockReturnValue(4_000);
    expect(clock.now()).toBe(4);
    systemTime.mockRestore();
  });

  it('FakeClock stands still until advance', () => {
    const clock = new FakeClock(100);
    clock.advance(300);

    expect(clock.now()).toBe(400);
    expect(clock.microseconds()).toBe(400_000_000);
  });
});
