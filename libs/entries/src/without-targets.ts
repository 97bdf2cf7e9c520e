import type { Uuid } from '@content-service/kernel';
import { Entry, type Identifier } from './entry.js';

/**
 * The next version of an entry whose targets were deleted: out of its linkage, every occurrence. `changed` stays,
 * because nobody edited the entry.
 */
export function withoutTargets(entry: Entry, deleted: ReadonlySet<Uuid>): Entry {
  return unlinked(entry, deleted, entry.version + 1);
}

/** The same version, as it is seen while the targets are gone already and the entry is not written yet. */
export function seenWithoutTargets(entry: Entry, deleted: ReadonlySet<Uuid>): Entry {
  return unlinked(entry, deleted, entry.version);
}

function unlinked(entry: Entry, deleted: ReadonlySet<Uuid>, version: number): Entry {
  const { id, type, published, created, changed, position, modelVersion } = entry;
  const head = { id, type, published, created, changed, version, position, modelVersion };
  const relationships = Object.entries(entry.relationships).map(
    ([field, linkage]): [string, readonly Identifier[]] => [
      field,
      linkage.filter((target) => !deleted.has(target.id)),
    ],
  );
  return Entry.of(head, entry.attributes, Object.fromEntries(relationships));
}
