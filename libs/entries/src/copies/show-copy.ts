import { getStatusField, type ResourceType } from '@content-service/bundles';
import { formatDateTime, type Uuid } from '@content-service/kernel';
import { Entry, type Identifier, type Relationships } from '../entry.js';
import type { EntryStatus } from '../entry.store.js';
import { findConflicts, getCopyFields } from './copy-members.js';
import type { EntryCopy } from './entry-copy.js';

/** A target that a working copy links and that does not exist any more. */
export interface DroppedTarget extends Pick<Identifier, 'type' | 'id'> {
  /** The name of the relationship. */
  readonly field: string;
}

/** An entry with the members of its working copy in the place of its own: what is published when the copy is. */
export interface ShownCopy {
  /** Not published, and changed when the copy was saved. `version` is that of the entry itself. */
  readonly entry: Entry;
  readonly copy: EntryCopy;
  /** Whether the entry itself is published. */
  readonly published: boolean;
  /** The names of the members that the entry has changed since the copy started from them. */
  readonly conflicts: readonly string[];
  readonly dropped: readonly DroppedTarget[];
}

/** @param findStatuses of entries by their ids */
export async function showCopy(
  entry: Entry,
  copy: EntryCopy,
  type: ResourceType,
  findStatuses: (ids: readonly Uuid[]) => Promise<ReadonlyMap<Uuid, EntryStatus>>,
): Promise<ShownCopy> {
  const names = new Set(getCopyFields(copy, type).map(({ name }) => name));
  const linked = Object.entries(copy.content.relationships).filter(([name]) => names.has(name));
  const ids = [...new Set(linked.flatMap(([, linkage]) => linkage.map(({ id }) => id)))];
  const statuses = ids.length === 0 ? new Map<Uuid, EntryStatus>() : await findStatuses(ids);
  const isGone = (target: Identifier): boolean => statuses.get(target.id)?.type !== target.type;
  const relationships: Relationships = {
    ...entry.relationships,
    ...Object.fromEntries(
      linked.map(([name, linkage]) => [name, linkage.filter((target) => !isGone(target))]),
    ),
  };
  const attributes = Object.entries(copy.content.attributes).filter(([name]) => names.has(name));
  const shown = overlay(entry, copy, type, Object.fromEntries(attributes), relationships);
  return {
    ...{ entry: shown, copy, published: entry.published },
    conflicts: findConflicts(shown, entry, copy, type).map(({ name }) => name),
    dropped: linked.flatMap(([field, linkage]) =>
      linkage.filter(isGone).map((target) => ({ type: target.type, id: target.id, field })),
    ),
  };
}

function overlay(
  { id, created, version, position, modelVersion, attributes }: Entry,
  { savedAt }: EntryCopy,
  type: ResourceType,
  changedAttributes: Entry['attributes'],
  relationships: Relationships,
): Entry {
  const changed = Math.floor(savedAt / 1_000_000);
  const timestamp: Entry['attributes'] = type.fields.has('changed')
    ? { changed: formatDateTime(changed) }
    : {};
  return Entry.of(
    { id, type: type.name, published: false, created, changed, version, position, modelVersion },
    {
      ...attributes,
      ...changedAttributes,
      [getStatusField(type.entityType)]: false,
      ...timestamp,
    },
    relationships,
  );
}
