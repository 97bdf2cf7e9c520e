import { type DeleteResult, InsertResult, type UpdateResult } from 'typeorm';
import { type AuditEvent, type AuditLinesOf, selectAuditLines } from '@content-service/audit';
import type { EventLog, EventRecorder } from '@content-service/events';
import type { Database, InDoubtResolver } from '../database/database.js';
import { resolveByRow } from '../database/resolve-by-row.js';
import type { DbConnection, Sql } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { createManagementEvents, toEventRow } from '../entries/event-rows.js';
import { toAuditRow } from './typeorm-audit-log.js';

/** Changes of management data with the audit lines that are stored with them. */
export class AuditedTransactions {
  constructor(
    readonly database: Database,
    private readonly recorder: EventRecorder,
    private readonly events: EventLog,
  ) {}

  /**
   * Runs a task in a transaction, which also stores the audit lines unless the result says that nothing was changed.
   *
   * @param isStored whether the result says that the change was made; without it every result but `false`
   * @param resolver as of `Database.transaction`; without it the id of one of the stored audit lines settles the outcome
   */
  async run<T>(
    auditLines: AuditLinesOf<T> | undefined,
    task: (connection: DbConnection) => Promise<T>,
    isStored?: (result: T) => boolean,
    resolver?: InDoubtResolver,
  ): Promise<T> {
    const { dialect } = this.database;
    let line: AuditEvent | undefined;
    const resolveByLine: InDoubtResolver = async (connection) =>
      line === undefined
        ? 'unknown'
        : resolveByRow({ table: 'audit_event', row: toAuditRow(line), mark: PROBE }, connection, dialect);
    const { result, hasEvents } = await this.database.transaction(
      async (connection) => {
        const result = await task(connection);
        const { audit = [] } = selectAuditLines(auditLines, result, isStored);
        [line] = audit;
        return { result, hasEvents: await storeAuditLines(connection, dialect, this.recorder, audit) };
      },
      resolver ?? (auditLines === undefined ? undefined : resolveByLine),
    );
    if (hasEvents) this.events.notifyRecorded();
    return result;
  }

  /** One statement. @returns how many rows it changed; without any the audit lines are not stored */
  execute(auditLines: AuditLinesOf<number> | undefined, statement: Sql): Promise<number> {
    return this.run(auditLines, (connection) => connection.execute(statement), isAny);
  }

  /** The same by a repository of the connection. */
  change(auditLines: AuditLinesOf<number> | undefined, change: Change): Promise<number> {
    const task = async (connection: DbConnection): Promise<number> => countRows(await change(connection));
    return this.run(auditLines, task, isAny);
  }
}

/** One statement of a repository. */
type Change = (connection: DbConnection) => Promise<InsertResult | UpdateResult | DeleteResult>;

/** How many rows a statement of a repository changed. */
export function countRows(result: InsertResult | UpdateResult | DeleteResult): number {
  return result instanceof InsertResult ? (result.raw as number) : (result.affected ?? 0);
}

/**
 * Stores audit lines and the events of those that emit one as a part of a transaction, which may be repeated after it was
 * committed.
 *
 * @returns whether there are events
 */
export async function storeAuditLines(
  connection: DbConnection,
  dialect: Dialect,
  recorder: EventRecorder,
  lines: readonly AuditEvent[],
): Promise<boolean> {
  const events = await createManagementEvents(connection, recorder, lines);
  const statements = [
    ...dialect.insertMissing('audit_event', ['id'], lines.map(toAuditRow)),
    ...dialect.insertMissing('event_log', ['id'], events.map(toEventRow)),
  ];
  for (const statement of statements) await connection.defer(statement);
  return events.length > 0;
}

const PROBE = { column: 'action', value: 'probe' };

const isAny = (changed: number): boolean => changed > 0;
