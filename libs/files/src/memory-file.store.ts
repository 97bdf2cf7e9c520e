import { Readable } from 'node:stream';
import { type Clock, SystemClock } from '@content-service/kernel';
import { type FileKey, getFileKey } from './file-key.js';
import {
  assertByteRange,
  assertListLimit,
  type ByteRange,
  FileStore,
  type ObjectStat,
  type SourceFile,
  type StoredObject,
} from './file.store.js';
import { FileStoreFull } from './file-store.errors.js';
import { takeSourceFile } from './source-file.js';
import { ProcessFolder } from './temporary-files.js';

/** 256 MiB. */
const MAXIMUM_BYTES = 268_435_456;

interface MemoryObject {
  readonly content: Buffer;
  readonly storedAt: number;
}

/** Objects in the memory of the process: for tests and trials. */
export class MemoryFileStore extends FileStore {
  private readonly objects = new Map<FileKey, MemoryObject>();
  private readonly folder = new ProcessFolder();
  private usedBytes = 0;

  /** @param maximumBytes the sum of the sizes above which `put` throws FileStoreFull */
  constructor(
    private readonly clock: Clock = new SystemClock(),
    private readonly maximumBytes = MAXIMUM_BYTES,
  ) {
    super();
  }

  override async put(key: FileKey, file: SourceFile): Promise<void> {
    getFileKey(key);
    await takeSourceFile(file, async (handle) => {
      this.assertRoom(key, file.bytes);
      const content = await handle.readFile();
      // Others may have been stored while the file was read.
      this.assertRoom(key, content.length);
      this.usedBytes += content.length - this.getSize(key);
      this.objects.set(key, { content, storedAt: this.clock.now() });
    });
  }

  override open(key: FileKey, range?: ByteRange): Promise<Readable | undefined> {
    return this.answer(() => {
      const { content } = this.objects.get(getFileKey(key)) ?? {};
      assertByteRange(range);
      if (content === undefined) return undefined;
      const part = range === undefined ? content : content.subarray(range.first, range.last + 1);
      return Readable.from(part.length === 0 ? [] : [part], { objectMode: false });
    });
  }

  override stat(key: FileKey): Promise<ObjectStat | undefined> {
    return this.answer(() => {
      const found = this.objects.get(getFileKey(key));
      return found && { bytes: found.content.length, storedAt: found.storedAt };
    });
  }

  override remove(keys: readonly FileKey[]): Promise<void> {
    return this.answer(() => {
      for (const key of keys.map(getFileKey)) {
        this.usedBytes -= this.getSize(key);
        this.objects.delete(key);
      }
    });
  }

  override list(after: FileKey | undefined, limit: number): Promise<readonly StoredObject[]> {
    return this.answer(() => {
      const start = after === undefined ? '' : getFileKey(after);
      assertListLimit(limit);
      return [...this.objects]
        .filter(([key]) => key > start)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([key, { content, storedAt }]) => ({ key, bytes: content.length, storedAt }));
    });
  }

  override temporaryFolder(): Promise<string> {
    return this.folder.path();
  }

  override check(): Promise<void> {
    return Promise.resolve();
  }

  override close(): Promise<void> {
    return this.folder.remove();
  }

  private assertRoom(key: FileKey, bytes: number): void {
    const total = this.usedBytes - this.getSize(key) + bytes;
    if (total > this.maximumBytes)
      throw new FileStoreFull(new Error(`The memory for files has ${this.maximumBytes} bytes.`));
  }

  private getSize(key: FileKey): number {
    return this.objects.get(key)?.content.length ?? 0;
  }

  /** A promise also of what throws at once. */
  private answer<T>(read: () => T): Promise<T> {
    return new Promise((resolve) => {
      resolve(read());
    });
  }
}
