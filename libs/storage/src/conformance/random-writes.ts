import { type Entry, type EntryChange, unlinkTargets } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import { editSample, insert, remove, createSampleEntry, update } from './sample.js';
import type { RandomChoices } from './random-choices.js';
import { SAMPLE_COUNT, buildSampleAttributes } from './field-samples.js';

/**
 * A new entry, an edited or a deleted one.
 *
 * @param content what a store holds; the change is made in it as well
 */
export function generateRandomWrite(content: Map<Uuid, Entry>, random: RandomChoices): EntryChange {
  const entry = random.pick([...content.values()]);
  if (random.chance(0.25)) {
    content.delete(entry.id);
    for (const other of content.values()) unlinkTarget(content, other, entry.id);
    return remove(entry);
  }
  if (random.chance(0.5)) {
    const changed = dropVanishedTargets(entry, content, random);
    content.set(changed.id, changed);
    return update(changed, random.chance(0.5) ? entry : undefined);
  }
  const added = random.chance(0.5) ? createSample(random) : createArticle([...content.values()], random);
  content.set(added.id, added);
  return insert(added);
}

function unlinkTarget(content: Map<Uuid, Entry>, entry: Entry, deleted: Uuid): void {
  const after = unlinkTargets(entry, new Set([deleted]));
  if (after.relationshipsText !== entry.relationshipsText) content.set(entry.id, after);
}

function createSample(random: RandomChoices): Entry {
  const attributes = buildSampleAttributes(random.below(SAMPLE_COUNT));
  return createSampleEntry('node--specimen', { published: random.chance(0.7), attributes });
}

function createArticle(content: readonly Entry[], random: RandomChoices): Entry {
  const some = (type: string, most: number): Entry[] => {
    const candidates = content.filter((entry) => entry.type === type);
    return candidates.length === 0 ? [] : random.several(candidates, 0, most);
  };
  return createSampleEntry('node--article', {
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
function dropVanishedTargets(entry: Entry, content: ReadonlyMap<Uuid, Entry>, random: RandomChoices): Entry {
  const attributes = Object.entries(entry.attributes)
    .filter(([name]) => name.startsWith('field_') && random.chance(0.5))
    .map(([name, value]) => [name, Array.isArray(value) ? value.slice(1) : null] as const);
  const targets = Object.entries(entry.relationships)
    .filter(() => random.chance(0.5))
    .map(([field, linkage]): [string, Entry[]] => [
      field,
      linkage.slice(1).flatMap(({ id }) => content.get(id) ?? []),
    ]);
  return editSample(entry, {
    published: random.chance(0.7),
    attributes: Object.fromEntries(attributes),
    targets: Object.fromEntries(targets),
  });
}
