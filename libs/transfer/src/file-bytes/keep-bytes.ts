import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileKey, type FileStore, type ReceivedFile, receiveFile } from '@content-service/files';
import type { StoredFile } from './stored-file.js';

/** Whether a place of files has the bytes of a file. They are read, since a size alone proves nothing. @throws FileStoreUnavailable */
export async function hasBytes(store: FileStore, { id, bytes, checksum }: StoredFile): Promise<boolean> {
  const key = fileKey(id);
  if ((await store.stat(key))?.bytes !== bytes) return false;
  const content = await store.open(key);
  return content !== undefined && (await computeChecksum(content)) === checksum;
}

/** SHA-256 of a stream, lower-case hexadecimal. */
async function computeChecksum(content: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Writes bytes to a temporary file, and keeps it only when they are those of the file.
 *
 * @param folder where the temporary file is made
 * @returns `undefined` when size or checksum are other ones; then nothing is left
 * @throws what the stream throws, FileStoreFull, FileStoreUnavailable
 */
export async function receiveBytes(
  content: AsyncIterable<unknown>,
  folder: string,
  file: StoredFile,
): Promise<ReceivedFile | undefined> {
  const received = await receiveFile(content, folder, () => undefined);
  if (isContentOf(received, file)) return received;
  await rm(received.path, { force: true });
  return undefined;
}

export function isContentOf({ bytes, checksum }: Omit<ReceivedFile, 'path'>, file: StoredFile): boolean {
  return bytes === file.bytes && checksum === file.checksum;
}
