import { createHash } from 'node:crypto';
import { fileKey, type FileStore, getFileId, parseFileKey } from '@content-service/files';
import { DomainError, type Uuid } from '@content-service/kernel';
import { FileProblems } from '../file-bytes/file-problems.js';
import { hasBytes, isContentOf, receiveBytes } from '../file-bytes/keep-bytes.js';
import { type FileTotals, findStoredFile, type StoredFile } from '../file-bytes/stored-file.js';
import { type ArchiveMember, toBackupError } from './archive-members.js';
import type { BackupFile } from './backup-file.js';
import { BackupDamaged } from './backup-format.js';

/** What is done with the bytes of a backup. */
interface FileTarget {
  /** Whether the bytes are there already, as after an interrupted restore. */
  has(file: StoredFile): Promise<boolean>;
  /** @returns false when the content is not that of the file; nothing of it is kept */
  take(file: StoredFile, content: AsyncIterable<unknown>): Promise<boolean>;
}

export interface RestoredFiles {
  readonly counts: FileTotals;
  /** Sentences about files without bytes, and about members that are no bytes of a file. */
  readonly problems: readonly string[];
}

/** Only reads and compares the bytes. */
export const COMPARE: FileTarget = {
  has: () => Promise.resolve(false),
  take: async (file, content) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return isContentOf({ bytes, checksum: hash.digest('hex') }, file);
  },
};

/** Stores the bytes in a place of files. */
export function storeBytes(store: FileStore): FileTarget {
  return {
    has: (file) => hasBytes(store, file),
    take: async (file, content) => {
      const received = await receiveBytes(content, await store.temporaryFolder(), file);
      if (received === undefined) return false;
      await store.put(fileKey(file.id), { ...received, type: file.mediaType });
      return true;
    },
  };
}

/**
 * Takes the bytes of files out of a backup. The lines of the site package and the members behind the manifest are read side by
 * side, since both have the order of the entries; so nothing is kept in memory, and each member is compared with the checksum
 * that its entry has. What is damaged or missing is a problem, and the others go on.
 *
 * @param onProgress is told the number of bytes of the backup; an error ends the restore
 * @throws BackupChanged, FileStoreFull, FileStoreUnavailable
 */
export async function restoreFiles(
  backup: BackupFile,
  target: FileTarget,
  onProgress: (bytesRead: number) => void = () => undefined,
): Promise<RestoredFiles> {
  const restoring = new FileRestorer(readFiles(backup), target);
  let last = 'the manifest';
  try {
    for await (const member of backup.fileMembers()) {
      last = member.name;
      onProgress(member.bytesRead);
      await restoring.restore(member);
    }
  } catch (error) {
    const fault = error instanceof DomainError ? error : toBackupError(last, error);
    if (!(fault instanceof BackupDamaged)) throw fault;
    restoring.problems.addSentence(`The backup cannot be read any further at ${last}: ${fault.reason}.`);
  }
  return restoring.finish();
}

class FileRestorer {
  readonly problems = new FileProblems();
  private counts: FileTotals = { count: 0, bytes: 0 };
  private next: StoredFile | undefined;
  private isBegun = false;

  /** @param files in the order of their entries */
  constructor(
    private readonly files: AsyncIterator<StoredFile, void>,
    private readonly target: FileTarget,
  ) {}

  async restore(member: ArchiveMember): Promise<void> {
    const file = await this.findFile(member);
    if (file === undefined) {
      member.content.resume();
      this.problems.addSentence(
        `'${member.name}' in the backup is not the bytes of a file; it was left out.`,
      );
      return;
    }
    if (await this.target.has(file)) {
      member.content.resume();
      this.count(file);
    } else if (await this.target.take(file, member.content)) this.count(file);
    else this.problems.add(file, 'has other bytes in the backup than its checksum says; they were left out.');
    await this.advance();
  }

  async finish(): Promise<RestoredFiles> {
    await this.skipTo(undefined);
    return { counts: this.counts, problems: this.problems.sentences };
  }

  /** The file whose bytes a member claims to be. */
  private async findFile({ name, isFile }: ArchiveMember): Promise<StoredFile | undefined> {
    const key = parseFileKey(name);
    if (key === undefined || !isFile || key !== fileKey(getFileId(key))) return undefined;
    return this.skipTo(getFileId(key));
  }

  /** Goes on to a file, and looks elsewhere for the bytes of those in between, which the backup does not have. */
  private async skipTo(id: Uuid | undefined): Promise<StoredFile | undefined> {
    if (!this.isBegun) await this.advance();
    this.isBegun = true;
    while (this.next !== undefined) {
      const file = this.next;
      if (file.id === id) return file;
      if (await this.target.has(file)) this.count(file);
      else this.problems.add(file, 'has no bytes in the backup.');
      await this.advance();
    }
    return undefined;
  }

  private async advance(): Promise<void> {
    const result = await this.files.next();
    this.next = result.done === true ? undefined : result.value;
  }

  private count({ bytes }: StoredFile): void {
    this.counts = { count: this.counts.count + 1, bytes: this.counts.bytes + bytes };
  }
}

/** The files of the site package of a backup. */
async function* readFiles(backup: BackupFile): AsyncGenerator<StoredFile> {
  for await (const line of backup.lines('site')) {
    const file = line.includes('"file--file"') ? findStoredFile(JSON.parse(line) as object) : undefined;
    if (file !== undefined) yield file;
  }
}
