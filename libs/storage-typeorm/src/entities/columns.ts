import type { EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';
import { formatUuid, type JsonObject, parseUuid, type Uuid } from '@content-service/kernel';

export type Engine = 'sqlite' | 'mysql' | 'postgres';

/** How an engine declares a column. */
type Declaration = Pick<EntitySchemaColumnOptions, 'type' | 'length' | 'unsigned' | 'collation'>;

/** A column of a table on every engine. */
export interface Column {
  readonly declarations: Readonly<Record<Engine, Declaration>>;
  /** Values as repositories give and take them; without it they are those of the driver. */
  readonly transformer?: ValueTransformer;
  readonly primary?: true;
  readonly nullable?: true;
  /** Whether repositories read it only when it is named. */
  readonly hidden?: true;
  readonly default?: number;
  /** The name in the database; by default that of the property in snake case. */
  readonly name?: string;
}

const SQLITE_TEXT = { type: 'text' } as const;
/** In code point order, and stored as it is: all comparisons are by bytes. */
const POSTGRES_TEXT = { type: 'text', collation: 'C' } as const;

/** A text of up to some characters; without `length` one of up to 64 KiB. */
export function text(length?: number): Column {
  const mysql = length === undefined ? ({ type: 'text' } as const) : ({ type: 'varchar', length } as const);
  return { declarations: { sqlite: SQLITE_TEXT, postgres: POSTGRES_TEXT, mysql } };
}

export const LONG_TEXT: Column = {
  declarations: { sqlite: SQLITE_TEXT, postgres: POSTGRES_TEXT, mysql: { type: 'longtext' } },
};

/** Bytes, up to some; without `length` any number. */
export function bytes(length?: number): Column {
  const mysql =
    length === undefined ? ({ type: 'longblob' } as const) : ({ type: 'varbinary', length } as const);
  return { declarations: { sqlite: { type: 'blob' }, postgres: { type: 'bytea' }, mysql } };
}

/** A text of up to some bytes, which is stored and compared as bytes. */
export function byteText(length?: number): Column {
  return {
    ...bytes(length),
    transformer: createTransformer(
      (value: string) => Buffer.from(value),
      (stored: Buffer) => stored.toString(),
    ),
  };
}

/** A text of up to 64 bytes. */
export const NAME = byteText(64);

export const UUID: Column = {
  declarations: {
    sqlite: { type: 'blob' },
    postgres: { type: 'bytea' },
    mysql: { type: 'binary', length: 16 },
  },
  transformer: createTransformer(
    (value: Uuid) => parseUuid(value),
    (stored: Buffer) => formatUuid(stored),
  ),
};

/** A whole number of 64 bits. */
export const BIGINT = integer('bigint', 'bigint');
/** A count of up to 2³¹. */
export const COUNT = integer('integer', 'int', true);
/** A count of up to 32,767. */
export const SMALL_COUNT = integer('smallint', 'smallint', true);
/** The number of a resource type. */
export const TYPE_ID = integer('integer', 'smallint', true);
export const SMALLINT = integer('smallint', 'tinyint');

export const FLOAT: Column = {
  declarations: {
    sqlite: { type: 'real' },
    postgres: { type: 'double precision' },
    mysql: { type: 'double' },
  },
};

/** `column` with the values true and false. */
export function flag(column: Column): Column {
  return {
    ...column,
    transformer: createTransformer(
      (value: boolean) => Number(value),
      (stored: number) => stored === 1,
    ),
  };
}

/** `column`, which is absent from an object unless it is true. */
export function trueOrAbsent(column: Column): Column {
  return {
    ...column,
    transformer: {
      to: (value: unknown) => (value === true ? 1 : 0),
      from: (stored: unknown) => (stored === 1 ? true : undefined),
    },
  };
}

/** `column` with a JSON document. */
export function json(column: Column): Column {
  return {
    ...column,
    transformer: createTransformer(
      (value: object) => JSON.stringify(value),
      (stored: string) => JSON.parse(stored) as JsonObject,
    ),
  };
}

/** `column`, which may be NULL; objects do not have the property then. */
export function optional(column: Column): Column {
  return {
    ...column,
    transformer: column.transformer ?? createTransformer(identity, identity),
    nullable: true,
  };
}

/** `column`, which the objects of a repository do not have. */
export function hidden(column: Column): Column {
  return { ...column, hidden: true };
}

export function key(column: Column): Column {
  return { ...column, primary: true };
}

/** `column` under another name than that of the property. */
export function named(name: string, column: Column): Column {
  return { ...column, name };
}

/** Takes a value away in an update, where TypeORM leaves out `undefined`. */
export const NULL = (): string => 'NULL';

/** NULL is `undefined` in objects. */
export function createTransformer<T, Stored>(
  to: (value: T) => Stored,
  from: (stored: Stored) => T,
): ValueTransformer {
  return {
    to: (value: T | null | undefined) => (value === null || value === undefined ? null : to(value)),
    from: (stored: Stored | null | undefined) =>
      stored === null || stored === undefined ? undefined : from(stored),
  };
}

function identity<T>(value: T): T {
  return value;
}

function integer(
  postgres: 'bigint' | 'integer' | 'smallint',
  mysql: 'bigint' | 'int' | 'smallint' | 'tinyint',
  unsigned = false,
): Column {
  return {
    declarations: {
      sqlite: { type: 'integer' },
      postgres: { type: postgres },
      mysql: { type: mysql, unsigned },
    },
  };
}
