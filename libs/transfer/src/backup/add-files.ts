import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { EntryStore } from '@content-service/entries';
import { fileKey, type FileStore, FileStoreFull, type ReceivedFile } from '@content-service/files';
import { FileProblems, OTHER_BYTES } from '../file-bytes/file-problems.js';
import { receiveBytes } from '../file-bytes/keep-bytes.js';
import { BytesUnreadable, readBytes } from '../file-bytes/read-bytes.js';
import type { FileTotals, StoredFile } from '../file-bytes/stored-file.js';
import type { BackupWriter } from './backup-writer.js';
import type { FileList } from './file-list.js';

/** The bytes of files in a backup. */
export interface AddedFiles extends FileTotals {
  /** Sentences about files whose bytes are not in the backup although their entries are. */
  readonly problems: readonly string[];
}

interface AddOptions {
  readonly store: FileStore;
  /** The entries as they are now. */
  readonly entries: EntryStore;
  /** Called after each file with the number of bytes so far. */
  readonly onAdded: (bytes: number) => Promise<void>;
}

/** Files that are read at the same time: most time of a file in a bucket is that until its first byte. */
const CONCURRENT = 4;

/** Bytes of files that are read ahead of their turn in the archive; a larger one is read alone. */
const AHEAD_BYTES = 64 * 1024 * 1024;

/**
 * Adds the bytes of files to an archive in the order of the list, and only those that are what the entry says. Files that were
 * deleted since the list was made are passed over; whatever else is missing is a problem, and the others go on.
 *
 * @throws FileStoreUnavailable when no file can be read
 */
export async function addFiles(
  list: FileList,
  writer: BackupWriter,
  { store, entries, onAdded }: AddOptions,
): Promise<AddedFiles> {
  const problems = new FileProblems();
  let [count, bytes] = [0, 0];
  await writer.endCompression();
  for await (const { file, received } of receiveAll(list, store)) {
    if (typeof received === 'object') {
      await writer.addBytes(fileKey(file.id), received.bytes, createReadStream(received.path));
      await rm(received.path);
      count += 1;
      bytes += received.bytes;
      await onAdded(bytes);
    } else if ((await entries.findStatuses([file.id])).has(file.id)) problems.add(file, received);
  }
  return { count, bytes, problems: problems.sentences };
}

/** Received bytes, or what is wrong when they cannot be read. */
type Received = ReceivedFile | string;

/** Receives the files of a list, some at the same time, and gives them in the order of the list. */
async function* receiveAll(
  list: FileList,
  store: FileStore,
): AsyncGenerator<{ readonly file: StoredFile; readonly received: Received }> {
  const begun: { readonly file: StoredFile; readonly receiving: Promise<Received> }[] = [];
  let bytes = 0;
  try {
    for await (const file of list.read()) {
      while (begun.length === CONCURRENT || (begun.length > 0 && bytes + file.bytes > AHEAD_BYTES))
        yield await next();
      const receiving = receive(file, store, list.folder);
      // An error is thrown when it is the turn of the file.
      receiving.catch(() => undefined);
      begun.push({ file, receiving });
      bytes += file.bytes;
    }
    while (begun.length > 0) yield await next();
  } finally {
    // Nothing is written into the folder any more when it is removed.
    await Promise.allSettled(begun.map(({ receiving }) => receiving));
  }

  async function next(): Promise<{ file: StoredFile; received: Received }> {
    const [first] = begun;
    if (first === undefined) throw new Error('No file is being received.');
    const received = await first.receiving;
    begun.shift();
    bytes -= first.file.bytes;
    return { file: first.file, received };
  }
}

/**
 * Reads the bytes of a file into a temporary one, since an archive has the length of a file before its content.
 *
 * @returns what is wrong when they cannot be read
 */
async function receive(file: StoredFile, store: FileStore, folder: string): Promise<Received> {
  try {
    return (await receiveBytes(readBytes(store, file), folder, file)) ?? OTHER_BYTES;
  } catch (error) {
    if (error instanceof BytesUnreadable) return error.message;
    // There is no room beside the backup.
    throw error instanceof FileStoreFull ? error.cause : error;
  }
}
