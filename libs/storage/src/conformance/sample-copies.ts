import {
  type CopySupersession,
  type DiscardCopy,
  type Entry,
  type EntryChange,
  type EntryCopy,
  type SaveCopy,
  VersionConflict,
} from '@content-service/entries';
import type { Json } from '@content-service/kernel';
import { editSample, newId } from './sample.js';

const ACTOR = { kind: 'user', userId: newId() } as const;

let microseconds = Date.now() * 1000;

/** A working copy with these attributes, and the next version of the stored one. */
export function createCopy(
  { id, type }: Entry,
  attributes: Readonly<Record<string, Json>>,
  stored?: EntryCopy,
): EntryCopy {
  microseconds += 1;
  const base = Object.fromEntries(Object.keys(attributes).map((name) => [name, 'hash']));
  return {
    ...{ entryId: id, type, version: (stored?.version ?? 0) + 1, savedAt: microseconds },
    head: { actor: ACTOR, base },
    content: { attributes, relationships: {} },
  };
}

export function save(entry: Entry, copy: EntryCopy, options: Partial<SaveCopy> = {}): EntryChange {
  return {
    ...{ kind: 'saveCopy', copy, expectedVersion: copy.version - 1, entryVersion: entry.version },
    ...options,
  };
}

export function discard({ entryId, version }: EntryCopy, options: Partial<DiscardCopy> = {}): EntryChange {
  return { kind: 'discardCopy', id: entryId, expectedVersion: version, ...options };
}

/** The order to keep a copy of an entry, which it shows so. */
export function keep(entry: Entry, { content }: EntryCopy, kept?: number): CopySupersession {
  microseconds += 1;
  return {
    number: microseconds,
    change: { cause: 'request', actor: ACTOR, changed: ['title'] },
    entry: editSample(entry, { published: false, attributes: content.attributes }),
    kept,
  };
}

/** More than the writers of any test can hinder each other. */
const ATTEMPTS = 1000;

/** Repeats a read with a write that depends on it until nothing has changed in between. */
export async function repeat(attempt: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempts === ATTEMPTS) throw error;
    }
  }
}
