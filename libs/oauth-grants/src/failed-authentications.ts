import type { Clock } from '@content-service/kernel';
import { TooManyFailures } from './oauth.errors.js';

/** Secrets have 256 bits, so nobody guesses one: this bounds what hopeless attempts may cost. Not stated by the specification. */
const FAILURES = 50;
const WINDOW_SECONDS = 300;
const MOST_KEYS = 10_000;

/**
 * Counts failed client authentications, by client and address. In memory, for each process: clients ask for tokens all
 * day, and that must not cost a statement each.
 */
export class FailedAuthentications {
  private readonly tallies = new Map<string, { count: number; readonly endsAt: number }>();

  constructor(private readonly clock: Clock) {}

  /** @throws TooManyFailures */
  admit(key: string): void {
    const tally = this.tallyOf(key);
    if (tally !== undefined && tally.count >= FAILURES)
      throw new TooManyFailures(tally.endsAt - this.clock.now());
  }

  note(key: string): void {
    const tally = this.tallyOf(key);
    if (tally !== undefined) tally.count++;
    else this.begin(key);
  }

  private tallyOf(key: string): { count: number; readonly endsAt: number } | undefined {
    const tally = this.tallies.get(key);
    return tally !== undefined && this.clock.now() < tally.endsAt ? tally : undefined;
  }

  /** Anybody can make up names of clients: when there is no room, the tally that began first goes. */
  private begin(key: string): void {
    this.tallies.delete(key);
    const [oldest] = this.tallies.keys();
    if (this.tallies.size >= MOST_KEYS && oldest !== undefined) this.tallies.delete(oldest);
    this.tallies.set(key, { count: 1, endsAt: this.clock.now() + WINDOW_SECONDS });
  }
}
