import type { Logger } from 'typeorm';
import { Sql, type SqlValue } from '../database/sql.js';
import { BATCH_SEPARATOR } from '../database/typeorm-statement-runner.js';

/** Records all statements that a storage sends, and can simulate the end of the process before one of them. */
export class StatementLog implements Logger {
  readonly sent: string[] = [];
  private remaining = Infinity;

  /** Lets the given number of further statements pass and then throws for each, as if the process had ended. */
  failAfter(statements: number): void {
    this.remaining = statements;
  }

  get hasFailed(): boolean {
    return this.remaining < 0;
  }

  /** @param text one statement or several that are sent together */
  logQuery(text: string): void {
    const statements = text.split(BATCH_SEPARATOR);
    this.remaining -= statements.length;
    if (this.hasFailed) throw new Error('The process has ended.');
    this.sent.push(...statements);
  }

  logQueryError(): void {
    // The error is thrown to the caller of the statement.
  }

  logQuerySlow(): void {
    // Not asked for.
  }

  logSchemaBuild(): void {
    // Not used: nothing is synchronised.
  }

  logMigration(): void {
    // Not asked for.
  }

  log(): void {
    // Warnings of a driver about connections that broke: tests break them on purpose.
  }
}

/** Records the values of statements as well. */
export class QueryLog extends StatementLog {
  queries: Sql[] = [];

  override logQuery(statement: string, values?: unknown): void {
    super.logQuery(statement);
    this.queries.push(new Sql(statement, (values ?? []) as SqlValue[]));
  }
}
