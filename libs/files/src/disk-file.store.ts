import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type Clock, SystemClock } from '@content-service/kernel';
import { type FileKey, getFileKey } from './file-key.js';
import { assertUnlinked, isCode, listKeys, makeFolder, syncFolders, tryToWrite } from './disk-folders.js';
import {
  assertByteRange,
  assertListLimit,
  type ByteRange,
  FileStore,
  type ObjectStat,
  type SourceFile,
  type StoredObject,
} from './file.store.js';
import { SourceFileUnusable, toFileStoreError } from './file-store.errors.js';
import { takeSourceFile } from './source-file.js';
import { removeLeftovers } from './temporary-files.js';

const MODE = 0o640;
/** Beside the folders of the objects, so on their file system. */
const TEMPORARY = 'temporary';
/** Bytes that are read at once: a picture of a page as a whole. */
const READ_BYTES = 128 * 1024;
/** A folder of derivatives can be removed, because it became empty, before a file is moved into it. */
const ATTEMPTS = 5;

/**
 * Objects as files of a folder: `FOLDER/files/8e/…`, mode 0640, folders 0750. An object is written elsewhere and moved to its
 * place, so that it is there as a whole for all processes that share the folder. The folder itself may be a symbolic link;
 * below it none is followed.
 */
export class DiskFileStore extends FileStore {
  private readonly folder: string;
  private isCleaned = false;

  /** @param folder is made with the first object */
  constructor(
    folder: string,
    private readonly clock: Clock = new SystemClock(),
  ) {
    super();
    this.folder = resolve(folder);
  }

  override async put(key: FileKey, file: SourceFile): Promise<void> {
    const path = this.getPath(key);
    await takeSourceFile(file, async (handle) => {
      try {
        await this.place(handle, file.path, path);
      } catch (error) {
        if (!isCode(error, 'EXDEV')) throw error;
        await this.placeCopy(handle, file, path);
      }
    });
  }

  override async open(key: FileKey, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.getPath(key);
    assertByteRange(range);
    return this.read(path, async () => {
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      return streamBytes(handle, range).catch(async (error: unknown) => {
        await handle.close();
        throw error;
      });
    });
  }

  override async stat(key: FileKey): Promise<ObjectStat | undefined> {
    const path = this.getPath(key);
    const stats = await this.read(path, () => lstat(path));
    return stats && toObjectStat(stats);
  }

  override async remove(keys: readonly FileKey[]): Promise<void> {
    for (const path of keys.map((key) => this.getPath(key))) {
      await this.read(path, () => rm(path, { force: true }));
      // The folder of the derivatives of a file, when this was the last one; it may be gone already.
      await rmdir(dirname(path)).catch(() => undefined);
    }
  }

  override async list(after: FileKey | undefined, limit: number): Promise<readonly StoredObject[]> {
    const start = after === undefined ? '' : getFileKey(after);
    assertListLimit(limit);
    const objects: StoredObject[] = [];
    try {
      for await (const key of listKeys(this.folder, start)) {
        const found = await this.stat(key);
        if (found !== undefined) objects.push({ key, ...found });
        if (objects.length === limit) break;
      }
    } catch (error) {
      throw toFileStoreError(error);
    }
    return objects;
  }

  override async temporaryFolder(): Promise<string> {
    const path = join(this.folder, TEMPORARY);
    try {
      await makeFolder(this.folder, path);
      if (!this.isCleaned) await removeLeftovers(path);
      this.isCleaned = true;
      return path;
    } catch (error) {
      throw toFileStoreError(error);
    }
  }

  override async check(): Promise<void> {
    try {
      if (await tryToWrite(this.folder)) await this.temporaryFolder();
    } catch (error) {
      throw toFileStoreError(error);
    }
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  private getPath(key: FileKey): string {
    return join(this.folder, getFileKey(key));
  }

  /** Does something with an object. @returns `undefined` when it, or the folder that it would be in, is not there */
  private async read<T>(path: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      await assertUnlinked(this.folder, dirname(path));
      return await act();
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined;
      throw toFileStoreError(error);
    }
  }

  /** Moves a file to the place of an object, after its bytes are on the disk. @throws an error of the file system */
  private async place(handle: FileHandle, from: string, to: string): Promise<void> {
    const now = this.clock.now();
    await handle.chmod(MODE);
    await handle.utimes(now, now);
    await handle.sync();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await makeFolder(this.folder, dirname(to));
        await rename(from, to);
        break;
      } catch (error) {
        if (attempt === ATTEMPTS || !isCode(error, 'ENOENT')) throw error;
      }
    }
    await syncFolders(this.folder, dirname(to));
  }

  private async placeCopy(source: FileHandle, { path, bytes }: SourceFile, to: string): Promise<void> {
    const from = join(await this.temporaryFolder(), randomUUID());
    const copy = await open(from, 'wx', MODE);
    try {
      await writeFile(copy, source.createReadStream({ start: 0, autoClose: false }));
      const { size } = await copy.stat();
      if (size !== bytes) throw new SourceFileUnusable(path, 'it changed while it was copied');
      await this.place(copy, from, to);
    } finally {
      await copy.close();
      await rm(from, { force: true });
    }
  }
}

/** Without an end a stream reads once more than there is, into a buffer of its own. */
async function streamBytes(handle: FileHandle, range: ByteRange | undefined): Promise<Readable> {
  const { size } = await handle.stat();
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return handle.createReadStream({ start: first, end: Math.max(first, last), highWaterMark: READ_BYTES });
}

/** @returns `undefined` for a link and for what is no file: nothing of this store */
function toObjectStat(stats: Stats): ObjectStat | undefined {
  return stats.isFile() ? { bytes: stats.size, storedAt: Math.floor(stats.mtimeMs / 1000) } : undefined;
}
