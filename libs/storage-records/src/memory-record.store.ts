import type { JsonObject } from '@content-service/kernel';
import { type RecordRange, RecordStore, type RecordWrite, type StoredRecord } from './record.store.js';

/**
 * Records in the memory of the process, which are lost at its end: the storage of `DATABASE_URL=memory:`, and the reference of
 * the port. Values are copied when they are written, and frozen, so that readers can share them. Keys are kept as texts whose
 * characters are their bytes, which compare like them.
 */
export class MemoryRecordStore extends RecordStore {
  override readonly durable = false;
  private readonly records = new Map<string, StoredRecord>();
  private readonly sortedKeys: string[] = [];
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
    const first = this.findIndex(toByteText(prefix));
    const last = this.findIndex(toByteText(prefix) + BEHIND_ALL);
    let keys: readonly string[];
    if (reverse) {
      const end = after === undefined ? last : Math.min(last, this.findIndex(toByteText(after)));
      keys = this.sortedKeys.slice(Math.max(first, end - limit), Math.max(first, end)).reverse();
    } else {
      const start = after === undefined ? first : Math.max(first, this.findIndex(toByteText(after) + LEAST));
      keys = this.sortedKeys.slice(start, Math.min(last, start + limit));
    }
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
    if (!this.records.has(bytes)) this.sortedKeys.splice(this.findIndex(bytes), 0, bytes);
    const copy = freeze(JSON.parse(JSON.stringify(value)) as JsonObject);
    this.records.set(bytes, { key, value: copy, version: (this.lastVersion += 1) });
  }

  private delete(bytes: string): void {
    if (this.records.delete(bytes)) this.sortedKeys.splice(this.findIndex(bytes), 1);
  }

  /** The index of the first key that is not less. */
  private findIndex(bytes: string): number {
    let [start, end] = [0, this.sortedKeys.length];
    while (start < end) {
      const middle = (start + end) >>> 1;
      if ((this.sortedKeys[middle] ?? '') < bytes) start = middle + 1;
      else end = middle;
    }
    return start;
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
