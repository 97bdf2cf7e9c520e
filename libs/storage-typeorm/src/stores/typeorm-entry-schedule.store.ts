import type { AuditLines } from '@content-service/audit';
import {
  type EntrySchedule,
  EntryScheduleStore,
  type ScheduleAction,
  type ScheduleFilter,
  type SchedulePage,
} from '@content-service/entries';
import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import { type Database, repeatInDoubt } from '../database/database.js';
import { all, type DbConnection, FALSE, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import { discardStatement } from '../entries/schedule-rows.js';
import type { AuditedTransactions } from './audited-transactions.js';

interface ScheduleRow {
  readonly entry_id: Buffer;
  readonly action: Buffer;
  readonly due_at: number;
}

export class TypeOrmEntryScheduleStore extends EntryScheduleStore {
  private readonly database: Database;

  constructor(private readonly transactions: AuditedTransactions) {
    super();
    this.database = transactions.database;
  }

  override async page(
    { entryIds, dueBy }: ScheduleFilter,
    { after, limit }: { after?: EntrySchedule | undefined; limit: number },
  ): Promise<SchedulePage> {
    const conditions = [
      entryIds === undefined ? TRUE : isOf(entryIds),
      dueBy === undefined ? TRUE : sql`due_at <= ${dueBy}`,
      after === undefined ? TRUE : isBehind(after),
    ];
    const rows = await this.database.query<ScheduleRow>(
      sql`SELECT entry_id, action, due_at FROM entry_schedule WHERE ${all(conditions)}
          ORDER BY due_at, entry_id, action LIMIT ${limit + 1}`,
    );
    return { schedules: rows.slice(0, limit).map(toSchedule), more: rows.length > limit };
  }

  override discard(schedules: readonly EntrySchedule[], auditLines?: AuditLines): Promise<number> {
    const remove = async (connection: DbConnection): Promise<number> => {
      let count = 0;
      for (const schedule of schedules) count += await connection.execute(discardStatement(schedule));
      return count;
    };
    return this.transactions.run(auditLines, remove, (count) => count > 0, repeatInDoubt);
  }
}

function isOf(entryIds: readonly Uuid[]): Sql {
  return entryIds.length === 0 ? FALSE : sql`entry_id IN ${toParameterList(entryIds.map(parseUuid))}`;
}

function isBehind({ entryId, action, dueAt }: EntrySchedule): Sql {
  const [id, name] = [parseUuid(entryId), Buffer.from(action)];
  return sql`(due_at > ${dueAt} OR (due_at = ${dueAt}
    AND (entry_id > ${id} OR (entry_id = ${id} AND action > ${name}))))`;
}

function toSchedule({ entry_id: id, action, due_at: dueAt }: ScheduleRow): EntrySchedule {
  return { entryId: formatUuid(id), action: action.toString() as ScheduleAction, dueAt };
}
