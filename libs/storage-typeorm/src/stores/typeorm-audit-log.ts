import {
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditWindow,
} from '@content-service/audit';
import type { EventLog, EventRecorder } from '@content-service/events';
import { type Database, repeatInDoubt } from '../database/database.js';
import { all, raw, type Row, type Sql, sql } from '../database/sql.js';
import { createManagementEvents, toEventRow } from '../entries/event-rows.js';

export class TypeOrmAuditLog extends AuditLog {
  constructor(
    private readonly database: Database,
    private readonly recorder: EventRecorder,
    private readonly events: EventLog,
  ) {
    super();
  }

  override async append(lines: readonly AuditEvent[]): Promise<void> {
    const { dialect } = this.database;
    const emitted = await this.database.transaction(async (connection) => {
      const events = await createManagementEvents(connection, this.recorder, lines);
      const inserts = [
        ...dialect.insertMissing('audit_event', ['id'], lines.map(toAuditRow)),
        ...dialect.insertMissing('event_log', ['id'], events.map(toEventRow)),
      ];
      for (const insert of inserts) await connection.execute(insert);
      return events;
    }, repeatInDoubt);
    if (emitted.length > 0) this.events.notifyRecorded();
  }

  override async page(selection: AuditFilter, { before, limit }: AuditWindow): Promise<AuditPage> {
    const conditions = [...toConditions(selection), ...(before === undefined ? [] : [isOlderThan(before)])];
    const rows = await this.database.query<AuditRow>(selectNewest(conditions, selection.actor, limit + 1));
    return { events: rows.slice(0, limit).map(toAuditEvent), more: rows.length > limit };
  }

  override prune(before: number, limit: number, action?: string): Promise<number> {
    const isOld = all([...toConditions({ action }), sql`happened_at < ${before}`]);
    return this.database.deleteFirst('audit_event', ['id'], isOld, raw('happened_at, id'), limit);
  }
}

/**
 * The newest lines. The lines of an actor are two selections, each in the order of its index: with OR, all lines of the actor would
 * be sorted.
 */
function selectNewest(conditions: readonly Sql[], actor: string | undefined, limit: number): Sql {
  const newest = raw('ORDER BY happened_at DESC, id DESC');
  const select = (...further: Sql[]): Sql =>
    sql`SELECT * FROM audit_event WHERE ${all([...conditions, ...further])} ${newest} LIMIT ${limit}`;
  if (actor === undefined) return select();
  const byUser = select(sql`user_id = ${actor}`);
  const byClient = select(sql`client_id = ${actor}`, sql`(user_id IS NULL OR user_id <> ${actor})`);
  return sql`SELECT * FROM (SELECT * FROM (${byUser}) u UNION ALL SELECT * FROM (${byClient}) c) a ${newest} LIMIT ${limit}`;
}

/** All conditions but that on the actor. */
function toConditions({ action, exceptAction, subject, since, until }: AuditFilter): Sql[] {
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(exceptAction === undefined ? [] : [sql`action <> ${exceptAction}`]),
    ...(subject === undefined ? [] : [sql`subject_kind = ${subject.kind} AND subject_id = ${subject.id}`]),
    ...(since === undefined ? [] : [sql`happened_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`happened_at < ${until}`]),
  ];
}

function isOlderThan({ occurredAt: at, id }: AuditPosition): Sql {
  return sql`(happened_at < ${at} OR (happened_at = ${at} AND id < ${id}))`;
}

interface AuditRow {
  readonly id: string;
  readonly happened_at: number;
  readonly action: string;
  readonly actor_kind: AuditEvent['actor']['kind'];
  readonly user_id: string | null;
  readonly client_id: string | null;
  readonly address: string | null;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly details: string;
}

export function toAuditRow({
  id,
  occurredAt: at,
  actor,
  ipAddress: from,
  action,
  subject,
  details,
}: AuditEvent): Row & AuditRow {
  return {
    id,
    happened_at: at,
    action,
    actor_kind: actor.kind,
    user_id: actor.userId ?? null,
    client_id: actor.clientId ?? null,
    address: from ?? null,
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    details: JSON.stringify(details),
  };
}

function toAuditEvent(row: AuditRow): AuditEvent {
  const { id, happened_at: at, action, user_id, client_id, address, subject_kind, subject_id } = row;
  return {
    id,
    occurredAt: at,
    actor: {
      kind: row.actor_kind,
      ...(user_id === null ? {} : { userId: user_id }),
      ...(client_id === null ? {} : { clientId: client_id }),
    },
    ...(address === null ? {} : { ipAddress: address }),
    action,
    ...(subject_kind === null || subject_id === null
      ? {}
      : { subject: { kind: subject_kind, id: subject_id } }),
    details: JSON.parse(row.details) as AuditEvent['details'],
  };
}
