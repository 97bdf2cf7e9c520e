import type { MigrationInterface, QueryRunner } from 'typeorm';

export type Migration = new () => MigrationInterface;

/** A column of a table that earlier migrations made. */
export interface AddedColumn {
  readonly table: string;
  readonly name: string;
  /** Its type; with NOT NULL and DEFAULT, rows that are there get a value. */
  readonly definition: string;
}

/** Adds the columns that are missing: MySQL 8 and SQLite have no ADD COLUMN IF NOT EXISTS. */
export async function addColumns(runner: QueryRunner, columns: readonly AddedColumn[]): Promise<void> {
  for (const { table, name, definition } of columns)
    if (!(await runner.hasColumn(table, name)))
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`);
}

/**
 * A step of the schema. Its statements can be run again after a crash between any two of them: MySQL commits each
 * change of a table at once, so no transaction could take the first half back.
 *
 * @param name ends in a JavaScript time stamp, by which TypeORM orders the steps
 */
export function migration(name: string, statements: readonly string[]): Migration {
  return class {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }

    down(): Promise<void> {
      return Promise.reject(new Error(`${name} cannot be taken back: that would drop what is stored.`));
    }
  };
}
