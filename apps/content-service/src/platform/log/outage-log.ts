import type { Logger } from 'pino';
import { isStoreFault, StoreBusy, StoreUnavailable } from '@content-service/entries';

const INTERVAL_MS = 60_000;

/**
 * The longest time that a statement of an outage is repeated (`withRetries` of the SQL adapters): its error arrives up to so much
 * later than the first answer.
 */
const ECHO_MS = 10_000;

/** An error of work that no request waits for; the message of a log line. */
export class Failure {
  /** @param sentence what failed, without a full stop, such as «Events could not be numbered» */
  constructor(
    readonly sentence: string,
    readonly error: unknown,
  ) {}

  toString(): string {
    return `${this.sentence}: ${String(this.error)}`;
  }
}

/**
 * Writes an outage of the database to the log of this process: one line with its cause when it begins, one a minute, and one when
 * it ends. All work of the process that fails meanwhile adds no line above the level `debug`.
 */
export class OutageLog {
  private begunAt: number | undefined;
  private loggedAt = 0;
  private endedAt = -Infinity;

  /** @param now milliseconds that only grow */
  constructor(
    private readonly log: Pick<Logger, 'warn'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns whether the error belongs to an outage, and no other line is needed */
  noteError(error: unknown): boolean {
    if (!isStoreFault(error)) return false;
    const now = this.now();
    if (this.begunAt === undefined) {
      if (!(error instanceof StoreUnavailable || error instanceof StoreBusy)) return false;
      if (now - this.endedAt < ECHO_MS) return true;
      this.begunAt = now;
      this.write(`The database does not answer: ${describeCause(error)}`);
    } else if (now - this.loggedAt >= INTERVAL_MS)
      this.write(
        `The database has not answered for ${toSeconds(now - this.begunAt)} s: ${describeCause(error)}`,
      );
    return true;
  }

  /** Notes that a statement was answered. */
  noteAnswer(): void {
    if (this.begunAt === undefined) return;
    this.endedAt = this.now();
    this.write(`The database answers again after ${toSeconds(this.endedAt - this.begunAt)} s.`);
    this.begunAt = undefined;
  }

  private write(message: string): void {
    this.loggedAt = this.now();
    this.log.warn({ context: 'Database' }, message);
  }
}

function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000);
}

/** The innermost message, which is that of the driver or of the operating system. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses: the error has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(describeCause).join(' ');
  return error.cause === undefined ? error.message : describeCause(error.cause);
}
