import {
  type DiscardCopy,
  type EntryChange,
  type EntrySchedule,
  getEntryId,
  SCHEDULE_ACTIONS,
  ScheduleOutdated,
} from '@content-service/entries';
import { parseUuid, type Uuid } from '@content-service/kernel';
import { type DbConnection, queryInBatches, type Sql, sql, toParameterList } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';

/** Stores the schedules of changes within the transaction of their entries. @throws ScheduleOutdated */
export async function writeSchedules(
  connection: DbConnection,
  dialect: Dialect,
  changes: readonly EntryChange[],
  completed: readonly EntrySchedule[] = [],
): Promise<void> {
  for (const schedule of completed)
    if ((await connection.execute(discardStatement(schedule))) === 0) throw new ScheduleOutdated(schedule);
  const deletions = new Map(
    changes.flatMap((change, n) => (change.kind === 'delete' ? [[change.id, n] as const] : [])),
  );
  await deleteOf(connection, [...deletions.keys()]);
  for (const [n, change] of changes.entries())
    if (isScheduling(change) && n > (deletions.get(getEntryId(change)) ?? -1))
      for (const statement of toStatements(change, dialect)) await connection.defer(statement);
}

/** Looks for schedules first, without a lock: most entries have none, and those to be deleted are locked already. */
async function deleteOf(connection: DbConnection, entries: readonly Uuid[]): Promise<void> {
  const found = await queryInBatches(entries, (part) =>
    connection.query<{ entry_id: Buffer }>(
      sql`SELECT entry_id FROM entry_schedule WHERE entry_id IN ${toParameterList(part.map(parseUuid))}`,
    ),
  );
  for (const { entry_id: id } of found)
    await connection.defer(sql`DELETE FROM entry_schedule WHERE entry_id = ${id}`);
}

/** Deletes a schedule unless its time was changed. */
export function discardStatement({ entryId, action, dueAt }: EntrySchedule): Sql {
  return sql`DELETE FROM entry_schedule WHERE entry_id = ${parseUuid(entryId)} AND action = ${Buffer.from(action)}
    AND due_at = ${dueAt}`;
}

/** A change that can have a schedule. */
type SchedulingChange = Exclude<EntryChange, { kind: 'delete' } | DiscardCopy>;

function isScheduling(change: EntryChange): change is SchedulingChange {
  return change.kind !== 'delete' && change.kind !== 'discardCopy';
}

function toStatements(change: SchedulingChange, dialect: Dialect): Sql[] {
  const { schedule } = change;
  if (schedule === undefined) return [];
  const id = parseUuid(getEntryId(change));
  return SCHEDULE_ACTIONS.flatMap((name) => {
    const [action, dueAt] = [Buffer.from(name), schedule[name]];
    if (dueAt === undefined) return [];
    if (dueAt === null)
      return [sql`DELETE FROM entry_schedule WHERE entry_id = ${id} AND action = ${action}`];
    const row = { entry_id: id, action, due_at: dueAt };
    return [dialect.upsert('entry_schedule', ['entry_id', 'action'], row, ['due_at'])];
  });
}
