/** The service's time. Domain code never asks the machine, so that tests can turn the clock. */
export abstract class Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  abstract microseconds(): number;

  /** Whole seconds since 1970-01-01T00:00:00Z: the unit of every time inside the service. */
  now(): number {
    return Math.floor(this.microseconds() / 1_000_000);
  }
}

/**
 * The machine's time, also after somebody has set it anew, shifted by `offsetSeconds` (for trying out lifetimes). Exact to
 * the millisecond.
 */
export class SystemClock extends Clock {
  constructor(private readonly offsetSeconds = 0) {
    super();
  }

  override microseconds(): number {
    return Date.now() * 1000 + this.offsetSeconds * 1_000_000;
  }
}

/** A clock that stands still until a test turns it. */
export class TurnedClock extends Clock {
  constructor(private seconds = 1_700_000_000) {
    super();
  }

  override microseconds(): number {
    return this.seconds * 1_000_000;
  }

  turn(seconds: number): void {
    this.seconds += seconds;
  }
}
