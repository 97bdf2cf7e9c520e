import type { DataSource, QueryRunner } from 'typeorm';
import { join, type Sql, type StatementRunner } from './sql.js';

/** Stands between statements that are sent together: an empty comment, which no statement has. */
export const BATCH_SEPARATOR = ';\n--\n';

/** A connection of TypeORM. Statements before another one are sent to servers only (`Dialect.sendsBatches`). */
export class TypeOrmStatementRunner implements StatementRunner {
  readonly isPipelined = false;

  constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
  ) {}

  async query(statement: Sql, before: readonly Sql[]): Promise<readonly unknown[]> {
    if (before.length > 0) return (await this.runBatch(statement, before)) as unknown[];
    return this.source.query<unknown[]>(statement.text, [...statement.values], this.runner);
  }

  async execute(statement: Sql, before: readonly Sql[]): Promise<number> {
    if (before.length > 0)
      return ((await this.runBatch(statement, before)) as { readonly affectedRows: number }).affectedRows;
    const { affected } = await this.runner.query(statement.text, [...statement.values], true);
    return affected ?? 0;
  }

  /** @returns the result of the last statement */
  private async runBatch(last: Sql, before: readonly Sql[]): Promise<unknown> {
    const { text, values } = join([...before, last], BATCH_SEPARATOR);
    return (await this.source.query<unknown[]>(text, [...values], this.runner)).at(-1);
  }
}
