import type { ProblemList } from '@content-service/kernel';
import { InvalidFieldValue } from '../entry.errors.js';
import type { Attributes, Entry } from '../entry.js';
import { findFileNameProblem, getFileExtension, isStoredFile, toBaseName, toFileUri } from './file-name.js';

const POINTER = '/data/attributes/filename';

/**
 * The attributes of an entry after a change: a stored file that gets another name gets the address with this name. The extension
 * stays, since fields accept files by it.
 *
 * @param problems collects an error for a name that the file cannot have
 */
export function renameFile(previous: Entry, attributes: Attributes, problems: ProblemList): Attributes {
  const { type, id } = previous;
  const before = previous.attributes['filename'];
  const after = attributes['filename'];
  if (before === after || typeof before !== 'string' || !isStoredFile(type, id, previous.attributes))
    return attributes;
  const name = typeof after === 'string' ? after : '';
  const problem = findRenamingProblem(before, name);
  if (problem === undefined) return { ...attributes, uri: toFileUri(id, name) };
  problems.add(
    () => new InvalidFieldValue(`filename refuses a file that ${problem}`, POINTER, { format: 'file-name' }),
  );
  return attributes;
}

function findRenamingProblem(before: string, name: string): string | undefined {
  if (name !== toBaseName(name))
    return 'has a name with folders, control characters, or blanks or points at its beginning.';
  const extension = getFileExtension(before);
  if (getFileExtension(name) !== extension) return `has another extension than '${extension}'.`;
  return findFileNameProblem(name);
}
