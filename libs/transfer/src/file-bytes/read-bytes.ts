import { setTimeout as sleep } from 'node:timers/promises';
import { fileKey, type FileStore } from '@content-service/files';
import type { StoredFile } from './stored-file.js';

/** Attempts to read the bytes of one file, and the pause before the second one, which doubles. */
const ATTEMPTS = 4;
const PAUSE_MS = 250;

/** The bytes of one file cannot be read, while the place of files works; the message is that of `FileProblems.add`. */
export class BytesUnreadable extends Error {}

/**
 * The bytes of a file. A connection that breaks is continued where it broke.
 *
 * @throws BytesUnreadable for this file, FileStoreUnavailable when no file can be read
 */
export async function* readBytes(store: FileStore, { id, bytes }: StoredFile): AsyncGenerator<Buffer> {
  let offset = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const rest = offset === 0 ? undefined : { first: offset, last: Math.max(offset, bytes - 1) };
      const content = await store.open(fileKey(id), rest);
      if (content === undefined) throw new BytesUnreadable('has no bytes in the place of files.');
      for await (const chunk of content as AsyncIterable<Buffer>) {
        offset += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (error instanceof BytesUnreadable) throw error;
      if (attempt === ATTEMPTS) {
        // A damaged sector is the problem of one file, a server that is gone is that of all.
        await store.list(undefined, 1);
        throw new BytesUnreadable('cannot be read from the place of files.', { cause: error });
      }
      await sleep(PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
