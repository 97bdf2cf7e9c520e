import { ModelOutdated } from '@content-service/bundles';
import {
  AliasTaken,
  DuplicateEntry,
  type Entry,
  type EntryChange,
  linkageOf,
  pathAliasOf,
  TargetsMissing,
  targetsOf,
  VersionConflict,
  withoutTargets,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';

type Entries = ReadonlyMap<Uuid, Entry>;

/** The model version that last changed a resource type; `undefined` when there is no such type. */
export type ModelVersionOf = (type: string) => number | undefined;

/** All entries as they are after some changes; the given map stays as it is. @throws as `EntryStore.apply` says */
export function changedEntries(
  before: Entries,
  changes: readonly EntryChange[],
  modelVersionOf: ModelVersionOf,
): Entries {
  const after = new Map(before);
  for (const change of changes) makeChange(after, change);
  const written = changes.flatMap((change) => (change.kind === 'delete' ? [] : [change.entry]));
  const deleted = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.id] : [])));
  for (const entry of written) requireCurrentModel(entry, modelVersionOf);
  if (deleted.size > 0) forgetTargets(after, deleted);
  for (const { id } of written) requireSound(after.get(id), after);
  return after;
}

function makeChange(entries: Map<Uuid, Entry>, change: EntryChange): void {
  const id = change.kind === 'delete' ? change.id : change.entry.id;
  const present = entries.get(id);
  if (change.kind === 'insert') {
    if (present !== undefined) throw new DuplicateEntry(id);
  } else if (present?.version !== change.expectedVersion) throw new VersionConflict(id);
  if (change.kind === 'delete') entries.delete(id);
  else entries.set(id, change.entry);
}

function requireCurrentModel({ type, modelVersion }: Entry, modelVersionOf: ModelVersionOf): void {
  const needed = modelVersionOf(type);
  if (needed === undefined || modelVersion < needed) throw new ModelOutdated();
}

function forgetTargets(entries: Map<Uuid, Entry>, deleted: ReadonlySet<Uuid>): void {
  for (const entry of entries.values())
    if (targetsOf(entry).some((id) => deleted.has(id))) entries.set(entry.id, withoutTargets(entry, deleted));
}

/** What must be true of an entry that was written, unless a later change of the same act deleted it. */
function requireSound(entry: Entry | undefined, entries: Entries): void {
  if (entry === undefined) return;
  const missing = linkageOf(entry).filter(({ type, id }) => entries.get(id)?.type !== type);
  if (missing.length > 0) throw new TargetsMissing([...new Set(missing.map(({ id }) => id))]);
  requireFreeAlias(entry, entries);
}

function requireFreeAlias(entry: Entry, entries: Entries): void {
  const own = pathAliasOf(entry);
  if (own === undefined) return;
  for (const other of entries.values()) {
    const taken = other.id === entry.id ? undefined : pathAliasOf(other);
    if (taken?.alias === own.alias && taken.langcode === own.langcode)
      throw new AliasTaken(own.alias, own.langcode);
  }
}
