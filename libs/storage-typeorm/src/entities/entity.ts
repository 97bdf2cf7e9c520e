import { EntitySchema, type EntitySchemaColumnOptions, type ObjectLiteral } from 'typeorm';
import type { Column, Engine } from './columns.js';

/** An index besides the primary key. Properties, not columns. */
export interface EntityIndex {
  readonly columns: readonly string[];
  /** Its name, which no other table has. */
  readonly name: string;
  /** MySQL: its name within the table, where that is another. */
  readonly mysqlName?: string;
  /** Default: on every engine. */
  readonly engines?: readonly Engine[];
  /** The condition of a partial index; MySQL has none. */
  readonly where?: string;
}

/** A unique key besides the primary key. */
export interface UniqueKey {
  readonly columns: readonly string[];
  /** MySQL: its name; default: that of its first column, as MySQL names it. */
  readonly mysqlName?: string;
}

/** An index or a unique key as an engine has it. */
export interface NamedIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

interface EntityOptions<T> {
  readonly columns: Readonly<Record<keyof T & string, Column>>;
  readonly indexes?: readonly EntityIndex[];
  readonly uniqueKeys?: readonly UniqueKey[];
  /** Whether SQLite keeps the rows in the tree of the primary key. */
  readonly withoutRowid?: true;
}

/** A fixed table, and the objects that repositories make of its rows. */
export class Entity<T extends ObjectLiteral> {
  /** @param table its name, which is that of the entity too */
  constructor(
    readonly table: string,
    private readonly options: EntityOptions<T>,
  ) {}

  /** The columns of the primary key. */
  get primaryKey(): string[] {
    const entries = Object.entries<Column>(this.options.columns);
    return entries
      .filter(([, { primary }]) => primary === true)
      .map(([property]) => this.getColumnName(property));
  }

  getColumnName(property: keyof T & string): string {
    return this.options.columns[property].name ?? toColumnName(property);
  }

  /** The columns, for a statement whose rows `toObject` takes. */
  get columnList(): string {
    return Object.keys(this.options.columns)
      .map((property) => this.getColumnName(property))
      .join(', ');
  }

  /** The object of a row that was read by a statement, as a repository makes it. */
  toObject(row: Readonly<Record<string, unknown>>): T {
    const entries = Object.entries<Column>(this.options.columns).map(([property, { transformer }]) => {
      const stored = row[this.getColumnName(property)];
      return [property, transformer === undefined ? stored : (transformer.from(stored) as unknown)] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
  }

  /** What TypeORM knows of the table. */
  toSchema(engine: Engine): EntitySchema<T> {
    const { columns, uniqueKeys = [], withoutRowid = false } = this.options;
    const entries = Object.entries<Column>(columns).map(([property, column]) => [
      property,
      toColumnOptions(property, column, engine),
    ]);
    // TypeORM takes indexes of two tables that share a name for one of several columns, so it must not look at these.
    const isShared = ({ mysqlName }: UniqueKey): boolean => engine === 'mysql' && mysqlName !== undefined;
    return new EntitySchema<T>({
      name: this.table,
      tableName: this.table,
      columns: Object.fromEntries(entries) as Record<keyof T, EntitySchemaColumnOptions>,
      indices: [
        ...this.getIndexes(engine).map(({ name, columns, where }) => ({
          ...{ name, columns: [...columns] },
          ...(engine === 'mysql' || where === undefined ? {} : { where }),
        })),
        ...uniqueKeys.filter(isShared).map((uniqueKey) => ({
          ...{ name: this.nameUniqueKey(uniqueKey, engine), columns: [...uniqueKey.columns] },
          synchronize: false,
        })),
      ],
      uniques: uniqueKeys
        .filter((uniqueKey) => !isShared(uniqueKey))
        .map((uniqueKey) => ({
          ...(engine === 'sqlite' ? {} : { name: this.nameUniqueKey(uniqueKey, engine) }),
          columns: [...uniqueKey.columns],
        })),
      withoutRowid,
    });
  }

  /** The indexes and unique keys that have a name on an engine; unique keys of SQLite have none. */
  getNamedIndexes(engine: Engine): NamedIndex[] {
    const { uniqueKeys = [] } = this.options;
    const toColumns = (properties: readonly string[]): string[] =>
      properties.map((property) => this.getColumnName(property));
    return [
      ...this.getIndexes(engine).map(({ name, columns }) => ({
        ...{ name, columns: toColumns(columns), isUnique: false },
      })),
      ...(engine === 'sqlite' ? [] : uniqueKeys).map((uniqueKey) => ({
        ...{ name: this.nameUniqueKey(uniqueKey, engine), columns: toColumns(uniqueKey.columns) },
        isUnique: true,
      })),
    ];
  }

  private getIndexes(engine: Engine): EntityIndex[] {
    const { indexes = [] } = this.options;
    return indexes
      .filter(({ engines = [engine] }) => engines.includes(engine))
      .map((index) => (engine === 'mysql' ? { ...index, name: index.mysqlName ?? index.name } : index));
  }

  /** As the engines name constraints without a name. */
  private nameUniqueKey({ columns, mysqlName }: UniqueKey, engine: Engine): string {
    const names = columns.map(toColumnName);
    return engine === 'mysql' ? (mysqlName ?? names[0] ?? '') : [this.table, ...names, 'key'].join('_');
  }
}

function toColumnOptions(
  property: string,
  { declarations, hidden, name = toColumnName(property), ...options }: Column,
  engine: Engine,
): EntitySchemaColumnOptions {
  return { ...declarations[engine], ...options, name, select: hidden !== true };
}

function toColumnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
