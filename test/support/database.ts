import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

export interface TestDatabase {
  /** A DATABASE_URL. */
  readonly url: string;
  /** Everything that is kept in it, to be searched; nothing when it is in memory. */
  readonly contents: () => Promise<Buffer>;
  readonly remove: () => Promise<void>;
}

/**
 * A database that nobody else uses.
 *
 * @param storage memory, sqlite (default) or mariadb; the one that TEST_STORAGE names unless said
 */
export function testDatabase(storage = process.env['TEST_STORAGE'] ?? 'sqlite'): Promise<TestDatabase> {
  if (storage === 'memory') return Promise.resolve(IN_MEMORY);
  if (storage === 'sqlite') return Promise.resolve(temporaryFile());
  if (storage === 'mariadb')
    return databaseOnServer(process.env['TEST_DATABASE_URL'] ?? 'mysql://root@127.0.0.1:3306/');
  throw new Error(`TEST_STORAGE is ${storage}; it can be memory, sqlite or mariadb.`);
}

const IN_MEMORY: TestDatabase = {
  url: 'memory:',
  contents: () => Promise.resolve(Buffer.alloc(0)),
  remove: () => Promise.resolve(),
};

function temporaryFile(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  const file = join(folder, 'content.sqlite');
  return {
    url: `sqlite:${file}`,
    contents: () =>
      Promise.resolve(
        Buffer.concat([file, `${file}-wal`].filter(existsSync).map((path) => readFileSync(path))),
      ),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

async function databaseOnServer(server: string): Promise<TestDatabase> {
  const url = new URL(server);
  const name = `content_service_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    contents: () => contentsOf(url.href),
    remove: () => onServer(server, `DROP DATABASE ${name}`),
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const connection = await createConnection({ uri: server });
  await connection.query(statement);
  await connection.end();
}

async function contentsOf(url: string): Promise<Buffer> {
  const connection = await createConnection({ uri: url });
  const values = async (statement: string): Promise<unknown[]> => {
    const [rows] = await connection.query<RowDataPacket[]>(statement);
    return rows.flatMap((row): unknown[] => Object.values(row));
  };
  const pieces: Buffer[] = [];
  for (const table of await values('SHOW TABLES'))
    for (const value of await values(`SELECT * FROM \`${String(table)}\``))
      pieces.push(Buffer.isBuffer(value) ? value : Buffer.from(`${String(value)}\n`));
  await connection.end();
  return Buffer.concat(pieces);
}
