import { ModelOutdated } from '@content-service/bundles';
import {
  AliasTaken,
  ChangedEntries,
  type ChangedEntry,
  type Entry,
  type EntryChange,
  type EntryQuery,
  type EntrySelection,
  type EntryStatus,
  EntryStore,
  evaluate,
  evaluateKeyset,
  findSelected,
  fold,
  getAllLinkage,
  getEntryId,
  getPathAlias,
  getTargetIds,
  getWrittenEntries,
  type PathAlias,
  type KeysetPage,
  type KeysetQuery,
  StoredTargetsNotFound,
} from '@content-service/entries';
import { groupBy, type Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';

interface AliasHolder extends PathAlias {
  readonly id: Uuid;
  readonly folded: string;
}

/** The reading side of an entry store that keeps all entries in memory; queries are evaluated over all of them. */
export abstract class MemoryEntries extends EntryStore {
  protected entries = new Map<Uuid, Entry>();

  get size(): number {
    return this.entries.size;
  }

  override findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }> {
    return atomic(() => {
      const found = evaluate(query, this.entries.values(), this.entries);
      const end = query.offset + query.limit;
      return { ids: found.slice(query.offset, end).map(({ id }) => id), more: found.length > end };
    });
  }

  override findPositions(query: KeysetQuery): Promise<KeysetPage> {
    return atomic(() => evaluateKeyset(query, this.entries.values(), this.entries));
  }

  override count(selection: EntrySelection): Promise<number> {
    return atomic(() => findSelected(selection, this.entries.values(), this.entries).length);
  }

  override getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    return atomic(() => new Map(this.findExisting(ids).map((entry) => [entry.id, entry])));
  }

  override findStatuses(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>> {
    return atomic(
      () => new Map(this.findExisting(ids).map(({ id, type, published }) => [id, { type, published }])),
    );
  }

  override findReferrers(target: Uuid, options: { field?: string; limit: number }): Promise<Uuid[]> {
    return atomic(() =>
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

  /** Looks at every entry once, however many aliases are looked for. */
  override findByAliases(aliases: readonly string[], langcode: string): Promise<Map<string, Uuid>> {
    return atomic(() => {
      const holders = this.findAliasHolders(new Set(aliases.map(fold)));
      const found = new Map<string, Uuid>();
      for (const alias of aliases) {
        const folded = fold(alias);
        const getRank = ({ id, alias: own, langcode: language }: AliasHolder): string => {
          const distance = own === alias ? 0 : own === folded ? 1 : 2;
          return [distance, Number(language !== langcode), language, id].join(' ');
        };
        const best = holders
          .get(folded)
          ?.reduce((one, other) => (getRank(other) < getRank(one) ? other : one));
        if (best !== undefined) found.set(alias, best.id);
      }
      return found;
    });
  }

  /** The entries whose aliases are these when they are folded, by folded alias. */
  private findAliasHolders(wanted: ReadonlySet<string>): ReadonlyMap<string, readonly AliasHolder[]> {
    const holders = [...this.entries.values()].flatMap((entry) => {
      const own = getPathAlias(entry);
      const folded = own && fold(own.alias);
      return own === undefined || folded === undefined || !wanted.has(folded)
        ? []
        : [{ id: entry.id, ...own, folded }];
    });
    return new Map(groupBy(holders, ({ folded }) => folded).map((group) => [group[0].folded, group]));
  }

  /** Every deletion rewrites all referrers at once. */
  override findPendingUnlinks(): Promise<readonly Uuid[]> {
    return Promise.resolve([]);
  }

  override countPendingReferrers(): Promise<number> {
    return Promise.resolve(0);
  }

  override unlinkDeleted(): Promise<number> {
    return Promise.resolve(0);
  }

  private findExisting(ids: readonly Uuid[]): Entry[] {
    return ids.map((id) => this.entries.get(id)).filter((entry) => entry !== undefined);
  }
}

type Entries = ReadonlyMap<Uuid, Entry>;

/** The model version that last changed a resource type; `undefined` when there is no such type. */
type ModelVersionLookup = (type: string) => number | undefined;

/** All entries as some changes leave them. @throws as `EntryStore.apply` */
export function applyChanges(
  before: Entries,
  changes: readonly EntryChange[],
  getModelVersion: ModelVersionLookup,
): EntriesAfterChanges {
  const stored = changes.map((change) => before.get(getEntryId(change)));
  const entries = new ChangedEntries(stored.filter((entry) => entry !== undefined));
  for (const change of changes) entries.applyChange(change);
  const written = getWrittenEntries(changes);
  const deleted = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.id] : [])));
  for (const entry of written) assertCurrentModel(entry, getModelVersion);
  if (deleted.size > 0) entries.unlink(deleted, findReferrers(before, deleted));
  const after = new EntriesAfterChanges(before, entries);
  for (const { id } of written) assertReferencesExist(after.get(id), after);
  return after;
}

/** An overlay of changes over all entries. */
class EntriesAfterChanges {
  constructor(
    private readonly before: Entries,
    private readonly entries: ChangedEntries,
  ) {}

  /** The entries that differ. */
  get changed(): readonly ChangedEntry[] {
    return this.entries.changed;
  }

  get(id: Uuid): Entry | undefined {
    return this.entries.isChanged(id) ? this.entries.find(id) : this.before.get(id);
  }

  *values(): Generator<Entry> {
    for (const id of this.before.keys()) {
      const entry = this.get(id);
      if (entry !== undefined) yield entry;
    }
    for (const { before, after } of this.changed)
      if (before === undefined && after !== undefined) yield after;
  }
}

function findReferrers(entries: Entries, targets: ReadonlySet<Uuid>): Entry[] {
  return [...entries.values()].filter((entry) => getTargetIds(entry).some((id) => targets.has(id)));
}

function assertCurrentModel({ type, modelVersion }: Entry, getModelVersion: ModelVersionLookup): void {
  const needed = getModelVersion(type);
  if (needed === undefined || modelVersion < needed) throw new ModelOutdated();
}

/** Checks the targets and the alias of a written entry, unless a later change deleted it. */
function assertReferencesExist(entry: Entry | undefined, entries: EntriesAfterChanges): void {
  if (entry === undefined) return;
  const missing = getAllLinkage(entry).filter(({ type, id }) => entries.get(id)?.type !== type);
  if (missing.length > 0) throw new StoredTargetsNotFound([...new Set(missing.map(({ id }) => id))]);
  assertAliasFree(entry, entries);
}

function assertAliasFree(entry: Entry, entries: EntriesAfterChanges): void {
  const own = getPathAlias(entry);
  if (own === undefined) return;
  for (const other of entries.values()) {
    const taken = other.id === entry.id ? undefined : getPathAlias(other);
    if (taken?.alias === own.alias && taken.langcode === own.langcode)
      throw new AliasTaken(own.alias, own.langcode);
  }
}
