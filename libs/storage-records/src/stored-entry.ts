import { Entry, type EntryMetadata } from '@content-service/entries';

/** An entry as a part of a record. */
export interface StoredEntry {
  readonly metadata: EntryMetadata;
  readonly attributes: string;
  readonly relationships: string;
}

export function toStored(entry: Entry): StoredEntry {
  return {
    metadata: entry.metadata,
    attributes: entry.attributesText,
    relationships: entry.relationshipsText,
  };
}

export function toEntry({ metadata, attributes, relationships }: StoredEntry): Entry {
  return Entry.stored(metadata, attributes, relationships);
}
