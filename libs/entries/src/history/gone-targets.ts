import { type Entry, getTargetIds, projectWithoutTargets } from '../entry.js';
import type { EntryStore } from '../entry.store.js';

/** A state of the past without linkage to entries that do not exist any more. */
export async function withoutGoneTargets(
  entry: Entry,
  store: Pick<EntryStore, 'findStatuses'>,
): Promise<Entry> {
  const targets = getTargetIds(entry);
  const stored = await store.findStatuses(targets);
  return projectWithoutTargets(entry, new Set(targets.filter((target) => !stored.has(target))));
}
