import {
  type Companions,
  DuplicateRequest,
  type Entry,
  type EntryChange,
  type EntryQuery,
  type EntrySelection,
  type EntryStatus,
  EntryStore,
  evaluate,
  evaluateSeek,
  type Found,
  type IdempotencyRecord,
  pathAliasOf,
  type SeekQuery,
  select,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import { act } from './act.js';
import { changedEntries } from './changed-entries.js';
import type { MemoryBundleStore } from './memory-bundle.store.js';

export class MemoryEntryStore extends EntryStore {
  override readonly capabilities = { multiProcess: false, durable: false };
  private entries: ReadonlyMap<Uuid, Entry> = new Map();
  private readonly idempotencyRecords = new Map<string, IdempotencyRecord>();

  constructor(private readonly bundles: MemoryBundleStore) {
    super();
  }

  get size(): number {
    return this.entries.size;
  }

  override findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }> {
    return act(() => {
      const found = evaluate(query, this.entries.values(), this.entries);
      const end = query.offset + query.limit;
      return { ids: found.slice(query.offset, end).map(({ id }) => id), more: found.length > end };
    });
  }

  override seek(query: SeekQuery): Promise<Found> {
    return act(() => evaluateSeek(query, this.entries.values(), this.entries));
  }

  override count(selection: EntrySelection): Promise<number> {
    return act(() => select(selection, this.entries.values(), this.entries).length);
  }

  override getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    return act(() => new Map(this.present(ids).map((entry) => [entry.id, entry])));
  }

  override exists(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>> {
    return act(() => new Map(this.present(ids).map(({ id, type, published }) => [id, { type, published }])));
  }

  override referrers(target: Uuid, options: { field?: string; limit: number }): Promise<Uuid[]> {
    return act(() =>
      [...this.entries.values()]
        .filter(({ relationships }) =>
          Object.entries(relationships).some(
            ([field, linkage]) =>
              (options.field ?? field) === field && linkage.some(({ id }) => id === target),
          ),
        )
        .slice(0, options.limit)
        .map(({ id }) => id),
    );
  }

  override findByAlias(alias: string, langcode: string): Promise<Uuid | undefined> {
    return act(() => {
      const found = new Map<string, Uuid>();
      for (const entry of this.entries.values()) {
        const own = pathAliasOf(entry);
        if (own?.alias === alias) found.set(own.langcode, entry.id);
      }
      return found.get(langcode) ?? found.get([...found.keys()].sort()[0] ?? '');
    });
  }

  override findIdempotencyRecord(key: string, now: number): Promise<IdempotencyRecord | undefined> {
    return act(() => {
      const record = this.idempotencyRecords.get(key);
      if (record === undefined || record.expiresAt >= now) return record;
      this.idempotencyRecords.delete(key);
      return undefined;
    });
  }

  override apply(changes: readonly EntryChange[], { idempotency }: Companions = {}): Promise<void> {
    return act(() => {
      const entries = changedEntries(this.entries, changes, (type) => this.bundles.changedAt(type));
      if (idempotency !== undefined && this.idempotencyRecords.has(idempotency.key))
        throw new DuplicateRequest(idempotency.key);
      this.entries = entries;
      if (idempotency !== undefined) this.idempotencyRecords.set(idempotency.key, idempotency);
    });
  }

  private present(ids: readonly Uuid[]): Entry[] {
    return ids.map((id) => this.entries.get(id)).filter((entry) => entry !== undefined);
  }
}
