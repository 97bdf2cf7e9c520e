import { existsSync } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DomainError } from './domain-error.js';

/** A file is not replaced: it could be another backup, or the database itself. */
class FileExists extends DomainError {
  constructor(path: string) {
    super('file_exists', `The file '${path}' exists already. Choose another name, or remove it first.`);
  }
}

/**
 * Creates a file that is complete or absent: it is written under a temporary name beside it, synchronized and renamed.
 *
 * @param write fills the empty file, which only its owner may read
 * @throws FileExists
 */
export async function writeFileAtomically<T>(
  path: string,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  if (existsSync(path)) throw new FileExists(path);
  return writeAndRename(path, 0o600, write);
}

/**
 * Writes a file that is complete: a file that is there keeps its content until the new one has been written, and its
 * permissions. Devices and pipes, such as `/dev/stdout`, are written directly.
 *
 * @param write fills the file
 * @param mode the permissions of a new file
 */
export async function replaceFileAtomically<T>(
  path: string,
  mode: number,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const present = await stat(path).catch(() => undefined);
  if (present === undefined) return writeAndRename(path, mode, write);
  if (!present.isFile()) return write(path);
  // The target of a symbolic link is replaced.
  return writeAndRename(await realpath(path), present.mode & 0o777, write);
}

async function writeAndRename<T>(
  path: string,
  mode: number,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${path}.${process.pid}.partial`;
  try {
    await (await open(temporary, 'w', mode)).close();
    const result = await write(temporary);
    await synchronize(temporary);
    await rename(temporary, path);
    await synchronize(dirname(path));
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Waits until a file or folder is on the disk. */
async function synchronize(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
