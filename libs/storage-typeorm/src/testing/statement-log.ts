import type { Logger } from 'typeorm';

/** Sees all statements that a storage sends, and can cut the power before one of them. */
export class StatementLog implements Logger {
  readonly sent: string[] = [];
  private left = Infinity;

  /** Nothing is sent any more after some more statements: what the process began stays as it is then. */
  cutPowerAfter(statements: number): void {
    this.left = statements;
  }

  get isPowerCut(): boolean {
    return this.left < 0;
  }

  logQuery(statement: string): void {
    this.left -= 1;
    if (this.isPowerCut) throw new Error('The power was cut.');
    this.sent.push(statement);
  }

  logQueryError(): void {
    // Whoever sent the statement gets the error.
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
