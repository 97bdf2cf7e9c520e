import {
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditWindow,
} from '@content-service/audit';
import { type Database, repeatInDoubt } from '../database/database.js';
import { all, type Row, type Sql, sql } from '../database/sql.js';

export class TypeOrmAuditLog extends AuditLog {
  constructor(private readonly database: Database) {
    super();
  }

  override append(events: readonly AuditEvent[]): Promise<void> {
    const { dialect } = this.database;
    return this.database.transaction(async (connection) => {
      for (const insert of dialect.insertMissing('audit_event', ['id'], events.map(toAuditRow)))
        await connection.execute(insert);
    }, repeatInDoubt);
  }

  override async page(selection: AuditFilter, { before, limit }: AuditWindow): Promise<AuditPage> {
    const conditions = [...toConditions(selection), ...(before === undefined ? [] : [isOlderThan(before)])];
    const rows = await this.database.query<AuditRow>(
      sql`SELECT * FROM audit_event WHERE ${all(conditions)}
          ORDER BY happened_at DESC, id DESC LIMIT ${limit + 1}`,
    );
    return { events: rows.slice(0, limit).map(toAuditEvent), more: rows.length > limit };
  }

  override async prune(before: number, action?: string): Promise<void> {
    const conditions = [...toConditions({ action }), sql`happened_at < ${before}`];
    await this.database.execute(sql`DELETE FROM audit_event WHERE ${all(conditions)}`);
  }
}

function toConditions({ action, actor, subject, since, until }: AuditFilter): Sql[] {
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actor === undefined ? [] : [sql`(user_id = ${actor} OR client_id = ${actor})`]),
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
