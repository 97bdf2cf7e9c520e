import { isDeepStrictEqual } from 'node:util';
import { toAuditActor } from '@content-service/audit';
import type { ChangedEntry, ChangeOrigin, Entry } from '@content-service/entries';
import {
  type Clock,
  type IdGenerator,
  SystemClock,
  type Uuid,
  UuidV7Generator,
} from '@content-service/kernel';
import type { EventSnapshot, RecordedEvent } from './event.js';
import type { EventType } from './event-types.js';

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
}

const SNAPSHOT_MAXIMUM = 262_144;

/** Creates the events of a transaction; adapters of `EntryStore` store them in it. */
export class EventRecorder {
  /** Whether every change of an entry gets an event. */
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
  createEvents({ changed, requested, origin }: TransactionChanges): RecordedEvent[] {
    if (!this.enabled) return [];
    const transaction = this.ids.next();
    const recordedAt = this.clock.microseconds();
    return changed.flatMap(({ id, before, after }): RecordedEvent[] => {
      const subject = after ?? before;
      if (subject === undefined) return [];
      const { cause = 'internal', requestId } = origin ?? {};
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
          snapshot: this.createSnapshot(subject),
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

function getType(before: Entry | undefined, after: Entry | undefined): EventType {
  if (before === undefined) return 'entry.created';
  if (after === undefined) return 'entry.deleted';
  if (before.published === after.published) return 'entry.updated';
  return after.published ? 'entry.published' : 'entry.unpublished';
}

/** The names of the attributes and relationships that differ. */
function findDifferences(before: Entry, after: Entry): string[] {
  return [
    ...findDifferentMembers(before.attributes, after.attributes),
    ...findDifferentMembers(before.relationships, after.relationships),
  ].sort();
}

function findDifferentMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
