import { type Entry, type EntryChange, withoutTargets } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import { edited, insert, remove, sample, update } from './sample.js';
import type { SeededRandom } from './seeded-random.js';
import { SPECIMEN_COUNT, specimenAttributes } from './specimens.js';

/**
 * A new entry, an edited or a deleted one.
 *
 * @param content what a store holds; the change is made in it as well
 */
export function randomWrite(content: Map<Uuid, Entry>, random: SeededRandom): EntryChange {
  const entry = random.pick([...content.values()]);
  if (random.chance(0.25)) {
    content.delete(entry.id);
    for (const other of content.values()) forgetTarget(content, other, entry.id);
    return remove(entry);
  }
  if (random.chance(0.5)) {
    const changed = trimmed(entry, content, random);
    content.set(changed.id, changed);
    return update(changed);
  }
  const added = random.chance(0.5) ? newSpecimen(random) : newArticle([...content.values()], random);
  content.set(added.id, added);
  return insert(added);
}

function forgetTarget(content: Map<Uuid, Entry>, entry: Entry, deleted: Uuid): void {
  const after = withoutTargets(entry, new Set([deleted]));
  if (after.relationshipsText !== entry.relationshipsText) content.set(entry.id, after);
}

function newSpecimen(random: SeededRandom): Entry {
  const attributes = specimenAttributes(random.below(SPECIMEN_COUNT));
  return sample('node--specimen', { published: random.chance(0.7), attributes });
}

function newArticle(content: readonly Entry[], random: SeededRandom): Entry {
  const some = (type: string, most: number): Entry[] => {
    const candidates = content.filter((entry) => entry.type === type);
    return candidates.length === 0 ? [] : random.several(candidates, 0, most);
  };
  return sample('node--article', {
    published: random.chance(0.7),
    attributes: {
      title: random.pick(['First', 'ÉCLAIR', 'éclair']),
      field_codes: random.several(['a1', 'b2', 'c3'], 0, 4),
    },
    targets: {
      field_tags: some('taxonomy_term--tag', 4),
      field_related: [...some('node--article', 2), ...some('node--page', 2)],
      field_category: some('taxonomy_term--category', 1),
    },
  });
}

/** The entry with some fields emptied or made shorter, shown or hidden. */
function trimmed(entry: Entry, content: ReadonlyMap<Uuid, Entry>, random: SeededRandom): Entry {
  const attributes = Object.entries(entry.attributes)
    .filter(([name]) => name.startsWith('field_') && random.chance(0.5))
    .map(([name, value]) => [name, Array.isArray(value) ? value.slice(1) : null] as const);
  const targets = Object.entries(entry.relationships)
    .filter(() => random.chance(0.5))
    .map(([field, linkage]): [string, Entry[]] => [
      field,
      linkage.slice(1).flatMap(({ id }) => content.get(id) ?? []),
    ]);
  return edited(entry, {
    published: random.chance(0.7),
    attributes: Object.fromEntries(attributes),
    targets: Object.fromEntries(targets),
  });
}
