import { type RecordsOf, selectRecords, type TransactionalRecords } from '@content-service/audit';
import type { Database, InDoubtResolver } from '../database/database.js';
import { insertStatements } from '../database/insert.js';
import { type DbConnection, type Sql } from '../database/sql.js';
import { toAuditRow } from './typeorm-audit-log.js';

/** Changes of management data with the records that are stored with them. */
export class RecordedTransactions {
  constructor(readonly database: Database) {}

  /**
   * Runs a task in a transaction, which also stores the records unless the result says that nothing was changed.
   *
   * @param isStored whether the result says that the change was made; without it every result but `false`
   * @param resolver as of `Database.transaction`
   */
  run<T>(
    records: RecordsOf<T> | undefined,
    task: (connection: DbConnection) => Promise<T>,
    isStored?: (result: T) => boolean,
    resolver?: InDoubtResolver,
  ): Promise<T> {
    return this.database.transaction(async (connection) => {
      const result = await task(connection);
      await storeRecords(connection, selectRecords(records, result, isStored));
      return result;
    }, resolver);
  }

  /** One statement. @returns how many rows it changed; without any the records are not stored */
  execute(records: RecordsOf<number> | undefined, statement: Sql): Promise<number> {
    return this.run(records, (connection) => connection.execute(statement), isAny);
  }
}

/** Stores records as a part of a transaction. */
export async function storeRecords(
  connection: DbConnection,
  { audit = [] }: TransactionalRecords,
): Promise<void> {
  for (const statement of insertStatements('audit_event', audit.map(toAuditRow)))
    await connection.defer(statement);
}

const isAny = (changed: number): boolean => changed > 0;
