import type { AuditActor } from '@content-service/audit';
import type { ChangeCause } from '@content-service/entries';
import { DomainError, type Uuid } from '@content-service/kernel';
import type { EventType } from './event-types.js';

/**
 * The place of an event in the log: 1, 2, 3, … without a gap, in the order in which all consumers see the events. It is
 * assigned after the transaction of the event was committed (see `EventLog.sequence`).
 */
export type Position = number;

/**
 * The readers that may receive an event: `public` events are about what an anonymous reader sees or saw before the
 * change, `content` events need the scope content:administer.
 */
export type EventVisibility = 'public' | 'content';

/** The entry that an event is about. */
export interface EventSubject {
  /** The resource type, such as `node--article`. */
  readonly type: string;
  readonly id: Uuid;
  /** `Entry.position`: an entry that is created again with the id of a deleted one has a greater epoch. */
  readonly epoch: number;
  /** The version after the change; of a deleted entry its last one. */
  readonly version: number;
}

/** The attributes and relationships of an entry as JSON texts, as the entry itself is stored. */
export interface EventSnapshot {
  readonly attributes: string;
  readonly relationships: string;
}

/** The net change of one entry in one transaction, as it is recorded. */
export interface RecordedEvent {
  /** UUID version 7; consumers recognize repeated deliveries by it. */
  readonly id: Uuid;
  /** The same for all events of one transaction, which have adjacent positions. */
  readonly transaction: Uuid;
  readonly type: EventType;
  readonly subject: EventSubject;
  /** UNIX microseconds. */
  readonly recordedAt: number;
  readonly visibility: EventVisibility;
  /** Whether the entry was published before and after the change; false where it did not exist. */
  readonly published: { readonly before: boolean; readonly after: boolean };
  /** The names of the attributes and relationships that differ, in alphabetical order. */
  readonly changed: readonly string[];
  readonly cause: ChangeCause;
  /** Absent for background work. */
  readonly actor?: AuditActor | undefined;
  readonly requestId?: string | undefined;
  /** The state after the change, of a deleted entry the last one; absent when it was too large to be recorded. */
  readonly snapshot?: EventSnapshot | undefined;
}

/** An event that has its position in the log. */
export interface LoggedEvent extends RecordedEvent {
  readonly position: Position;
}

export type EntryOperation = 'create' | 'update' | 'delete';

/** The operation of an event, which the five types of entry events refine. */
export function getOperation({ type }: Pick<RecordedEvent, 'type'>): EntryOperation {
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
