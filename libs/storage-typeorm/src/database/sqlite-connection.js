// The connection of a process or thread that runs statements of SQLite for the service. Plain JavaScript, as the programs
// that use it are.
import Database from 'better-sqlite3';

/** Prepared statements that are kept, as many as by the service's own connections; the oldest goes first. */
const STATEMENTS_MAXIMUM = 1000;

export class SqliteConnection {
  /** @param options SqliteConnectionOptions */
  constructor({ file, pragmas, busyTimeoutMs, readonly }) {
    this.database = new Database(file, { readonly, fileMustExist: true, timeout: busyTimeoutMs });
    try {
      for (const pragma of pragmas) this.database.pragma(pragma);
    } catch (error) {
      this.database.close();
      throw error;
    }
    this.statements = new Map();
  }

  /** @returns { rows } of a statement that gives some, or { affected }, the number of rows that it changed */
  run({ text, values }) {
    const statement = this.prepare(text);
    return statement.reader
      ? { rows: statement.all(...values) }
      : { affected: statement.run(...values).changes };
  }

  prepare(text) {
    const known = this.statements.get(text);
    if (known !== undefined) return known;
    const statement = this.database.prepare(text);
    this.statements.set(text, statement);
    if (this.statements.size > STATEMENTS_MAXIMUM)
      this.statements.delete(this.statements.keys().next().value);
    return statement;
  }
}

/** An error as a message of the program, from which `SqliteError` is made. */
export const toErrorMessage = (error) => ({
  error: { code: String(error.code), message: String(error.message) },
});
