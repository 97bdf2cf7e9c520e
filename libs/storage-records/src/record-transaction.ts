import type { CacheScope } from '@content-service/storage';
import { toBoundedKey } from './bounded-key.js';
import { LoadedMap, type NeededIds } from './loaded-map.js';
import { listAll } from './list-all.js';
import type { RecordStore, RecordWrite, StoredRecord } from './record.store.js';

/** How a value is stored, when it is not JSON itself. */
export interface RecordCodec<Value> {
  readonly encode: (value: Value) => object;
  readonly decode: (stored: object) => Value;
}

interface LoadedValue {
  readonly id: string;
  readonly value: object;
}

/** An optimistic transaction: collects writes, and commits them if no record that it has read was changed meanwhile. */
export class RecordTransaction {
  private readonly read = new Map<string, StoredRecord | undefined>();
  private readonly written = new Map<string, object | undefined>();
  private readonly pending: (() => Promise<void>)[] = [];
  private readonly changedScopes = new Set<CacheScope>();

  constructor(private readonly store: RecordStore) {}

  /** The value as this transaction leaves it. */
  async get<Value extends object>(key: string): Promise<Value | undefined> {
    const bounded = toBoundedKey(key);
    if (this.written.has(bounded)) return this.written.get(bounded) as Value | undefined;
    return (await this.readRecord(key))?.value as Value | undefined;
  }

  async put(key: string, value: object): Promise<void> {
    await this.readRecord(key);
    this.written.set(toBoundedKey(key), value);
  }

  /** Excludes other transactions that lock the same key. */
  async lock(key: string): Promise<void> {
    await this.put(key, {});
  }

  /** @returns whether there was a record */
  async delete(key: string): Promise<boolean> {
    const existed = (await this.get(key)) !== undefined;
    this.written.set(toBoundedKey(key), undefined);
    return existed;
  }

  /** Loads a part of a collection as a map; what differs in it at the commit is written. */
  async load<Value extends object>(
    prefix: string,
    needed: NeededIds,
    { encode, decode }: RecordCodec<Value> = UNCHANGED as unknown as RecordCodec<Value>,
  ): Promise<LoadedMap<Value>> {
    const map = new LoadedMap<Value>(prefix, needed);
    for (const { id, value } of await this.readAll(prefix, needed)) map.add(id, decode(value));
    this.pending.push(async () => {
      for (const [id, value] of map.differences)
        if (value === undefined) await this.delete(prefix + id);
        else await this.put(prefix + id, encode(value));
    });
    return map;
  }

  /** Increments the generation of an area at the commit. */
  increment(area: CacheScope): void {
    this.changedScopes.add(area);
  }

  /** @returns false, without a change, when a record that was read has changed */
  async commit(): Promise<boolean> {
    for (const collect of this.pending) await collect();
    for (const area of this.changedScopes) {
      const { value } = (await this.get<{ value: number }>(GENERATION + area)) ?? { value: 0 };
      await this.put(GENERATION + area, { value: value + 1 });
    }
    return this.written.size === 0 || this.store.write([...this.read].map((read) => this.toWrite(read)));
  }

  private toWrite([key, stored]: readonly [string, StoredRecord | undefined]): RecordWrite {
    const condition = { key, expectedVersion: stored?.version ?? 0 };
    if (!this.written.has(key)) return { ...condition, kind: 'check' };
    const value = this.written.get(key) as StoredRecord['value'] | undefined;
    return value === undefined ? { ...condition, kind: 'delete' } : { ...condition, kind: 'put', value };
  }

  private async readRecord(unbounded: string): Promise<StoredRecord | undefined> {
    const key = toBoundedKey(unbounded);
    if (!this.read.has(key)) this.read.set(key, await this.store.get(key));
    return this.read.get(key);
  }

  private async readAll(prefix: string, needed: NeededIds): Promise<readonly LoadedValue[]> {
    const loaded: LoadedValue[] = [];
    if (needed === 'all')
      for await (const record of listAll(this.store, { prefix })) {
        this.read.set(record.key, record);
        loaded.push({ id: record.key.slice(prefix.length), value: record.value });
      }
    else
      for (const id of needed) {
        const record = await this.readRecord(prefix + id);
        if (record !== undefined) loaded.push({ id, value: record.value });
      }
    return loaded;
  }
}

/** The prefix of the generations of areas. */
export const GENERATION = 'generation/';

const UNCHANGED: RecordCodec<object> = { encode: (value) => value, decode: (value) => value };
