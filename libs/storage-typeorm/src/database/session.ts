import type { DataSource, QueryRunner } from 'typeorm';
import type { Sql } from './sql.js';

/** Anything that reads: the database itself, or one connection. */
export interface Reads {
  rows<Found>(statement: Sql): Promise<Found[]>;
}

/** One connection while it is used. */
export class Session implements Reads {
  constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
  ) {}

  /** @typeParam Found the columns that the statement selects, as the driver gives them */
  async rows<Found>(statement: Sql): Promise<Found[]> {
    const found = await this.source.query<Found[]>(statement.text, [...statement.values], this.runner);
    // A copy, because native drivers make arrays that are foreign to a sandbox such as Jest's.
    return [...found];
  }

  /** @returns how many rows it changed (or found as they should be) */
  async run(statement: Sql): Promise<number> {
    const { affected } = await this.runner.query(statement.text, [...statement.values], true);
    return affected ?? 0;
  }
}
