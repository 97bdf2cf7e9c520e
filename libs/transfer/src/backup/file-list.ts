import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextLines } from '@content-service/kernel';
import type { FileTotals, StoredFile } from '../file-bytes/stored-file.js';

/** Files that are written to the list at once. */
const WRITTEN = 1000;

/**
 * The files of a snapshot, whose bytes are read when the snapshot has ended. They lie in a temporary folder, since a site can
 * have more of them than fit into memory.
 */
export class FileList {
  private waiting: string[] = [];
  private total = { count: 0, bytes: 0 };

  private constructor(
    /** A folder of the list, which may be used for further temporary files. */
    readonly folder: string,
    private readonly file: FileHandle,
  ) {}

  /** @param prefix the path of the folder up to its random end */
  static async create(prefix: string): Promise<FileList> {
    const folder = await mkdtemp(prefix);
    return new FileList(folder, await open(toPath(folder), 'wx', 0o600));
  }

  get counts(): FileTotals {
    return this.total;
  }

  async add(file: StoredFile): Promise<void> {
    const { count, bytes } = this.total;
    this.total = { count: count + 1, bytes: bytes + file.bytes };
    this.waiting.push(`${JSON.stringify(file)}\n`);
    if (this.waiting.length >= WRITTEN) await this.flush();
  }

  /** The files in the order in which they were added. */
  async *read(): AsyncGenerator<StoredFile> {
    await this.flush();
    for await (const line of readTextLines(createReadStream(toPath(this.folder))))
      yield JSON.parse(line) as StoredFile;
  }

  /** Removes the folder with everything in it. */
  async remove(): Promise<void> {
    await this.file.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async flush(): Promise<void> {
    const text = this.waiting.join('');
    this.waiting = [];
    await this.file.appendFile(text);
  }
}

function toPath(folder: string): string {
  return join(folder, 'files.ndjson');
}
