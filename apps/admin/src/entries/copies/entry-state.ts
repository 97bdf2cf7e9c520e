import type { EntryDocument } from '../../jsonapi/document.js';
import { STATUS } from '../resource-type.js';

/** What the site shows of an entry: nothing, all that is saved, or another text than that of its working copy. */
export type EntryState = 'draft' | 'published' | 'changed';

/** @param document the entry as its working copy shows it, where it has one */
export function getEntryState(document: EntryDocument): EntryState {
  const { data, meta } = document;
  if (hasCopy(document) && meta?.revision?.published === true) return 'changed';
  return data.attributes[STATUS] === true ? 'published' : 'draft';
}

/** Whether a document shows an entry by its working copy. An entry that is not published has one when it was published before. */
export function hasCopy({ meta }: EntryDocument): boolean {
  return meta?.revision?.state === 'working-copy';
}
