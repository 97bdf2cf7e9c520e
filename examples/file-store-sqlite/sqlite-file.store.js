import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  assertByteRange,
  assertListLimit,
  FileStore,
  FileStoreFull,
  FileStoreUnavailable,
  getFileKey,
  ProcessFolder,
  takeSourceFile,
} from '@content-service/files';
import Database from 'better-sqlite3';

const TABLE = `CREATE TABLE IF NOT EXISTS object (
  key TEXT PRIMARY KEY, stored_at INTEGER NOT NULL, content BLOB NOT NULL
)`;

/** Objects as rows of a SQLite database, whose transactions make them whole. An object is in memory while it is read or written. */
export class SqliteFileStore extends FileStore {
  folder = new ProcessFolder();

  /** @param {string} path a file, which is created */
  constructor(path, clock) {
    super();
    this.path = path;
    this.clock = clock;
  }

  async put(key, file) {
    getFileKey(key);
    await takeSourceFile(file, async (handle) => {
      const content = await readFile(handle);
      this.run('INSERT OR REPLACE INTO object VALUES (?, ?, ?)', key, this.clock.now(), content);
    });
  }

  async open(key, range) {
    getFileKey(key);
    assertByteRange(range);
    const { first = 0, last = Number.MAX_SAFE_INTEGER - 1 } = range ?? {};
    // The first byte of a BLOB is number 1.
    const sql = 'SELECT substr(content, ?, ?) AS part FROM object WHERE key = ?';
    const [row] = this.select(sql, first + 1, last - first + 1, key);
    // The part of an empty BLOB is NULL.
    return row && Readable.from(row.part?.length > 0 ? [row.part] : [], { objectMode: false });
  }

  async stat(key) {
    const sql = 'SELECT length(content) AS bytes, stored_at AS storedAt FROM object WHERE key = ?';
    return this.select(sql, getFileKey(key))[0];
  }

  async remove(keys) {
    for (const key of keys.map(getFileKey)) this.run('DELETE FROM object WHERE key = ?', key);
  }

  async list(after, limit) {
    assertListLimit(limit);
    const start = after === undefined ? '' : getFileKey(after);
    const columns = 'key, length(content) AS bytes, stored_at AS storedAt';
    return this.select(`SELECT ${columns} FROM object WHERE key > ? ORDER BY key LIMIT ?`, start, limit);
  }

  temporaryFolder() {
    return this.folder.path();
  }

  /** A transaction that writes, and is not committed. */
  async check() {
    this.attempt((database) => {
      database.exec('BEGIN IMMEDIATE');
      database.exec('ROLLBACK');
    });
  }

  async close() {
    this.database?.close();
    this.database = undefined;
    await this.folder.remove();
  }

  run(sql, ...values) {
    this.attempt((database) => database.prepare(sql).run(...values));
  }

  select(sql, ...values) {
    return this.attempt((database) => database.prepare(sql).all(...values));
  }

  /** Opens the database at the first call, so that the service starts without it. */
  attempt(act) {
    try {
      if (this.database === undefined) {
        this.database = new Database(this.path);
        this.database.pragma('journal_mode = WAL');
        this.database.exec(TABLE);
      }
      return act(this.database);
    } catch (error) {
      throw error.code === 'SQLITE_FULL' ? new FileStoreFull(error) : new FileStoreUnavailable(error);
    }
  }
}
