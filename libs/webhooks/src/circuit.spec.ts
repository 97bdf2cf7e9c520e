import { FakeClock } from '@content-service/kernel';
import {
  type Circuit,
  CLOSED_CIRCUIT,
  getCircuitState,
  hasFailedTooLong,
  recordFailure,
  startProbe,
} from './circuit.js';

let clock: FakeClock;
let circuit: Circuit;
beforeEach(() => {
  clock = new FakeClock();
  circuit = CLOSED_CIRCUIT;
});

function fail(times: number, failures: 1 | 2 = 1, isProbe = false): void {
  for (let n = 0; n < times; n += 1)
    circuit = recordFailure(circuit, { now: clock.now(), failures, isProbe });
}

const state = (): string => getCircuitState(circuit, clock.now());

describe('recordFailure', () => {
  it('opens the circuit for a minute at the tenth consecutive failure', () => {
    fail(9);
    expect(state()).toBe('closed');

    fail(1);
    expect(state()).toBe('open');

    clock.advance(59);
    expect(state()).toBe('open');
    clock.advance(1);
    expect(state()).toBe('half-open');
  });

  it('counts failures of a gateway twice', () => {
    fail(5, 2);

    expect(state()).toBe('open');
  });

  it('does not open it for longer by attempts that were under way', () => {
    fail(10);
    const { openUntil } = circuit;
    clock.advance(10);

    fail(3);

    expect(circuit.openUntil).toBe(openUntil);
  });

  it('doubles the time with each failed probe, up to half an hour', () => {
    fail(10);
    const durations: (number | undefined)[] = [];
    for (let n = 0; n < 7; n += 1) {
      durations.push(circuit.openSeconds);
      clock.advance(circuit.openSeconds ?? 0);
      circuit = startProbe(circuit, clock.now(), 30);
      expect(state()).toBe('open');
      fail(1, 1, true);
    }

    expect(durations).toEqual([60, 120, 240, 480, 960, 1800, 1800]);
  });

  it('remembers when the failures began', () => {
    const since = clock.now();
    fail(1);
    clock.advance(100);
    fail(1);

    expect(circuit.failingSince).toBe(since);
  });
});

describe('hasFailedTooLong', () => {
  it('is so after 120 hours of failures only', () => {
    fail(1);

    clock.advance(120 * 3600 - 1);
    expect(hasFailedTooLong(circuit, clock.now())).toBe(false);
    clock.advance(1);
    expect(hasFailedTooLong(circuit, clock.now())).toBe(true);
  });

  it('is not so for a circuit without failures', () => {
    clock.advance(999 * 3600);

    expect(hasFailedTooLong(CLOSED_CIRCUIT, clock.now())).toBe(false);
  });
});
