import type { RevisionOptions } from '@content-service/entries';
import { AggregateDomainError, isJsonObject, isStorable, type Json } from '@content-service/kernel';
import { InvalidMember } from '../jsonapi.errors.js';

/** The most characters of a note. */
export const NOTE_MAXIMUM = 500;

/**
 * What a write says of the revision that it makes: `{"meta":{"revision":{"note":"Corrected a name","minor":true}}}`. Other members
 * are ignored.
 *
 * @param owner a request document, or an operation of the extension Atomic Operations
 * @throws InvalidMember with a pointer relative to `owner`, or AggregateDomainError of them
 */
export function parseRevisionOptions(owner: Json): RevisionOptions | undefined {
  const meta = isJsonObject(owner) ? owner['meta'] : undefined;
  const revision = isJsonObject(meta) ? meta['revision'] : undefined;
  if (revision === undefined) return undefined;
  const pointer = '/meta/revision';
  if (!isJsonObject(revision)) throw new InvalidMember(`'revision' must be an object.`, pointer);
  const { note, minor } = revision;
  AggregateDomainError.throwIfAny([
    ...(note === undefined || isNote(note)
      ? []
      : [new InvalidMember(`'note' must be a text of 1 to ${NOTE_MAXIMUM} characters.`, `${pointer}/note`)]),
    ...(minor === undefined || typeof minor === 'boolean'
      ? []
      : [new InvalidMember(`'minor' must be true or false.`, `${pointer}/minor`)]),
  ]);
  return { note: note as string | undefined, minor: minor as boolean | undefined };
}

function isNote(note: Json): boolean {
  return (
    typeof note === 'string' &&
    isStorable(note) &&
    note.trim() !== '' &&
    Array.from(note).length <= NOTE_MAXIMUM
  );
}
