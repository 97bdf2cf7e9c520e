import { type ContentModel, UNLIMITED } from '@content-service/bundles';
import { Entry, type EntryStatus, type Identifier, type Relationships } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { WantedEntry } from './entry-of-line.js';

/** A target that was not there when the entry that points at it was stored. */
export interface MissingTarget {
  readonly field: string;
  /** Where it stands in the linkage of the line. */
  readonly place: number;
  readonly target: Identifier;
}

/** What the store knows of targets. */
export type Found = ReadonlyMap<Uuid, EntryStatus>;

export function isThere({ type, id }: Identifier, found: Found): boolean {
  return found.get(id)?.type === type;
}

/** The entry without references that cannot be kept (yet), and those references. */
export function holdBack(
  { entry, targets }: WantedEntry,
  found: Found,
): { now: Entry; missing: readonly MissingTarget[] } {
  const absent = new Set(targets.map(({ id }) => id).filter((id) => !found.has(id)));
  if (absent.size === 0) return { now: entry, missing: [] };
  const missing = Object.entries(entry.relationships).flatMap(([field, linkage]) =>
    linkage.flatMap((target, place) => (absent.has(target.id) ? [{ field, place, target }] : [])),
  );
  const kept = linkageOf(entry, (linkage) => linkage.filter(({ id }) => !absent.has(id)));
  return { now: Entry.of(entry, entry.attributes, kept), missing };
}

/**
 * The linkage of an entry with the targets that have arrived. What others have put into it meanwhile stays, so a field
 * that has no room any more is left as it is.
 */
export function withArrived(
  host: Entry,
  missing: readonly MissingTarget[],
  found: Found,
  model: ContentModel,
): Relationships {
  const fields = model.find(host.type)?.fields;
  return linkageOf(host, (linkage, name) => {
    const lacking = missing.filter(
      ({ field, target }) => field === name && linkage.every(({ id }) => id !== target.id),
    );
    const filled = filledIn(linkage, lacking, found);
    const cardinality = fields?.get(name)?.cardinality ?? 0;
    return cardinality === UNLIMITED || filled.length <= cardinality ? filled : linkage;
  });
}

/** Those that are still missing take their places too, so that the others find theirs, and go again. */
function filledIn(
  linkage: readonly Identifier[],
  lacking: readonly MissingTarget[],
  found: Found,
): readonly Identifier[] {
  const absent = new Set(lacking.map(({ target }) => target).filter((target) => !isThere(target, found)));
  return lacking
    .reduce((filled, { place, target }) => filled.toSpliced(place, 0, target), linkage)
    .filter((target) => !absent.has(target));
}

function linkageOf(
  { relationships }: Entry,
  change: (linkage: readonly Identifier[], field: string) => readonly Identifier[],
): Relationships {
  return Object.fromEntries(
    Object.entries(relationships).map(([field, linkage]) => [field, change(linkage, field)]),
  );
}
