import {
  type AuditEvent,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditSelection,
  type AuditWindow,
} from '@content-service/audit';
import type { Database } from '../database/database.js';
import { all, type Sql, sql } from '../database/sql.js';
import { type AuditRow, toAuditEvent, toAuditRow } from './audit-row.js';

export class TypeOrmAuditLog extends AuditLog {
  constructor(private readonly database: Database) {
    super();
  }

  /** Appending twice does no harm, so a COMMIT that was never confirmed is simply done again. */
  override append(events: readonly AuditEvent[]): Promise<void> {
    const { dialect } = this.database;
    return this.database.transaction(
      async (session) => {
        for (const event of events)
          await session.run(dialect.upsert('audit_event', ['id'], toAuditRow(event), []));
      },
      () => Promise.resolve('not stored'),
    );
  }

  override async page(selection: AuditSelection, { before, limit }: AuditWindow): Promise<AuditPage> {
    const conditions = [...conditionsOf(selection), ...(before === undefined ? [] : [isBehind(before)])];
    const rows = await this.database.rows<AuditRow>(
      sql`SELECT * FROM audit_event WHERE ${all(conditions)}
          ORDER BY happened_at DESC, id DESC LIMIT ${limit + 1}`,
    );
    return { events: rows.slice(0, limit).map(toAuditEvent), more: rows.length > limit };
  }

  override async prune(before: number): Promise<void> {
    await this.database.run(sql`DELETE FROM audit_event WHERE happened_at < ${before}`);
  }
}

function conditionsOf({ action, actor, subject, since, until }: AuditSelection): Sql[] {
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actor === undefined ? [] : [sql`(user_id = ${actor} OR client_id = ${actor})`]),
    ...(subject === undefined ? [] : [sql`subject_kind = ${subject.kind} AND subject_id = ${subject.id}`]),
    ...(since === undefined ? [] : [sql`happened_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`happened_at < ${until}`]),
  ];
}

function isBehind({ at, id }: AuditPosition): Sql {
  return sql`(happened_at < ${at} OR (happened_at = ${at} AND id < ${id}))`;
}
