import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { SourceFile } from './file.store.js';
import { SourceFileUnusable, toFileStoreError } from './file-store.errors.js';

/** No link is followed, and a named pipe does not block. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Takes a file over for `FileStore.put`: opens it, checks its size, passes it on, and removes it in any case. For adapters.
 *
 * @param store stores the bytes; it may move the file
 * @throws SourceFileUnusable, and what `store` throws as errors of the port
 */
export async function takeSourceFile(
  file: SourceFile,
  store: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await openSourceFile(file);
    await store(handle);
  } catch (error) {
    throw toFileStoreError(error);
  } finally {
    await handle?.close();
    // Not a folder: that is no file of ours.
    await rm(file.path, { force: true }).catch(() => undefined);
  }
}

async function openSourceFile({ path, bytes }: SourceFile): Promise<FileHandle> {
  const handle = await open(path, FLAGS).catch((error: unknown) => {
    throw new SourceFileUnusable(path, 'it cannot be read', error);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new SourceFileUnusable(path, 'it is no file');
    if (stats.size !== bytes)
      throw new SourceFileUnusable(path, `it has ${stats.size} bytes instead of ${bytes}`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
