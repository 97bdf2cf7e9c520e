import { isDeepStrictEqual } from 'node:util';
import type { Entry } from './entry.js';

/** The last comparison of each entry: the history and the event log need the same one for each write. */
const compared = new WeakMap<Entry, { readonly before: Entry; readonly names: readonly string[] }>();

/** The names of the attributes and relationships that differ between two states of an entry, in alphabetical order. */
export function findDifferences(before: Entry, after: Entry): readonly string[] {
  const known = compared.get(after);
  if (known !== undefined && isSameState(known.before, before)) return known.names;
  const names = [
    ...findDifferentMembers(before.attributes, after.attributes),
    ...findDifferentMembers(before.relationships, after.relationships),
  ].sort();
  compared.set(after, { before, names });
  return names;
}

/** A version of an entry never changes; one that was created anew under the id of another has another position. */
function isSameState(one: Entry, other: Entry): boolean {
  return one.id === other.id && one.version === other.version && one.position === other.position;
}

function findDifferentMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
