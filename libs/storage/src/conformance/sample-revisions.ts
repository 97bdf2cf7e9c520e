import assert from 'node:assert/strict';
import type {
  AttachedWrites,
  Entry,
  EntryChange,
  EntryRevision,
  RevisionMetadata,
  Supersession,
} from '@content-service/entries';
import type { Storage } from '../storage.js';
import { MANY } from './pruning.js';
import { createSampleEntry, editSample, newId, storeEntries, update } from './sample.js';

export const TYPE = 'node--article';
const ACTOR = { kind: 'user', userId: newId() } as const;

let number = Date.now() * 1000;

/** The supersession that keeps what the next change of an entry replaces. */
export function keep({ id }: Entry, options: Partial<Omit<Supersession, 'entryId'>> = {}): Supersession {
  number += 1;
  const change = { cause: 'request', actor: ACTOR, changed: ['title'] } as const;
  return { entryId: id, number, change, ...options };
}

/** Writes and reads revisions of one storage. */
export function createHistory(storage: () => Storage) {
  const apply = (changes: readonly EntryChange[], superseded: readonly Supersession[]): Promise<unknown> =>
    storage().entries.apply(changes, { superseded } satisfies AttachedWrites);
  const listRevisions = async ({ id }: Entry): Promise<readonly RevisionMetadata[]> =>
    (await storage().entryRevisions.page(id, { limit: MANY })).revisions;
  const findRevision = ({ entryId, number }: Supersession): Promise<EntryRevision | undefined> =>
    storage().entryRevisions.find(entryId, number);
  const addEntry = async (): Promise<Entry> => {
    const entry = createSampleEntry(TYPE, { published: false, attributes: { title: 'First' } });
    await storeEntries(storage(), entry);
    return entry;
  };
  /** Replaces the state of an entry so many times, with a revision each. */
  const replace = async (entry: Entry, times: number): Promise<[Entry, readonly Supersession[]]> => {
    const supersessions: Supersession[] = [];
    let current = entry;
    for (let n = 0; n < times; n += 1) {
      const supersession = keep(entry);
      const next = editSample(current, { attributes: { title: `Edition ${n}` } });
      await apply([update(next, current)], [supersession]);
      supersessions.push(supersession);
      current = next;
    }
    return [current, supersessions];
  };
  return { apply, listRevisions, findRevision, addEntry, replace };
}

export function assertSame(revision: Entry | undefined, entry: Entry): void {
  assert.ok(revision);
  const { id, type, published, created, changed, version, position, modelVersion } = entry;
  const metadata = { id, type, published, created, changed, version, position, modelVersion };
  for (const [name, value] of Object.entries(metadata))
    assert.equal(revision[name as keyof typeof metadata], value, name);
  assert.deepEqual(revision.attributes, entry.attributes);
  assert.deepEqual(revision.relationships, entry.relationships);
}
