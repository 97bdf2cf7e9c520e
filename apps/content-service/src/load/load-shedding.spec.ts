import { EventLoopDelay } from './event-loop-delay.js';
import { KINDS, LoadShedding } from './load-shedding.js';

/** Says what a test sets. */
class SetDelay extends EventLoopDelay {
  milliseconds = 0;

  override start(): void {
    // Nothing is measured.
  }

  override takeP99(): number {
    return this.milliseconds;
  }
}

describe('LoadShedding', () => {
  const delay = new SetDelay();
  const shedNow = (shedding: LoadShedding, inFlight = 0): readonly string[] =>
    KINDS.filter((kind) => shedding.isShed(kind, inFlight));
  const after = (shedding: LoadShedding, ...milliseconds: readonly number[]): LoadShedding => {
    for (const value of milliseconds) {
      delay.milliseconds = value;
      shedding.sample();
    }
    return shedding;
  };
  const started = (maxInFlight = 0): LoadShedding =>
    new LoadShedding({ shedDelayMs: 250, maxInFlight }, delay);

  it('sheds nothing after one late second, and one kind more with each further one', () => {
    const shedding = started();

    expect(shedNow(after(shedding, 250))).toEqual([]);
    expect(shedNow(after(shedding, 250))).toEqual(['anonymous read']);
    expect(shedNow(after(shedding, 900))).toEqual(['anonymous read', 'token read']);
    expect(shedNow(after(shedding, 900))).toEqual(['anonymous read', 'token read', 'write']);
  });

  it('sheds nothing unless two consecutive seconds are late', () => {
    const shedding = after(started(), 250, 249, 250, 249);

    expect(shedding.isCalm(0)).toBe(true);
    expect(shedNow(shedding)).toEqual([]);
  });

  it('admits one more kind each second after the delay, however long it lasted', () => {
    const shedding = after(started(), ...Array.from({ length: 60 }, () => 1000));

    expect(shedNow(after(shedding, 0))).toEqual(['anonymous read', 'token read']);
    expect(shedNow(after(shedding, 0))).toEqual(['anonymous read']);
    expect(shedNow(after(shedding, 0))).toEqual([]);
    expect(shedding.isCalm(0)).toBe(true);
  });

  it('reserves the last tenths of MAX_IN_FLIGHT for requests with a token and for writes', () => {
    const shedding = started(10);

    expect([shedding.isCalm(7), shedding.isCalm(8)]).toEqual([true, false]);
    expect(shedNow(shedding, 8)).toEqual(['anonymous read']);
    expect(shedNow(shedding, 9)).toEqual(['anonymous read', 'token read']);
    expect(shedNow(shedding, 10)).toEqual(['anonymous read', 'token read', 'write']);
  });

  it('does not limit requests in flight with MAX_IN_FLIGHT=0', () => {
    expect(started(0).isCalm(1_000_000)).toBe(true);
  });
});

describe('EventLoopDelay', () => {
  it('returns the delay of the event loop since the last call, without the interval of its timer', async () => {
    const delay = new EventLoopDelay();
    delay.start();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const until = performance.now() + 400;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 100));

    expect(delay.takeP99()).toBeGreaterThan(300);
    expect(delay.takeP99()).toBe(0);
    delay.onModuleDestroy();
  });

  it('returns 0 before start', () => {
    expect(new EventLoopDelay().takeP99()).toBe(0);
  });
});
