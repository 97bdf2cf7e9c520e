import { createHash } from 'node:crypto';
import type { Entry, Identifier } from '@content-service/entries';
import { formatUuid, type Uuid } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { EXAMPLE_DRAFTS } from './example-drafts.js';
import { exampleEntry } from './example-entry.js';
import { EXAMPLE_BUNDLES } from './example-model.js';

/** The id of the entry with this key: scattered, so that order by id differs from every other order. */
function generateId(key: string): Uuid {
  return formatUuid(createHash('sha256').update(key).digest().subarray(0, 16));
}

const TYPES_BY_KEY: ReadonlyMap<string, string> = new Map(EXAMPLE_DRAFTS.map(({ key, type }) => [key, type]));

/** Entries of the example model. Pairs share a position, as entries can that two processes make at once. */
export const EXAMPLE_ENTRIES: readonly Entry[] = EXAMPLE_DRAFTS.map(
  ({ key, type, linkage = {}, ...values }, index) => {
    const relationships = Object.entries(linkage).map(([field, keys]): [string, readonly Identifier[]] => [
      field,
      keys.map((target) => ({ type: TYPES_BY_KEY.get(target) ?? '', id: generateId(target) })),
    ]);
    const position = 1_000_000 - Math.floor(index / 2);
    return exampleEntry(generateId(key), type, position, {
      ...values,
      relationships: Object.fromEntries(relationships),
    });
  },
);

export const EXAMPLE_BY_ID: ReadonlyMap<Uuid, Entry> = new Map(
  EXAMPLE_ENTRIES.map((entry) => [entry.id, entry]),
);

/** Puts the bundles of the example into an empty storage. */
export async function storeExampleModel(storage: Storage): Promise<void> {
  for (const [version, bundle] of EXAMPLE_BUNDLES.entries())
    await storage.bundles.applyChange({ kind: 'put', bundle }, version);
}

/** Puts the bundles and entries of the example into an empty storage. */
export async function storeExample(storage: Storage): Promise<void> {
  await storeExampleModel(storage);
  await storage.entries.apply(EXAMPLE_ENTRIES.map((entry) => ({ kind: 'insert', entry })));
}
