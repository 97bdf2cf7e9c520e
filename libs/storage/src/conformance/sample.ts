import {
  type Attributes,
  Entry,
  type EntryChange,
  type Identifier,
  type Relationships,
} from '@content-service/entries';
import { type Uuid, UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { exampleEntry, type Values } from './example-entry.js';

const ids = new UuidV7Generator();
let position = 2_000_000;

/** The values that a test sets on an entry; targets are entries. */
export interface Sample extends Omit<Values, 'relationships'> {
  readonly id?: Uuid;
  readonly targets?: Readonly<Record<string, readonly Entry[]>>;
}

/** A new entry of the example model that no other test has. */
export function createSampleEntry(type: string, { id, targets = {}, ...values }: Sample = {}): Entry {
  position += 1;
  return exampleEntry(id ?? newId(), type, position, { ...values, relationships: linkageTo(targets) });
}

export function newId(): Uuid {
  return ids.next();
}

/** The next version of an entry, with other values in some fields. */
export function editSample(entry: Entry, { published, attributes, targets = {} }: Omit<Sample, 'id'>): Entry {
  const { id, type, created, changed, version, position, modelVersion } = entry;
  const state = published ?? entry.published;
  const head = { id, type, published: state, created, changed, version: version + 1, position, modelVersion };
  const status: Attributes = published === undefined ? {} : { status: published };
  return Entry.of(
    head,
    { ...entry.attributes, ...status, ...attributes },
    { ...entry.relationships, ...linkageTo(targets) },
  );
}

export function insert(entry: Entry): EntryChange {
  return { kind: 'insert', entry };
}

/**
 * @param entry as `editSample` returns it
 * @param previous the stored entry that it was made from
 */
export function update(entry: Entry, previous?: Entry): EntryChange {
  return { kind: 'update', entry, expectedVersion: entry.version - 1, previous };
}

export function remove({ id, version }: Entry): EntryChange {
  return { kind: 'delete', id, expectedVersion: version };
}

/** Stores new entries. */
export async function storeEntries({ entries }: Storage, ...added: readonly Entry[]): Promise<void> {
  await entries.apply(added.map(insert));
}

/** An entry as it is stored now. */
export async function reloadEntry({ entries }: Storage, { id }: Entry): Promise<Entry> {
  const stored = (await entries.getMany([id])).get(id);
  if (stored === undefined) throw new Error(`The entry ${id} is not stored.`);
  return stored;
}

function linkageTo(targets: Readonly<Record<string, readonly Entry[]>>): Relationships {
  const linkage = Object.entries(targets).map(([field, entries]): [string, Identifier[]] => [
    field,
    entries.map(({ type, id }) => ({ type, id })),
  ]);
  return Object.fromEntries(linkage);
}
