import { type RecordRange, RecordStore, type RecordWrite, type StoredRecord } from './record.store.js';

/** The reference of the port: records in the memory of the process, as JSON texts. */
export class MemoryRecordStore extends RecordStore {
  override readonly durable = false;
  private readonly records = new Map<string, { readonly json: string; readonly version: number }>();
  private lastVersion = 0;

  override open(): Promise<void> {
    return Promise.resolve();
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  override get(key: string): Promise<StoredRecord | undefined> {
    return Promise.resolve(this.read(key));
  }

  override list({ prefix, after, limit, reverse = false }: RecordRange): Promise<readonly StoredRecord[]> {
    const direction = reverse ? -1 : 1;
    const keys = [...this.records.keys()]
      .filter((key) => key.startsWith(prefix))
      .filter((key) => after === undefined || direction * compareBytes(key, after) > 0)
      .sort((a, b) => direction * compareBytes(a, b))
      .slice(0, limit);
    return Promise.resolve(keys.map((key) => this.read(key)).filter((record) => record !== undefined));
  }

  override write(writes: readonly RecordWrite[]): Promise<boolean> {
    const isExpected = writes.every(
      ({ key, expectedVersion }) => (this.records.get(key)?.version ?? 0) === expectedVersion,
    );
    if (!isExpected) return Promise.resolve(false);
    for (const write of writes)
      if (write.kind === 'delete') this.records.delete(write.key);
      else if (write.kind === 'put')
        this.records.set(write.key, {
          json: JSON.stringify(write.value),
          version: (this.lastVersion += 1),
        });
    return Promise.resolve(true);
  }

  private read(key: string): StoredRecord | undefined {
    const record = this.records.get(key);
    return (
      record && {
        key,
        value: JSON.parse(record.json) as StoredRecord['value'],
        version: record.version,
      }
    );
  }
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
