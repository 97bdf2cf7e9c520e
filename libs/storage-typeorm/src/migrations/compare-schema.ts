import { AbstractLogger, DataSource, type DataSourceOptions, type LogLevel, type LogMessage } from 'typeorm';
import { DEFAULT_LIMITS } from '../database/database.js';
import { getDialect } from '../dialects/index.js';
import type { Engine } from '../entities/columns.js';
import type { NamedIndex } from '../entities/entity.js';
import { ENTITIES } from '../entities/index.js';

/** The data source that writes and migrates, as TypeORM needs it to read the schema of a database: for its command line too. */
export async function createDataSource(
  url: string,
  further: Partial<Pick<DataSourceOptions, 'logger'>> = {},
): Promise<DataSource> {
  const { writer } = getDialect(url).options(url, DEFAULT_LIMITS, 'ordered');
  const options = { ...writer, ...further } as DataSourceOptions;
  const isMariadb = options.type === 'mysql' && (await readVersion(options)).includes('MariaDB');
  // MariaDB writes defaults of columns in another way, and TypeORM knows of it by this type alone.
  return new DataSource(isMariadb ? { ...options, type: 'mariadb' } : options);
}

/**
 * Compares the entities with the fixed tables of a database: columns with their types, defaults and whether they may be NULL,
 * keys, and the columns of indexes. Conditions of partial indexes and the table `ix_search` are not compared.
 *
 * @returns what TypeORM would change and the statements by which it would, and further differences; nothing if there is none
 */
export async function findSchemaDifferences(url: string): Promise<string[]> {
  const changes: string[] = [];
  const source = await createDataSource(url, { logger: new ChangeLog(changes) });
  await source.initialize();
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    const statements = upQueries.map(({ query }) => query);
    const { name } = getDialect(url);
    return [
      ...changes,
      ...statements,
      ...(await findOtherIndexes(source, name)),
      ...(await findOtherCollations(source, name)),
    ];
  } finally {
    await source.destroy();
  }
}

async function readVersion(options: DataSourceOptions): Promise<string> {
  const source = await new DataSource(options).initialize();
  try {
    const [row] = await source.query<{ version: string }[]>('SELECT VERSION() AS version');
    return row?.version ?? '';
  } finally {
    await source.destroy();
  }
}

interface IndexColumn {
  readonly table: string;
  readonly name: string;
  readonly is_unique: number;
  readonly column: string;
}

/** The columns of the indexes with a name, in their order. */
const SELECT_INDEX_COLUMNS: Readonly<Record<Engine, string>> = {
  sqlite: `SELECT m.name AS "table", i.name AS name, i."unique" AS is_unique, c.name AS "column"
    FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    WHERE m.type = 'table' AND i.origin = 'c' ORDER BY m.name, i.name, c.seqno`,
  mysql: `SELECT table_name AS \`table\`, index_name AS name, 1 - non_unique AS is_unique, column_name AS \`column\`
    FROM information_schema.statistics WHERE table_schema = DATABASE() AND index_name <> 'PRIMARY'
    ORDER BY table_name, index_name, seq_in_index`,
  postgres: `SELECT t.relname AS "table", c.relname AS name, CAST(i.indisunique AS INTEGER) AS is_unique, a.attname AS "column"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(number, n)
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
    WHERE NOT i.indisprimary AND c.relnamespace = CAST(CAST(current_schema() AS TEXT) AS regnamespace)
    ORDER BY t.relname, c.relname, k.n`,
};

/** TypeORM does not compare the order of columns. */
async function findOtherIndexes(source: DataSource, engine: Engine): Promise<string[]> {
  const rows = await source.query<IndexColumn[]>(SELECT_INDEX_COLUMNS[engine]);
  const stored = new Map<string, NamedIndex>();
  for (const { table, name, is_unique, column } of rows) {
    const { columns = [] } = stored.get(`${table} ${name}`) ?? {};
    stored.set(`${table} ${name}`, {
      name,
      columns: [...columns, column],
      isUnique: is_unique === 1,
    });
  }
  return ENTITIES.flatMap((entity) =>
    entity.getNamedIndexes(engine).flatMap((index) => {
      const [expected, actual] = [index, stored.get(`${entity.table} ${index.name}`)].map(describe);
      return expected === actual
        ? []
        : [`${index.name} of ${entity.table}: ${expected} expected, ${actual} found`];
    }),
  );
}

function describe(index: NamedIndex | undefined): string {
  if (index === undefined) return 'no index';
  return `${index.isUnique ? 'unique ' : ''}(${index.columns.join(', ')})`;
}

/** On MySQL TypeORM does not compare collations; texts are compared by their bytes. */
async function findOtherCollations(source: DataSource, engine: Engine): Promise<string[]> {
  if (engine !== 'mysql') return [];
  const tables = new Set(ENTITIES.map(({ table }) => table));
  const rows = await source.query<Record<'table' | 'column' | 'collation', string>[]>(
    `SELECT table_name AS \`table\`, column_name AS \`column\`, collation_name AS collation
      FROM information_schema.columns WHERE table_schema = DATABASE() AND collation_name <> 'utf8mb4_bin'`,
  );
  return rows
    .filter(({ table }) => tables.has(table))
    .map(({ table, column, collation }) => `${column} of ${table}: utf8mb4_bin expected, ${collation} found`);
}

/** Keeps what TypeORM says of the changes that it would make. */
class ChangeLog extends AbstractLogger {
  constructor(private readonly changes: string[]) {
    super(['schema']);
  }

  protected writeLog(_: LogLevel, message: LogMessage): void {
    this.changes.push(String(message.message));
  }
}
