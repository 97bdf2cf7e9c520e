import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DomainError } from '@content-service/kernel';

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
  const temporary = `${path}.${process.pid}.partial`;
  try {
    await (await open(temporary, 'w', 0o600)).close();
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
