import type { AuditEvent } from '@content-service/audit';
import {
  type EventRecorder,
  type EventSnapshot,
  formatSubject,
  getEventSubject,
  type LoggedEvent,
  type RecordedEntryEvent,
  type RecordedEvent,
  type RecordedManagementEvent,
} from '@content-service/events';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { insertStatements } from '../database/insert.js';
import {
  type DbConnection,
  queryInBatches,
  raw,
  type Row,
  type Sql,
  sql,
  toParameterList,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';

/** A row of `event_log`. */
export interface EventRow {
  readonly id: Buffer;
  readonly position: number;
  readonly tx: Buffer;
  readonly type: Buffer;
  readonly subject_type: Buffer;
  readonly subject_id: Buffer;
  readonly subject_epoch: number;
  readonly subject_version: number;
  readonly recorded_at: number;
  readonly visibility: Buffer;
  readonly head: string;
  readonly attributes: string | null;
  readonly relationships: string | null;
}

const HEAD_COLUMNS =
  'id, position, tx, type, subject_type, subject_id, subject_epoch, subject_version, recorded_at, visibility, head';

export const EVENT_COLUMNS = raw(`${HEAD_COLUMNS}, attributes, relationships`);

/** The same without the snapshot. */
export const EVENT_HEAD_COLUMNS = raw(`${HEAD_COLUMNS}, NULL AS attributes, NULL AS relationships`);

/** The events without a position, as they stand behind FROM with a condition. */
export function fromPending({ byEventPosition }: Dialect): Sql {
  return sql`event_log ${byEventPosition} WHERE position IS NULL`;
}

/** The members of an event that no statement compares. */
type EventHead =
  | Pick<
      RecordedEntryEvent,
      'published' | 'changed' | 'cause' | 'actor' | 'requestId' | 'traceparent' | 'revision'
    >
  | Pick<RecordedManagementEvent, 'action' | 'details' | 'actor'>;

export function toEventRow(event: RecordedEvent): Row {
  const { subject } = event;
  const snapshot = event.visibility === 'management' ? undefined : event.snapshot;
  return {
    id: parseUuid(event.id),
    tx: parseUuid(event.transaction),
    type: Buffer.from(event.type),
    subject_type: Buffer.from(subject.type),
    subject_id: Buffer.from(subject.id),
    subject_epoch: subject.epoch,
    subject_version: subject.version,
    recorded_at: event.recordedAt,
    visibility: Buffer.from(event.visibility),
    head: JSON.stringify(toHead(event)),
    attributes: snapshot?.attributes ?? null,
    relationships: snapshot?.relationships ?? null,
  };
}

function toHead(event: RecordedEvent): EventHead {
  const { actor } = event;
  if (event.visibility === 'management') return { action: event.action, details: event.details, actor };
  const { published, changed, cause, requestId, traceparent, revision } = event;
  return { published, changed, cause, actor, requestId, traceparent, revision };
}

/** The events of the audit lines of a transaction, before they are stored in it. */
export async function createManagementEvents(
  connection: DbConnection,
  recorder: EventRecorder,
  lines: readonly AuditEvent[],
): Promise<readonly RecordedManagementEvent[]> {
  const emitting = recorder.selectEmitting(lines);
  if (emitting.length === 0) return [];
  const subjects = new Set(emitting.map((line) => getEventSubject(line).id));
  const rows = await queryInBatches([...subjects], (part) =>
    connection.query<Pick<EventRow, 'subject_type' | 'subject_id'> & { last: number }>(
      sql`SELECT subject_type, subject_id, MAX(subject_version) AS last FROM event_log
          WHERE subject_id IN ${toParameterList(part.map((id) => Buffer.from(id)))}
          GROUP BY subject_type, subject_id`,
    ),
  );
  const lastVersions = rows.map(({ subject_type: type, subject_id: id, last }) => {
    return [formatSubject({ type: type.toString(), id: id.toString() }), last] as const;
  });
  return recorder.createManagementEvents(emitting, new Map(lastVersions));
}

/**
 * Inserts for the events of a transaction, after its entries are written. The snapshot of an entry that is stored is copied
 * from its row within the database: documents are most of what a write sends.
 */
export function createEventInserts(events: readonly RecordedEntryEvent[], stored: ReadonlySet<Uuid>): Sql[] {
  const isCopied = ({ subject, snapshot }: RecordedEntryEvent): boolean =>
    snapshot !== undefined && stored.has(subject.id);
  const copied = events.filter(isCopied).map((event): Row => {
    const id = parseUuid(event.subject.id);
    return { ...toEventRow(event), attributes: id, relationships: id };
  });
  return [
    ...insertStatements('event_log', copied, COPIED),
    ...insertStatements('event_log', events.filter((event) => !isCopied(event)).map(toEventRow)),
  ];
}

const COPIED = {
  attributes: '(SELECT attributes FROM entry WHERE id = ?)',
  relationships: '(SELECT relationships FROM entry WHERE id = ?)',
};

export function toLoggedEvent(row: EventRow): LoggedEvent {
  return {
    id: formatUuid(row.id),
    position: row.position,
    transaction: formatUuid(row.tx),
    type: row.type.toString(),
    subject: {
      type: row.subject_type.toString(),
      id: row.subject_id.toString(),
      epoch: row.subject_epoch,
      version: row.subject_version,
    },
    recordedAt: row.recorded_at,
    visibility: row.visibility.toString(),
    ...(JSON.parse(row.head) as EventHead),
    ...toSnapshot(row),
  } as LoggedEvent;
}

function toSnapshot({ attributes, relationships }: EventRow): { snapshot?: EventSnapshot } {
  return attributes === null || relationships === null ? {} : { snapshot: { attributes, relationships } };
}
