import { Buffer } from 'node:buffer';
import { RecordStore } from '@content-service/storage-records';
import { open } from 'lmdb';

/** The record that counts versions. No key of the service begins with a NUL. */
const LAST_VERSION = Buffer.from('\0version');
/** Follows every character of a key: no byte of UTF-8 has this value. */
const END = Buffer.from([0xff]);

/** Records in an LMDB environment, whose write transactions follow one another, also those of several processes. */
export class LmdbRecordStore extends RecordStore {
  durable = true;

  /** @param {string} path a folder, which is created */
  constructor(path) {
    super();
    this.path = path;
  }

  async open() {
    this.database = open({ path: this.path, keyEncoding: 'binary', encoding: 'json' });
  }

  async close() {
    await this.database.close();
  }

  async get(key) {
    return toRecord(key, this.database.get(Buffer.from(key)));
  }

  async list({ prefix, after, limit, reverse = false }) {
    const first = Buffer.from(prefix);
    const last = Buffer.concat([first, END]);
    const from = after === undefined ? (reverse ? last : first) : Buffer.from(after);
    const range = reverse
      ? { start: Buffer.compare(from, last) < 0 ? from : last, end: first, inclusiveEnd: true, reverse }
      : { start: Buffer.compare(from, first) > 0 ? from : first, end: last };
    const records = [];
    for (const { key, value } of this.database.getRange(range)) {
      const text = key.toString();
      if (text === after) continue;
      records.push(toRecord(text, value));
      if (records.length === limit) break;
    }
    return records;
  }

  async write(writes) {
    const isWritten = await this.database.transaction(() => this.writeAll(writes));
    // The transaction is committed; now wait for the disk.
    await this.database.flushed;
    return isWritten;
  }

  /** Inside of a write transaction. */
  writeAll(writes) {
    const rows = writes.map((write) => ({ ...write, key: Buffer.from(write.key) }));
    const isExpected = rows.every(
      ({ key, expectedVersion }) => (this.database.get(key)?.version ?? 0) === expectedVersion,
    );
    if (!isExpected) return false;
    const version = (this.database.get(LAST_VERSION) ?? 0) + 1;
    this.database.put(LAST_VERSION, version);
    for (const { kind, key, value } of rows)
      if (kind === 'delete') this.database.remove(key);
      else if (kind === 'put') this.database.put(key, { version, value });
    return true;
  }
}

function toRecord(key, stored) {
  return stored && { key, value: stored.value, version: stored.version };
}
