import type { Dialect } from '../dialects/dialect.js';
import { type DbConnection, raw } from './sql.js';

/** A transaction that was sent: confirmed, or in doubt because of the error that came in place of the answer to COMMIT. */
export type TransactionAttempt<T> =
  | { readonly confirmed: true; readonly result: T }
  | { readonly confirmed: false; readonly result: T; readonly error: unknown };

const COMMIT = raw('COMMIT');

/** Runs a task in a transaction. @throws the error of a statement, after the transaction was rolled back */
export async function attemptTransaction<T>(
  connection: DbConnection,
  dialect: Dialect,
  task: (connection: DbConnection) => Promise<T>,
): Promise<TransactionAttempt<T>> {
  try {
    await connection.defer(dialect.begin);
    const result = await task(connection);
    const error = await commit(connection, dialect);
    return error === undefined ? { confirmed: true, result } : { confirmed: false, result, error };
  } catch (error) {
    await connection.rollback().catch(() => undefined);
    throw error;
  }
}

/** @returns the error that kept the answer from coming; one that says that nothing was stored is thrown */
async function commit(connection: DbConnection, dialect: Dialect): Promise<unknown> {
  try {
    await connection.execute(COMMIT);
    return undefined;
  } catch (error) {
    const fault = dialect.classifyError(error);
    if (fault === 'lost') return error;
    const isUnclear = fault === 'unreachable' || fault === 'timeout';
    if (!isUnclear || dialect.singleWriter) throw error;
    // It may be of a statement that was sent with COMMIT, such as on a server that became read-only: the transaction is open then.
    await connection.rollback().catch(() => undefined);
    return error;
  }
}
