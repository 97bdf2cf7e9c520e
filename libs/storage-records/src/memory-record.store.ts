import type { JsonObject } from '@content-service/kernel';
import { type RecordRange, RecordStore, type RecordWrite, type StoredRecord } from './record.store.js';
import { SortedKeys } from './sorted-keys.js';

/**
 * Records in the memory of the process, which are lost at its end: the storage of `DATABASE_URL=memory:`, and the reference of
 * the port. Values are copied when they are written, and frozen, so that readers can share them. Keys are kept as texts whose
 * characters are their bytes, which compare like them.
 */
export class MemoryRecordStore extends RecordStore {
  override readonly durable = false;
  private readonly records = new Map<string, StoredRecord>();
  private readonly keys = new SortedKeys();
  private lastVersion = 0;

  override open(): Promise<void> {
    return Promise.resolve();
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  override get(key: string): Promise<StoredRecord | undefined> {
    return Promise.resolve(this.records.get(toByteText(key)));
  }

  override list({ prefix, after, limit, reverse = false }: RecordRange): Promise<readonly StoredRecord[]> {
    let [start, end] = [toByteText(prefix), toByteText(prefix) + BEHIND_ALL];
    if (after !== undefined) {
      const bound = toByteText(after);
      if (reverse) end = bound < end ? bound : end;
      else start = bound < start ? start : bound + LEAST;
    }
    const keys = this.keys.list(start, end, limit, reverse);
    return Promise.resolve(keys.map((key) => this.records.get(key)).filter((record) => record !== undefined));
  }

  override write(writes: readonly RecordWrite[]): Promise<boolean> {
    const isExpected = writes.every(
      ({ key, expectedVersion }) => (this.records.get(toByteText(key))?.version ?? 0) === expectedVersion,
    );
    if (!isExpected) return Promise.resolve(false);
    for (const write of writes)
      if (write.kind === 'delete') this.delete(toByteText(write.key));
      else if (write.kind === 'put') this.put(write.key, write.value);
    return Promise.resolve(true);
  }

  private put(key: string, value: JsonObject): void {
    const bytes = toByteText(key);
    if (!this.records.has(bytes)) this.keys.add(bytes);
    const copy = freeze(JSON.parse(JSON.stringify(value)) as JsonObject);
    this.records.set(bytes, { key, value: copy, version: (this.lastVersion += 1) });
  }

  private delete(bytes: string): void {
    if (this.records.delete(bytes)) this.keys.delete(bytes);
  }
}

/** What follows a key immediately is the key with this behind it. */
const LEAST = '\0';
/** No byte of UTF-8 has this value. */
const BEHIND_ALL = '\u{ff}';
const ASCII = /^\p{ASCII}*$/u;

/** A text with one character for each byte of another one in UTF-8. */
function toByteText(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text).toString('latin1');
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
