import type { DataSource, QueryRunner } from 'typeorm';
import { join, type Sql, type StatementRunner } from './sql.js';

/** Stands between statements that are sent together: an empty comment, which no statement has. */
export const BATCH_SEPARATOR = ';\n--\n';

/** A connection of TypeORM. */
export class TypeOrmStatementRunner implements StatementRunner {
  constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    /** 1 for a server that takes several statements at once (`Dialect.sendsBatches`). */
    readonly batchesInFlight: 0 | 1 = 0,
  ) {}

  async query(statement: Sql, preceding: readonly Sql[]): Promise<readonly unknown[]> {
    if (preceding.length > 0) return (await this.runBatch(statement, preceding)) as unknown[];
    return this.source.query<unknown[]>(statement.text, [...statement.values], this.runner);
  }

  async execute(statement: Sql, preceding: readonly Sql[]): Promise<number> {
    if (preceding.length > 0)
      return ((await this.runBatch(statement, preceding)) as { readonly affectedRows: number }).affectedRows;
    const { affected } = await this.runner.query(statement.text, [...statement.values], true);
    return affected ?? 0;
  }

  /** @returns the result of the last statement */
  private async runBatch(last: Sql, preceding: readonly Sql[]): Promise<unknown> {
    const { text, values } = join([...preceding, last], BATCH_SEPARATOR);
    return (await this.source.query<unknown[]>(text, [...values], this.runner)).at(-1);
  }
}
