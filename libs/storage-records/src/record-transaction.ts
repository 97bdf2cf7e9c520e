import type { CacheScope } from '@content-service/storage';
import { toBoundedKey } from './bounded-key.js';
import { listPages } from './list-pages.js';
import type { RecordStore, RecordWrite, StoredRecord } from './record.store.js';

/**
 * An optimistic transaction: collects writes, and commits them if no record that it has read was changed meanwhile; of the
 * records of a list those that it writes.
 */
export class RecordTransaction {
  private readonly read = new Map<string, StoredRecord | undefined>();
  private readonly written = new Map<string, object | undefined>();
  private readonly listed = new Map<string, StoredRecord>();
  private readonly locks = new Set<string>();
  private readonly changedScopes = new Set<CacheScope>();

  constructor(private readonly store: RecordStore) {}

  /** The value as this transaction leaves it. */
  async get<Value extends object>(key: string): Promise<Value | undefined> {
    const bounded = toBoundedKey(key);
    if (this.written.has(bounded)) return this.written.get(bounded) as Value | undefined;
    return (await this.readRecord(bounded))?.value as Value | undefined;
  }

  /** The values of a collection as this transaction leaves them; those that it has added come last. */
  async list<Value extends object>(prefix: string): Promise<Value[]> {
    const values = new Map<string, object | undefined>();
    for await (const page of listPages(this.store, { prefix }))
      for (const record of page) {
        if (!this.listed.has(record.key)) this.listed.set(record.key, record);
        values.set(record.key, record.value);
      }
    for (const [key, value] of this.written) if (key.startsWith(prefix)) values.set(key, value);
    return [...values.values()].filter((value) => value !== undefined) as Value[];
  }

  async put(key: string, value: object): Promise<void> {
    const bounded = toBoundedKey(key);
    await this.readRecord(bounded);
    this.written.set(bounded, value);
  }

  /** Excludes other transactions that lock the same key and write something. */
  async lock(key: string): Promise<void> {
    await this.get(key);
    this.locks.add(key);
  }

  /** @returns whether there was a record */
  async delete(key: string): Promise<boolean> {
    const existed = (await this.get(key)) !== undefined;
    this.written.set(toBoundedKey(key), undefined);
    return existed;
  }

  /** Increments the generation of an area at the commit. */
  increment(area: CacheScope): void {
    this.changedScopes.add(area);
  }

  /** @returns false, without a change, when a record that was read has changed */
  async commit(): Promise<boolean> {
    for (const area of this.changedScopes) {
      const { value } = (await this.get<{ value: number }>(GENERATION + area)) ?? { value: 0 };
      await this.put(GENERATION + area, { value: value + 1 });
    }
    if (this.written.size === 0) return true;
    for (const key of this.locks) await this.put(key, {});
    return this.store.write([...this.read].map((read) => this.toWrite(read)));
  }

  private toWrite([key, stored]: readonly [string, StoredRecord | undefined]): RecordWrite {
    const condition = { key, expectedVersion: stored?.version ?? 0 };
    if (!this.written.has(key)) return { ...condition, kind: 'check' };
    const value = this.written.get(key) as StoredRecord['value'] | undefined;
    return value === undefined ? { ...condition, kind: 'delete' } : { ...condition, kind: 'put', value };
  }

  private async readRecord(key: string): Promise<StoredRecord | undefined> {
    if (!this.read.has(key)) this.read.set(key, this.listed.get(key) ?? (await this.store.get(key)));
    return this.read.get(key);
  }
}

/** The prefix of the generations of areas. */
export const GENERATION = 'generation/';
