import { Cron } from 'croner';
import { DomainError } from '@content-service/kernel';

/** The cron expression of a schedule cannot be used. */
export class InvalidCron extends DomainError {
  constructor(cron: string, reason: string) {
    super('cron_invalid', `cron ${reason}, got '${cron}'.`, {
      source: { pointer: '/cron' },
      meta: { format: 'cron' },
    });
  }
}

/** Minute, hour, day of month, month and day of week. `?` means the time of the call to croner, so it is refused. */
const FIVE_FIELDS = /^[^\s?]+(?: [^\s?]+){4}$/;

/**
 * The next time of a cron expression in UTC.
 *
 * @param cron five fields: `30 3 * * *`
 * @param after UNIX seconds
 * @returns UNIX seconds, greater than `after`
 * @throws InvalidCron
 */
export function findNextTime(cron: string, after: number): number {
  if (!FIVE_FIELDS.test(cron))
    throw new InvalidCron(cron, 'must have the five fields minute, hour, day of month, month, day of week');
  const next = parse(cron).nextRun(new Date(after * 1000));
  if (next === null) throw new InvalidCron(cron, 'must name a time that occurs');
  return Math.floor(next.getTime() / 1000);
}

/** The problem of an expression that cannot be used; none of a missing one. */
export function findCronProblems(cron: string | undefined): readonly InvalidCron[] {
  try {
    if (cron !== undefined) findNextTime(cron, 0);
    return [];
  } catch (error) {
    if (error instanceof InvalidCron) return [error];
    throw error;
  }
}

function parse(cron: string): Cron {
  try {
    return new Cron(cron, { mode: '5-part', timezone: 'UTC', paused: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    throw new InvalidCron(cron, `is not a cron expression (${reason.replace(/\.$/, '')})`);
  }
}
