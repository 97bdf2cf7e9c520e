/**
 * Why a process or thread that runs statements of SQLite gave no result: `code` is one of SQLite, or one of the program's
 * own, such as `READER_TIMEOUT`, which `Dialect.classifyError` knows.
 */
export class SqliteError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
