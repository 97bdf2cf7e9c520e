import { createReadStream, type PathLike } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DomainError, isProcessRunning, parseWholeNumber } from '@content-service/kernel';
import type { Selection } from './select-collections.js';
import type { SourceResource } from './source-documents.js';
import type { SourceCollection } from './start-document.js';

/** The progress of the download of one collection. */
export interface DownloadedCollection {
  readonly name: string;
  readonly url: string;
  /** The page to read next; absent after the last one. */
  readonly next?: string | undefined;
  readonly pages: number;
  readonly resources: number;
  /** Valid bytes of its file: more were written by a page that was not completed. */
  readonly bytes: number;
  /** Resources that the credentials do not allow to read, and the first of their addresses. */
  readonly omitted: number;
  readonly omittedExamples: readonly string[];
  /** The total that the source tells. */
  readonly count?: number | undefined;
  /** Why the collection was not read to its end. */
  readonly fault?: string | undefined;
}

/** The checkpoint of a download. */
export interface DownloadState {
  /** The address of the start document. */
  readonly source: string;
  readonly selection: Selection;
  /** Collections that are not downloaded, because they hold configuration. */
  readonly configuration: readonly SourceCollection[];
  readonly refused: readonly string[];
  readonly collections: readonly DownloadedCollection[];
  /** All resource types with content, selected or not: names of bundles must not depend on the selection. */
  readonly types?: readonly string[];
}

/** An earlier import with this folder was interrupted. */
class ImportUnfinished extends DomainError {
  constructor(folder: string) {
    super(
      'import_unfinished',
      `The folder '${folder}' has an unfinished import. --resume continues it; remove the folder to begin again.`,
    );
  }
}

class ImportRunning extends DomainError {
  constructor(folder: string, pid: number) {
    super('import_running', `The process ${pid} is importing with the folder '${folder}'.`);
  }
}

/**
 * The folder with what an import has read: a file of resources for each collection, and a checkpoint. It may hold content
 * that is not public, so only its owner can read it.
 */
export class DownloadFolder {
  private constructor(readonly path: string) {}

  /**
   * Locks the folder for this process.
   *
   * @param path of an existing folder, which only its owner can read
   * @param resume whether an unfinished import may be in it
   * @throws ImportUnfinished, ImportRunning
   */
  static async open(path: string, resume: boolean): Promise<DownloadFolder> {
    const folder = new DownloadFolder(path);
    await folder.lock();
    if (!resume && (await folder.readState()) !== undefined) {
      await folder.unlock();
      throw new ImportUnfinished(path);
    }
    return folder;
  }

  /** The checkpoint, `undefined` before the first. */
  async readState(): Promise<DownloadState | undefined> {
    const text = await readIfPresent(this.file('state.json'));
    return text === undefined ? undefined : (JSON.parse(text) as DownloadState);
  }

  /** Replaces the checkpoint: after a crash the file has the old one or the new one. */
  async writeState(state: DownloadState): Promise<void> {
    const temporary = this.file('state.json.new');
    await writeFile(temporary, JSON.stringify(state), { mode: 0o600, flush: true });
    await rename(temporary, this.file('state.json'));
  }

  /** Opens the file of a collection behind its valid bytes; what an interrupted page has written is cut off. */
  async openCollection(index: number, bytes: number): Promise<FileHandle> {
    const handle = await open(this.collectionFile(index), 'a', 0o600);
    await handle.truncate(bytes);
    return handle;
  }

  /** Reads the resources of a collection. */
  async *readResources(index: number, { bytes }: DownloadedCollection): AsyncGenerator<SourceResource> {
    if (bytes === 0) return;
    const input = createReadStream(this.collectionFile(index), { end: bytes - 1 });
    for await (const line of createInterface({ input })) yield JSON.parse(line) as SourceResource;
  }

  async unlock(): Promise<void> {
    await rm(this.file('lock'), { force: true });
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  /** The lock of a process that has ended is taken over. */
  private async lock(): Promise<void> {
    const file = this.file('lock');
    try {
      await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // A process that ended between creating and writing the file left an empty one.
      const pid = parseWholeNumber((await readIfPresent(file)) ?? '', { minimum: 1 });
      if (pid !== undefined && pid !== process.pid && isProcessRunning(pid))
        throw new ImportRunning(this.path, pid);
      await writeFile(file, String(process.pid));
    }
  }

  private collectionFile(index: number): string {
    return this.file(`collection-${index}.ndjson`);
  }

  private file(name: string): string {
    return join(this.path, name);
  }
}

async function readIfPresent(path: PathLike): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
