import type { Clock } from '@content-service/kernel';

/** Positions for new entries: microseconds, strictly increasing within the process. */
export class CreationStamp {
  private last = 0;

  constructor(private readonly clock: Clock) {}

  next(): number {
    this.last = Math.max(this.last + 1, this.clock.microseconds());
    return this.last;
  }
}
