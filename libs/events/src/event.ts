import type { AuditActor, AuditEvent } from '@content-service/audit';
import type { ChangeCause } from '@content-service/entries';
import { DomainError, type Uuid } from '@content-service/kernel';
import type { EntryEventType, ManagementEventType } from './event-types.js';

/**
 * The place of an event in the log: 1, 2, 3, … without a gap, in the order in which all consumers see the events. It is
 * assigned after the transaction of the event was committed (see `EventLog.sequence`).
 */
export type Position = number;

/**
 * The readers that may receive an event: `public` events are about what an anonymous reader sees or saw before the
 * change, `content` events need the scope content:administer, `management` events site_settings:administer.
 */
export type EventVisibility = RecordedEvent['visibility'];

/** What an event is about. */
export interface EventSubject {
  /** A resource type such as `node--article`, or the subject of an audit action such as `client`. */
  readonly type: string;
  /** A UUID, when it is an entry. */
  readonly id: string;
  /**
   * `Entry.position`: an entry that is created again with the id of a deleted one has a greater epoch. 0 for other subjects.
   */
  readonly epoch: number;
  /**
   * The version of an entry after the change; of a deleted one the last. For other subjects a number that is greater at each of
   * their events.
   */
  readonly version: number;
}

/** The attributes and relationships of an entry as JSON texts, as the entry itself is stored. */
export interface EventSnapshot {
  readonly attributes: string;
  readonly relationships: string;
}

/** The members of all events. */
interface EventFacts {
  /** UUID version 7; consumers recognize repeated deliveries by it. */
  readonly id: Uuid;
  /** The same for all events of one transaction, which have adjacent positions. */
  readonly transaction: Uuid;
  readonly subject: EventSubject;
  /** UNIX microseconds. */
  readonly recordedAt: number;
  /** Absent for background work. */
  readonly actor?: AuditActor | undefined;
}

/** The net change of one entry in one transaction, as it is recorded. */
export interface RecordedEntryEvent extends EventFacts {
  readonly type: EntryEventType;
  readonly visibility: 'public' | 'content';
  /** Whether the entry was published before and after the change; false where it did not exist. */
  readonly published: { readonly before: boolean; readonly after: boolean };
  /** The names of the attributes and relationships that differ, in alphabetical order. */
  readonly changed: readonly string[];
  readonly cause: ChangeCause;
  readonly requestId?: string | undefined;
  /** The trace of the request (W3C Trace Context), such as `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`. */
  readonly traceparent?: string | undefined;
  /** The number of the revision that has the state before the change (`EntryRevisionStore`); absent when none was kept. */
  readonly revision?: number | undefined;
  /** The state after the change, of a deleted entry the last one; absent when it was too large to be recorded. */
  readonly snapshot?: EventSnapshot | undefined;
}

/** An audit line of a change of management data, whose id it has. */
export interface RecordedManagementEvent extends EventFacts {
  readonly type: ManagementEventType;
  readonly visibility: 'management';
  /** A name of `AUDIT_ACTIONS`. */
  readonly action: string;
  readonly details: AuditEvent['details'];
}

export type RecordedEvent = RecordedEntryEvent | RecordedManagementEvent;

/** An event that has its position in the log. */
export type LoggedEvent = RecordedEvent & { readonly position: Position };

/** An event of an entry that has its position in the log. */
export type LoggedEntryEvent = RecordedEntryEvent & { readonly position: Position };

/** An event of management data that has its position in the log. */
export type LoggedManagementEvent = RecordedManagementEvent & { readonly position: Position };

export function isEntryEvent<Event extends RecordedEvent>(
  event: Event,
): event is Extract<Event, { readonly visibility: 'public' | 'content' }> {
  return event.visibility !== 'management';
}

export const ENTRY_EVENT_OPERATIONS = ['create', 'update', 'delete'] as const;

export type EntryEventOperation = (typeof ENTRY_EVENT_OPERATIONS)[number];

/** The operation of an event of an entry, which the five types of such events refine. */
export function getOperation({ type }: Pick<RecordedEntryEvent, 'type'>): EntryEventOperation {
  if (type === 'entry.created') return 'create';
  return type === 'entry.deleted' ? 'delete' : 'update';
}

export class EventNotFound extends DomainError {
  constructor(id: string) {
    super('event_unknown', `There is no event '${id}' in the log; events are deleted after some time.`);
  }
}

/** The deployment records no events. */
export class EventsDisabled extends DomainError {
  constructor() {
    super('events_disabled', 'This service records no events (EVENTS=off).');
  }
}
