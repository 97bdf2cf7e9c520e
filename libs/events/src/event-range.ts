import {
  AggregateDomainError,
  type DomainError,
  type ErrorDetails,
  parseDateTime,
} from '@content-service/kernel';
import { findPosition, isEventCursor, parseEventCursor, resolveCursor } from './event-cursor.js';
import type { EventLog } from './event-log.js';
import type { LoggedEvent, Position } from './event.js';

/** A part of the log, as an administrator gives it. */
export interface EventRangeRequest {
  /** The cursor of an event (exclusive) or a date-time (inclusive). */
  readonly from: string;
  /** The cursor of an event (inclusive) or a date-time (exclusive); without it the present end of the log. */
  readonly until?: string | undefined;
}

/** A part of the log. Times restrict the events between the positions. */
export interface EventRange {
  /** Exclusive. */
  readonly after: Position;
  /** Inclusive. */
  readonly upTo: Position;
  /** UNIX microseconds, inclusive. */
  readonly recordedFrom?: number | undefined;
  /** UNIX microseconds, exclusive. */
  readonly recordedBefore?: number | undefined;
}

type EndName = '/from' | '/until';

/** @param rule the broken rule as members of JSON Schema */
export type CreateRangeProblem = (
  pointer: EndName,
  message: string,
  rule: ErrorDetails['meta'],
) => DomainError;

/** Microseconds by which the clocks of processes may differ: events up to that far apart can stand in another order. */
const CLOCK_DIFFERENCE = 600_000_000;

/**
 * Resolves the ends of a part of the log.
 *
 * @param createProblem the error of an end (a JSON pointer) that is wrong
 * @throws that error (as `AggregateDomainError` when there are several), EventCursorExpired, EventCursorReset
 */
export async function resolveEventRange(
  log: EventLog,
  { from, until }: EventRangeRequest,
  createProblem: CreateRangeProblem,
): Promise<EventRange> {
  AggregateDomainError.throwIfAny([...findRangeProblems({ from, until }, createProblem)]);
  const start = await resolveEnd(log, { pointer: '/from', text: from, tolerance: -CLOCK_DIFFERENCE });
  const end =
    until === undefined
      ? { position: (await log.bounds()).newest }
      : await resolveEnd(log, { pointer: '/until', text: until, tolerance: CLOCK_DIFFERENCE });
  const [recordedFrom, recordedBefore] = [start.recordedAt, end.recordedAt];
  const haveTimes = recordedFrom !== undefined && recordedBefore !== undefined;
  // A time and a cursor are in no order when they are closer than the clocks.
  if (haveTimes ? recordedBefore < recordedFrom : end.position < start.position)
    throw createProblem('/until', 'until must not be before the beginning.', { formatMinimum: from });
  return { after: start.position, upTo: end.position, recordedFrom, recordedBefore };
}

/** The ends that are neither a cursor nor a date-time. */
export function* findRangeProblems(
  { from, until }: Partial<EventRangeRequest>,
  createProblem: CreateRangeProblem,
): Generator<DomainError> {
  const ends: readonly (readonly [EndName, string | undefined])[] = [
    ['/from', from],
    ['/until', until],
  ];
  for (const [pointer, text] of ends) {
    if (text === undefined || parseDateTime(text) !== undefined || isEventCursor(text)) continue;
    const rule = 'must be the sequence of an event, such as 4711-0190163d, or a date-time';
    yield createProblem(pointer, `${pointer.slice(1)} ${rule}, got '${text}'.`, { format: 'date-time' });
  }
}

/** Whether an event between the positions of a range is within its times. */
export function isRecordedWithin(
  { recordedAt }: LoggedEvent,
  {
    recordedFrom = -Infinity,
    recordedBefore = Infinity,
  }: Pick<EventRange, 'recordedFrom' | 'recordedBefore'>,
): boolean {
  return recordedAt >= recordedFrom && recordedAt < recordedBefore;
}

/** An end of a part of the log. */
interface RangeEnd {
  readonly position: Position;
  /** UNIX microseconds; without it all events on its side of the position belong to the part. */
  readonly recordedAt?: number;
}

/** @param tolerance microseconds between a time and that of the position: events in between are compared by their times */
async function resolveEnd(
  log: EventLog,
  { pointer, text, tolerance }: { pointer: EndName; text: string; tolerance: number },
): Promise<RangeEnd> {
  const seconds = parseDateTime(text);
  if (seconds !== undefined) {
    const recordedAt = seconds * 1_000_000;
    return { position: await findPosition(log, recordedAt + tolerance), recordedAt };
  }
  return { position: await resolveCursor(log, parseEventCursor(text), { pointer }) };
}
