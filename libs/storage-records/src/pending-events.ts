import {
  type EventRecorder,
  formatSubject,
  getEventSubject,
  type RecordedEvent,
} from '@content-service/events';
import type { AuditEvent } from '@content-service/audit';
import type { RecordTransaction } from './record-transaction.js';
import { toSortable } from './sortable-number.js';

/** Events by position. */
export const EVENTS = 'event/';
/** The positions of events by id. */
export const POSITIONS = 'event-position/';
/** Events without a position, by a number that rises with the commits, because every transaction takes it from one record. */
export const PENDING = 'event-pending/';
const LAST_PENDING = 'lock/event-pending';
/** The versions of the last events of management data, by subject. */
const VERSIONS = 'event-version/';

/** Part of the transaction of the changes. */
export async function recordEvents(
  transaction: RecordTransaction,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { last } = (await transaction.get<{ last: number }>(LAST_PENDING)) ?? { last: 0 };
  for (const [n, event] of events.entries()) await transaction.put(PENDING + toSortable(last + n + 1), event);
  await transaction.put(LAST_PENDING, { last: last + events.length });
}

/** Records the events of the audit lines of a transaction. @returns whether there are any */
export async function recordManagementEvents(
  transaction: RecordTransaction,
  recorder: EventRecorder,
  lines: readonly AuditEvent[],
): Promise<boolean> {
  const emitting = recorder.selectEmitting(lines);
  const versions = new Map<string, number>();
  for (const subject of new Set(emitting.map((line) => formatSubject(getEventSubject(line))))) {
    const last = await transaction.get<{ version: number }>(VERSIONS + subject);
    if (last !== undefined) versions.set(subject, last.version);
  }
  const events = recorder.createManagementEvents(emitting, versions);
  for (const { subject } of events)
    await transaction.put(VERSIONS + formatSubject(subject), { version: subject.version });
  await recordEvents(transaction, events);
  return events.length > 0;
}
