import { type DomainError, type ErrorDetails, parseDateTime } from '@content-service/kernel';
import { findPosition, InvalidEventCursor, parseEventCursor, resolveCursor } from './event-cursor.js';
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
type CreateRangeProblem = (pointer: EndName, message: string, rule: ErrorDetails['meta']) => DomainError;

/** By how much the clocks of processes may differ: events up to that far apart can stand in another order. */
const CLOCK_DIFFERENCE_MICROSECONDS = 600_000_000;

/**
 * Resolves the ends of a part of the log.
 *
 * @param createProblem the error of an end (a JSON pointer) that is wrong
 * @throws that error, EventCursorExpired, EventCursorReset
 */
export async function resolveEventRange(
  log: EventLog,
  { from, until }: EventRangeRequest,
  createProblem: CreateRangeProblem,
): Promise<EventRange> {
  const { newest } = await log.bounds();
  const start = await resolveEnd(log, '/from', from, createProblem);
  const end =
    until === undefined ? { position: newest } : await resolveEnd(log, '/until', until, createProblem);
  const [recordedFrom, recordedBefore] = [start.recordedAt, end.recordedAt];
  const haveTimes = recordedFrom !== undefined && recordedBefore !== undefined;
  if (haveTimes ? recordedBefore < recordedFrom : end.position < start.position)
    throw createProblem('/until', 'until must not be before the beginning.', { formatMinimum: from });
  const after =
    recordedFrom === undefined
      ? start.position
      : await findPosition(log, recordedFrom - CLOCK_DIFFERENCE_MICROSECONDS);
  const upTo =
    recordedBefore === undefined
      ? end.position
      : await findPosition(log, recordedBefore + CLOCK_DIFFERENCE_MICROSECONDS);
  return { after, upTo, recordedFrom, recordedBefore };
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

/** The position of a cursor, or that of a time (UNIX microseconds). */
async function resolveEnd(
  log: EventLog,
  pointer: EndName,
  text: string,
  createProblem: CreateRangeProblem,
): Promise<{ readonly position: Position; readonly recordedAt?: number }> {
  const seconds = parseDateTime(text);
  if (seconds !== undefined) {
    const recordedAt = seconds * 1_000_000;
    return { position: await findPosition(log, recordedAt), recordedAt };
  }
  try {
    return { position: await resolveCursor(log, parseEventCursor(text), { pointer }) };
  } catch (error) {
    if (!(error instanceof InvalidEventCursor)) throw error;
    const rule = 'must be the sequence of an event, such as 4711-0190163d, or a date-time';
    throw createProblem(pointer, `${pointer.slice(1)} ${rule}, got '${text}'.`, { format: 'date-time' });
  }
}
