import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Engine } from './columns.js';

/**
 * What the migrations of a schema version do to processes of other versions. `expand` adds: processes of the schema version
 * before work on. `contract` removes what no process of its own schema version uses any more; those of earlier ones do not
 * work after it.
 */
export type MigrationPhase = 'expand' | 'contract';

/** What is known of a step of the schema besides its statements. */
export interface MigrationOptions {
  /** What it does, for `migrate --plan`: a verb first, without a full stop. */
  readonly purpose: string;
  /** Default: `expand`. */
  readonly phase?: MigrationPhase;
  /** The schema version that it belongs to; default 1. See the README of this library. */
  readonly schema?: number;
  /** The table whose rows it reads or changes one by one, for an estimate of its duration. */
  readonly table?: string;
}

/** A step of the schema. */
export interface SchemaMigration extends MigrationInterface {
  readonly name: string;
  readonly options: MigrationOptions & { readonly phase: MigrationPhase; readonly schema: number };
}

export type Migration = new () => SchemaMigration;

/** Creates a step with the statements of an engine. */
export type CreateMigration = (engine: Engine) => Migration;

/** The time stamp at the end of the name of a step, in milliseconds. */
export function getTimestamp(name: string): number {
  return Number(name.slice(-'1760000000000'.length));
}

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
 * A step of the schema. It can be run again after a crash between any two of its statements: MySQL commits each change of a
 * table at once, so no transaction could take the first half back.
 *
 * @param name ends in a JavaScript time stamp, by which TypeORM orders the steps
 * @param up the statements, or a function that runs them
 */
export function migration(
  name: string,
  { phase = 'expand', schema = 1, ...options }: MigrationOptions,
  up: readonly string[] | ((runner: QueryRunner) => Promise<void>),
): Migration {
  return class implements SchemaMigration {
    readonly name = name;
    readonly options = { ...options, phase, schema };

    async up(runner: QueryRunner): Promise<void> {
      if (typeof up === 'function') return up(runner);
      for (const statement of up) await runner.query(statement);
    }

    down(): Promise<void> {
      return Promise.reject(new Error(`${name} cannot be reverted, because that would drop data.`));
    }
  };
}
