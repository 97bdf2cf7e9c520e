import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntryStore } from '@content-service/entries';
import {
  fileKey,
  FilesNotConfigured,
  type FileStore,
  FileStoreUnavailable,
  toFileStoreError,
} from '@content-service/files';
import type { Uuid } from '@content-service/kernel';
import { hasBytes, isContentOf } from '../file-bytes/keep-bytes.js';
import { type FileTotals, type StoredFile, toStoredFile } from '../file-bytes/stored-file.js';
import { LineRefused } from './entry-from-line.js';
import type { BytesLine, EntryLine } from './site-line.js';

/** The bytes of a file that have arrived so far. */
interface ArrivingFile {
  readonly id: Uuid;
  readonly path: string;
  readonly handle: FileHandle;
  readonly hash: Hash;
  bytes: number;
}

/** What became of the bytes of a line. */
interface PlacedBytes {
  readonly stored?: FileTotals;
  readonly warnings: readonly string[];
}

const NOTHING: PlacedBytes = { warnings: [] };

/**
 * The bytes of files in a site package. They are collected in a temporary file, one file at a time, and stored before the entry
 * that is behind them, when its checksum is theirs.
 */
export class PackagedBytes {
  private arriving: ArrivingFile | undefined;
  /** The file of which a part was refused: its further parts are passed over. */
  private refused: Uuid | undefined;

  /** @param store `undefined`: the package has no bytes, and files are imported without a look at them */
  constructor(
    private readonly store: FileStore | undefined,
    private readonly entries: EntryStore,
  ) {}

  /** @throws LineRefused, FilesNotConfigured, FileStoreFull, FileStoreUnavailable */
  async add(line: BytesLine): Promise<void> {
    const { id, offset, data } = line;
    if (offset > 0 && id === this.refused) return;
    try {
      if (offset === 0) await this.begin(id);
      const { arriving } = this;
      if (arriving?.id !== id || arriving.bytes !== offset)
        throw new LineRefused(`The bytes of the file ${id} before ${offset} are not in front of this line.`);
      arriving.hash.update(data);
      arriving.bytes += data.length;
      await arriving.handle.appendFile(data);
    } catch (error) {
      this.refused = id;
      await this.discard();
      throw toFileStoreError(error);
    }
  }

  /**
   * Stores the bytes of a file before its entry.
   *
   * @throws LineRefused when the file is stored with other bytes, which never change; FileStoreFull, FileStoreUnavailable
   */
  async place(line: EntryLine): Promise<PlacedBytes> {
    const { store } = this;
    const file = toStoredFile(line.type, line.id, line.attributes as Parameters<typeof toStoredFile>[2]);
    if (store === undefined || file === undefined) return NOTHING;
    await this.assertSameBytes(file);
    const { arriving } = this;
    if (arriving?.id !== file.id) return (await lacksBytes(store, file)) ? { warnings: [WITHOUT] } : NOTHING;
    try {
      const { path, bytes, hash } = arriving;
      if (!isContentOf({ bytes, checksum: hash.digest('hex') }, file)) return { warnings: [OTHER] };
      if (!(await hasBytes(store, file)))
        await store.put(fileKey(file.id), { path, bytes, type: file.mediaType });
      return { stored: { count: 1, bytes }, warnings: [] };
    } finally {
      await this.discard();
    }
  }

  /** Removes what has arrived of a file. */
  async discard(): Promise<void> {
    const { arriving } = this;
    this.arriving = undefined;
    await arriving?.handle.close();
    if (arriving !== undefined) await rm(arriving.path, { force: true });
  }

  private async begin(id: Uuid): Promise<void> {
    await this.discard();
    this.refused = undefined;
    if (this.store === undefined) throw new FilesNotConfigured();
    const path = join(await this.store.temporaryFolder(), randomUUID());
    this.arriving = { id, path, handle: await open(path, 'wx', 0o640), hash: createHash('sha256'), bytes: 0 };
  }

  private async assertSameBytes({ id, checksum }: StoredFile): Promise<void> {
    const present = (await this.entries.getMany([id])).get(id);
    const stored = present && toStoredFile(present.type, id, present.attributes);
    if (stored !== undefined && stored.checksum !== checksum)
      throw new LineRefused(
        `The file ${id} is stored with other bytes, and bytes never change. Delete it first, or give this one another id.`,
      );
  }
}

const WITHOUT = 'The package has no bytes of the file, nor has the place of files.';
const OTHER = 'The bytes in front of the line are not those of the checksum; they were left out.';

/** A look for a warning: without a place of files, or while it does not answer, there is none. */
async function lacksBytes(store: FileStore, file: StoredFile): Promise<boolean> {
  try {
    return (await store.stat(fileKey(file.id)))?.bytes !== file.bytes;
  } catch (error) {
    if (error instanceof FilesNotConfigured || error instanceof FileStoreUnavailable) return false;
    throw error;
  }
}
