import type { EventLog, EventSelection } from './event-log.js';
import { type EventRange, isRecordedWithin } from './event-range.js';
import type { LoggedEvent } from './event.js';

/** A number of events, exact when both are equal. */
export interface EventCount {
  readonly minimum: number;
  readonly maximum: number;
}

/** Positions that one statement covers. */
const BATCH = 1000;
/** Positions that are looked at; each behind them may have an event that is selected. */
const POSITIONS_MAXIMUM = 20_000;

/**
 * Counts the selected events of a part of the log, in a bounded time.
 *
 * @param countSelected how many of some events count
 */
export async function countEvents(
  log: EventLog,
  range: EventRange,
  selection: Pick<EventSelection, 'types' | 'subjectTypes'>,
  countSelected: (events: readonly LoggedEvent[]) => number | Promise<number>,
): Promise<EventCount> {
  const end = Math.min(range.upTo, range.after + POSITIONS_MAXIMUM);
  let minimum = 0;
  for (let after = range.after; after < end; after += BATCH) {
    const upTo = Math.min(after + BATCH, end);
    const events = await log.read(after, BATCH, { ...selection, upTo, withoutSnapshots: true });
    minimum += await countSelected(events.filter((event) => isRecordedWithin(event, range)));
  }
  return { minimum, maximum: minimum + Math.max(range.upTo - end, 0) };
}
