import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Attributes, findFileNameProblem, getFileExtension } from '@content-service/entries';
import { DomainError, type Uuid } from '@content-service/kernel';
import { fileKey } from '../file-key.js';
import type { FileStore } from '../file.store.js';
import { describeStoredFile } from './file-attributes.js';
import { type FileInspector, getMediaType } from './file-content.js';
import { type ReceivedFile, receiveFile } from './receive-file.js';

/** A file that is not taken over. The message continues «a file that …», such as `has no name.` */
export class FileUnusable extends DomainError {
  constructor(reason: string) {
    super('file_unusable', reason);
  }
}

/** A file of another place, as that place describes it. */
export interface ForeignFile {
  /** A base name. */
  readonly name: string;
  /** Its size, by which a file that is not whole is recognized; `undefined` when it is not known. */
  readonly bytes: number | undefined;
}

/**
 * Takes over files of other places under ids that are given. It has the checks of uploads, but those that a field makes, since
 * no field is known: every extension that nothing executes is accepted, SVG without scripts among them.
 */
export class FileIntake {
  /** @param maximumBytes of every file, as of uploads */
  constructor(
    private readonly store: FileStore,
    private readonly inspector: FileInspector,
    private readonly maximumBytes: number,
  ) {}

  /** Refuses a file by its name and size, before anything of it is read. @throws FileUnusable */
  check({ name, bytes = 0 }: ForeignFile): void {
    const problem = findFileNameProblem(name);
    if (problem !== undefined) throw new FileUnusable(problem);
    if (bytes > this.maximumBytes) throw this.createTooLarge(bytes);
  }

  /**
   * Writes the bytes of a file to the temporary folder of the store.
   *
   * @throws FileUnusable when it has another size than it should have, FileStoreFull, FileStoreUnavailable,
   *   FilesNotConfigured, and what the body throws
   */
  async receive(body: Readable, { bytes: expected }: Pick<ForeignFile, 'bytes'>): Promise<ReceivedFile> {
    const folder = await this.store.temporaryFolder();
    const received = await receiveFile(body, folder, (bytes) => {
      if (expected !== undefined && bytes > expected)
        throw new FileUnusable(`has more than the ${expected} bytes that it should have.`);
      if (bytes > this.maximumBytes) throw this.createTooLarge(bytes);
    });
    if (expected === undefined || received.bytes === expected) return received;
    await rm(received.path, { force: true });
    throw new FileUnusable(`has ${received.bytes} bytes instead of ${expected}.`);
  }

  /**
   * Looks at the bytes of a received file and stores them. The received file is gone afterwards, after an error too.
   *
   * @returns the attributes of the entry that follow from the bytes
   * @throws FileUnusable when the bytes are not what the name says, FileStoreFull, FileStoreUnavailable
   */
  async keep(id: Uuid, name: string, received: ReceivedFile): Promise<Attributes> {
    const { path, bytes } = received;
    try {
      this.check({ name, bytes });
      const extension = getFileExtension(name);
      const content =
        bytes === 0 ? { mediaType: getMediaType(extension) } : await this.inspector.inspect(path, extension);
      if ('refusal' in content) throw new FileUnusable(content.refusal);
      await this.store.put(fileKey(id), { path, bytes, type: content.mediaType });
      return describeStoredFile(id, name, received, content);
    } finally {
      await rm(path, { force: true });
    }
  }

  private createTooLarge(bytes: number): FileUnusable {
    return new FileUnusable(
      `has at least ${bytes} bytes, more than the ${this.maximumBytes} of UPLOAD_LIMIT_BYTES.`,
    );
  }
}
