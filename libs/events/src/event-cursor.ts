import { DomainError, type ErrorSource } from '@content-service/kernel';
import type { EventLog } from './event-log.js';
import type { LoggedEvent, Position } from './event.js';

/**
 * A position as readers outside the service keep it. After the loss of committed transactions (a restored backup)
 * positions are assigned again; the check differs then, so that the reader starts anew instead of missing events.
 */
export interface EventCursor {
  readonly position: Position;
  /** The last eight hexadecimal digits of the event's id; the first ones of a UUID version 7 are its time. */
  readonly check: string;
}

const CURSOR = /^(0|[1-9]\d{0,15})-([0-9a-f]{8})$/;
const CHECK_LENGTH = 8;

export function getCursor({ position, id }: Pick<LoggedEvent, 'position' | 'id'>): EventCursor {
  return { position, check: id.slice(-CHECK_LENGTH) };
}

/** The cursor behind an event as text, such as `4711-0190163d`. */
export function formatEventCursor(event: Pick<LoggedEvent, 'position' | 'id'>): string {
  const { position, check } = getCursor(event);
  return `${position}-${check}`;
}

/** Whether a text has the form of a cursor. */
export function isEventCursor(text: string): boolean {
  return CURSOR.test(text);
}

/** @throws InvalidEventCursor */
export function parseEventCursor(text: string): EventCursor {
  const [, position, check] = CURSOR.exec(text) ?? [];
  if (position === undefined || check === undefined) throw new InvalidEventCursor(text);
  return { position: Number(position), check };
}

/**
 * The position of a cursor behind which the log has all events.
 *
 * @param source where the client gave the cursor
 * @throws EventCursorExpired when later events were deleted, EventCursorReset when the cursor is not of this log
 */
export async function resolveCursor(
  log: EventLog,
  { position, check }: EventCursor,
  source?: ErrorSource,
): Promise<Position> {
  const { oldest, newest } = await log.bounds();
  if (position > newest) throw new EventCursorReset(source);
  if (position < oldest - 1) throw new EventCursorExpired(source);
  if (position < oldest) return position;
  const [event] = await log.read(position - 1, 1);
  if (event?.position === position && getCursor(event).check !== check) throw new EventCursorReset(source);
  return position;
}

/**
 * The last position of the events that were recorded before a time, by a binary search. Clocks of processes differ, so
 * some earlier events can stand behind it and some later ones in front of it: compare `recordedAt`.
 *
 * @param recordedAt UNIX microseconds
 */
export async function findPosition(log: EventLog, recordedAt: number): Promise<Position> {
  const { oldest, newest } = await log.bounds();
  let [low, high] = [oldest - 1, newest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await log.read(middle, 1);
    if (event === undefined || event.recordedAt >= recordedAt) high = middle;
    else low = event.position;
  }
  return low;
}

/** The source of cursors in queries. */
const AFTER: ErrorSource = { parameter: 'after' };

export class EventCursorExpired extends DomainError {
  constructor(source = AFTER) {
    super('cursor_expired', 'The events behind this cursor were deleted; read the content anew.', { source });
  }
}

/** The log has lost events since, as by a restored backup. */
export class EventCursorReset extends DomainError {
  constructor(source = AFTER) {
    super('cursor_reset', 'The event log does not have this cursor (any more); read the content anew.', {
      source,
    });
  }
}

export class InvalidEventCursor extends DomainError {
  constructor(text: string) {
    super(
      'invalid_parameter',
      `'${text}' is not a cursor of the event log; use the member sequence of an event, such as 4711-0190163d.`,
      { source: AFTER },
    );
  }
}
