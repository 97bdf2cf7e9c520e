import { type AuditEvent, findEmittedEvent, toAuditActor } from '@content-service/audit';
import {
  type AttachedWrites,
  type ChangedEntry,
  type ChangeOrigin,
  type Entry,
  findDifferences,
} from '@content-service/entries';
import {
  type Clock,
  type IdGenerator,
  SystemClock,
  type Uuid,
  UuidV7Generator,
} from '@content-service/kernel';
import type { EventSnapshot, EventSubject, RecordedEntryEvent, RecordedManagementEvent } from './event.js';
import type { EntryEventType } from './event-types.js';
import { formatSubject } from './format-subject.js';

export interface EventRecorderOptions {
  /** Without it no events are recorded at all. Default: true. */
  readonly enabled?: boolean;
  /** Snapshots of more bytes are left out. Default: 262,144. */
  readonly snapshotMaxBytes?: number;
  readonly clock?: Clock;
  readonly ids?: IdGenerator;
}

/** The changes of one transaction, as an adapter of `EntryStore` stores them. */
export interface TransactionChanges {
  readonly changed: readonly ChangedEntry[];
  /** The ids that were to be changed; the others are referrers of deleted entries. */
  readonly requested: ReadonlySet<Uuid>;
  readonly origin?: ChangeOrigin | undefined;
  readonly superseded?: AttachedWrites['superseded'];
}

const SNAPSHOT_MAXIMUM = 262_144;

/** Creates the events of a transaction; adapters store them in it. */
export class EventRecorder {
  /** Whether changes get events. */
  readonly enabled: boolean;
  private readonly snapshotMaxBytes: number;
  private readonly clock: Clock;
  private readonly ids: IdGenerator;

  constructor({
    enabled = true,
    snapshotMaxBytes = SNAPSHOT_MAXIMUM,
    clock,
    ids,
  }: EventRecorderOptions = {}) {
    this.enabled = enabled;
    this.snapshotMaxBytes = snapshotMaxBytes;
    this.clock = clock ?? new SystemClock();
    this.ids = ids ?? new UuidV7Generator();
  }

  /** One event for each entry that exists before or after the transaction: its net change. */
  createEvents({ changed, requested, origin, superseded = [] }: TransactionChanges): RecordedEntryEvent[] {
    if (!this.enabled) return [];
    const transaction = this.ids.next();
    const recordedAt = this.clock.microseconds();
    const revisions = new Map(superseded.map(({ entryId, number }) => [entryId, number]));
    return changed.flatMap(({ id, before, after }): RecordedEntryEvent[] => {
      const subject = after ?? before;
      if (subject === undefined) return [];
      const { cause = 'internal', requestId, traceparent } = origin ?? {};
      return [
        {
          id: this.ids.next(),
          transaction,
          type: getType(before, after),
          subject: { type: subject.type, id, epoch: subject.position, version: subject.version },
          recordedAt,
          visibility: before?.published || after?.published ? 'public' : 'content',
          published: { before: before?.published ?? false, after: after?.published ?? false },
          changed: before && after ? findDifferences(before, after) : [],
          cause: requested.has(id) ? cause : 'target_deleted',
          actor: origin?.actor && toAuditActor(origin.actor),
          requestId,
          traceparent,
          revision: before && revisions.get(id),
          snapshot: this.createSnapshot(subject),
        },
      ];
    });
  }

  /** The audit lines of a transaction that are recorded as events, too. */
  selectEmitting(lines: readonly AuditEvent[]): readonly AuditEvent[] {
    return this.enabled ? lines.filter(({ action }) => findEmittedEvent(action) !== undefined) : [];
  }

  /**
   * One event for each audit line.
   *
   * @param lines of `selectEmitting`
   * @param lastVersions by `formatSubject`: the versions of the last events of the subjects. A transaction that changes a
   *   subject locks it, so the last event is one of an earlier transaction.
   */
  createManagementEvents(
    lines: readonly AuditEvent[],
    lastVersions: ReadonlyMap<string, number>,
  ): RecordedManagementEvent[] {
    const transaction = this.ids.next();
    const recordedAt = this.clock.microseconds();
    const versions = new Map(lastVersions);
    return lines.flatMap((line): RecordedManagementEvent[] => {
      const emitted = findEmittedEvent(line.action);
      if (emitted === undefined) return [];
      const { id, action, actor, details } = line;
      const subject = getEventSubject(line);
      const key = formatSubject(subject);
      const version = Math.max(recordedAt, (versions.get(key) ?? 0) + 1);
      versions.set(key, version);
      return [
        {
          id,
          transaction,
          type: emitted.type,
          subject: { ...subject, epoch: 0, version },
          recordedAt,
          visibility: 'management',
          actor,
          action,
          details,
        },
      ];
    });
  }

  private createSnapshot({ attributesText, relationshipsText }: Entry): EventSnapshot | undefined {
    const bytes = Buffer.byteLength(attributesText) + Buffer.byteLength(relationshipsText);
    return bytes > this.snapshotMaxBytes
      ? undefined
      : { attributes: attributesText, relationships: relationshipsText };
  }
}

/** The subject of the event of an audit line; that of a line without one is the only object of its kind. */
export function getEventSubject({ action, subject }: AuditEvent): Pick<EventSubject, 'type' | 'id'> {
  const type = findEmittedEvent(action)?.subject ?? action;
  return { type, id: subject?.id ?? type };
}

function getType(before: Entry | undefined, after: Entry | undefined): EntryEventType {
  if (before === undefined) return 'entry.created';
  if (after === undefined) return 'entry.deleted';
  if (before.published === after.published) return 'entry.updated';
  return after.published ? 'entry.published' : 'entry.unpublished';
}
