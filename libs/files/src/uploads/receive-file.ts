import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../file.store.js';
import { toFileStoreError } from '../file-store.errors.js';
import { freeYoungBuffers } from './young-memory.js';

/** Bytes written at once: a write for each chunk of a connection takes twice the time. */
const PART_BYTES = 256 * 1024;

/** Bytes after which the buffers of what has arrived are freed. */
const FREED_BYTES = 8 * 1024 * 1024;

/** A file that has arrived as a whole. */
export interface ReceivedFile extends Pick<SourceFile, 'path' | 'bytes'> {
  /** SHA-256 in lower-case hexadecimal digits. */
  readonly checksum: string;
}

/**
 * Writes a stream of buffers to a new file of a folder while it arrives, and removes what it has written when it fails.
 *
 * @param count called with the number of bytes so far; throws to end the upload
 * @throws FileStoreFull, FileStoreUnavailable, and what the stream or `count` throws
 */
export async function receiveFile(
  body: AsyncIterable<unknown>,
  folder: string,
  count: (bytes: number) => void,
): Promise<ReceivedFile> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o640).catch((error: unknown) => {
    throw toFileStoreError(error);
  });
  try {
    const written = new PartWriter(file);
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      count(bytes);
      await written.add(chunk);
    }
    return { path, bytes, checksum: await written.end() };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Collects bytes in one buffer, which is hashed and written whenever it is full. A buffer for each part would be garbage that has all
 * memory of the process collected, which takes longer than the copy.
 */
class PartWriter {
  private readonly hash = createHash('sha256');
  private readonly part = Buffer.allocUnsafeSlow(PART_BYTES);
  private filled = 0;
  private unfreed = 0;

  constructor(private readonly file: FileHandle) {}

  async add(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(this.part, this.filled, at);
      at += taken;
      this.filled += taken;
      if (this.filled === PART_BYTES) await this.write();
    }
  }

  /** @returns the checksum of all bytes */
  async end(): Promise<string> {
    await this.write();
    return this.hash.digest('hex');
  }

  private async write(): Promise<void> {
    const part = this.part.subarray(0, this.filled);
    this.hash.update(part);
    await this.file.appendFile(part).catch((error: unknown) => {
      throw toFileStoreError(error);
    });
    this.unfreed += this.filled;
    this.filled = 0;
    if (this.unfreed < FREED_BYTES) return;
    this.unfreed = 0;
    freeYoungBuffers();
  }
}
