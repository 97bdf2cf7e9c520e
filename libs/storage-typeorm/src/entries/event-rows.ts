import type { EventSnapshot, EventVisibility, LoggedEvent, RecordedEvent } from '@content-service/events';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { insertStatements } from '../database/insert.js';
import { raw, type Row, type Sql } from '../database/sql.js';

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

export const EVENT_COLUMNS = raw(
  'id, position, tx, type, subject_type, subject_id, subject_epoch, subject_version, recorded_at, visibility, head, ' +
    'attributes, relationships',
);

/** The members of an event that no statement compares. */
type EventHead = Pick<RecordedEvent, 'published' | 'changed' | 'cause' | 'actor' | 'requestId'>;

export function toEventRow(event: RecordedEvent): Row {
  const { subject, published, changed, cause, actor, requestId, snapshot } = event;
  const head: EventHead = { published, changed, cause, actor, requestId };
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
    head: JSON.stringify(head),
    attributes: snapshot?.attributes ?? null,
    relationships: snapshot?.relationships ?? null,
  };
}

/**
 * Inserts for the events of a transaction, after its entries are written. The snapshot of an entry that is stored is copied
 * from its row within the database: documents are most of what a write sends.
 */
export function insertEvents(events: readonly RecordedEvent[], stored: ReadonlySet<Uuid>): Sql[] {
  const isCopied = ({ subject, snapshot }: RecordedEvent): boolean =>
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
    type: row.type.toString() as LoggedEvent['type'],
    subject: {
      type: row.subject_type.toString(),
      id: row.subject_id.toString(),
      epoch: row.subject_epoch,
      version: row.subject_version,
    },
    recordedAt: row.recorded_at,
    visibility: row.visibility.toString() as EventVisibility,
    ...(JSON.parse(row.head) as EventHead),
    ...toSnapshot(row),
  };
}

function toSnapshot({ attributes, relationships }: EventRow): { snapshot?: EventSnapshot } {
  return attributes === null || relationships === null ? {} : { snapshot: { attributes, relationships } };
}
