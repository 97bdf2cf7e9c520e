import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS, LoadShedding } from './load-shedding.js';
import { ProcessLoad, type ProcessLoadSample, readProcessorQuota } from './process-load.js';

/** Says what a test sets. */
class SetLoad extends ProcessLoad {
  sample: ProcessLoadSample = { delayMs: 0, utilization: 1 };

  override start(): void {
    // Nothing is measured.
  }

  override take(): ProcessLoadSample {
    return this.sample;
  }
}

describe('LoadShedding', () => {
  const load = new SetLoad();
  const shedNow = (shedding: LoadShedding, inFlight = 8): readonly string[] =>
    KINDS.filter((kind) => shedding.isShed(kind, { size: inFlight, inFlight }));
  /** Seconds of a process with one busy core. */
  const after = (shedding: LoadShedding, ...milliseconds: readonly number[]): LoadShedding => {
    for (const delayMs of milliseconds) {
      load.sample = { delayMs, utilization: 1 };
      shedding.sample();
    }
    return shedding;
  };
  const started = (maxInFlight = 0): LoadShedding =>
    new LoadShedding({ shedDelayMs: 250, maxInFlight }, load);

  it('sheds nothing after one late second, and one kind more with each further one', () => {
    const shedding = started();

    expect(shedNow(after(shedding, 250))).toEqual([]);
    expect(shedNow(after(shedding, 250))).toEqual(['anonymous']);
    expect(shedNow(after(shedding, 900))).toEqual(['anonymous', 'token read']);
    expect(shedNow(after(shedding, 900))).toEqual(['anonymous', 'token read', 'write']);
    expect(shedNow(after(shedding, 900))).toEqual(['anonymous', 'token read', 'write', 'sign-in']);
  });

  it('sheds nothing unless two consecutive seconds are late', () => {
    const shedding = after(started(), 250, 249, 250, 249);

    expect(shedding.isCalm(1000)).toBe(true);
    expect(shedNow(shedding)).toEqual([]);
  });

  it('sheds nothing while the event loop is late and the processor time goes to others', () => {
    const shedding = started();
    for (let second = 0; second < 10; second++) {
      load.sample = { delayMs: 2000, utilization: 0.5 };
      shedding.sample();
    }

    expect(shedNow(shedding, 400)).toEqual([]);
    expect(shedding.sheddingSeconds).toBe(0);
  });

  it('sheds nothing below eight open requests, however late the event loop is', () => {
    const shedding = after(started(), ...Array.from({ length: 10 }, () => 2000));

    expect([shedding.isCalm(7), shedNow(shedding, 7)]).toEqual([true, []]);
    expect([shedding.isCalm(8), shedNow(shedding, 8)]).toEqual([false, [...KINDS]]);
  });

  it('admits one more kind each second after the delay, however long it lasted', () => {
    const shedding = after(started(), ...Array.from({ length: 60 }, () => 1000));

    expect(shedNow(after(shedding, 0))).toEqual(['anonymous', 'token read', 'write']);
    expect(shedNow(after(shedding, 0))).toEqual(['anonymous', 'token read']);
    expect(shedNow(after(shedding, 0))).toEqual(['anonymous']);
    expect(shedNow(after(shedding, 0))).toEqual([]);
    expect(shedding.isCalm(1000)).toBe(true);
  });

  it('reserves the last tenths of MAX_IN_FLIGHT for requests with a token, and for writes and sign-in', () => {
    const shedding = started(10);

    expect(shedNow(shedding, 7)).toEqual([]);
    expect(shedNow(shedding, 8)).toEqual(['anonymous']);
    expect(shedNow(shedding, 9)).toEqual(['anonymous', 'token read']);
    expect(shedNow(shedding, 10)).toEqual([...KINDS]);
  });

  it('leaves a tenth of MAX_IN_FLIGHT, at least eight, to one address from half of it on', () => {
    const shedding = started(500);

    expect([shedding.isCrowded(249), shedding.isCrowded(250)]).toEqual([false, true]);
    expect([shedding.isCalm(249), shedding.isCalm(250)]).toEqual([true, false]);
    expect([shedding.addressLimit, started(20).addressLimit]).toEqual([50, 8]);
  });

  it('does not limit requests in flight with MAX_IN_FLIGHT=0', () => {
    expect(started(0).isCalm(1_000_000)).toBe(true);
  });
});

describe('ProcessLoad', () => {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const block = (ms: number): void => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };

  it('returns the delay of the event loop and the processor time since the last call', async () => {
    const load = new ProcessLoad();
    load.start();
    for (let pause = 0; pause < 3; pause++) {
      await wait(1);
      block(400);
    }
    await wait(50);

    const { delayMs, utilization } = load.take();
    expect(delayMs).toBeGreaterThan(300);
    expect(utilization).toBeGreaterThan(0);
    expect(load.take().delayMs).toBeLessThan(300);
    load.onModuleDestroy();
  });

  it('does not take one pause for a late event loop', async () => {
    const load = new ProcessLoad();
    load.start();
    // Samples of 20 ms; a busy machine may make them fewer and longer.
    await wait(1500);
    block(400);
    await wait(50);

    expect(load.take().delayMs).toBeLessThan(300);
    load.onModuleDestroy();
  });

  it('returns 0 before start', () => {
    expect(new ProcessLoad().take()).toEqual({ delayMs: 0, utilization: 0 });
  });
});

describe('readProcessorQuota', () => {
  it.each([
    ['max 100000', 1],
    ['50000 100000', 0.5],
    ['400000 100000', 1],
    ['', 1],
  ])('reads %j as %d', (text, expected) => {
    const file = join(mkdtempSync(join(tmpdir(), 'quota-')), 'cpu.max');
    writeFileSync(file, `${text}\n`);

    expect(readProcessorQuota(file)).toBe(expected);
  });

  it('is one core without control groups', () => {
    expect(readProcessorQuota('/nowhere')).toBe(1);
  });
});
