import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Field, FILE_TYPE, type FileRules, getFileRules } from '@content-service/bundles';
import {
  type Attributes,
  type EntryOperation,
  FileRefused,
  findFileNameProblem,
  findFileRefusal,
  getFileExtension,
  toBaseName,
} from '@content-service/entries';
import { DomainError, type IdGenerator, type Uuid } from '@content-service/kernel';
import { fileKey } from '../file-key.js';
import type { FileStore } from '../file.store.js';
import { describeStoredFile } from './file-attributes.js';
import { type FileContent, type FileInspector, getMediaType } from './file-content.js';
import { type ReceivedFile, receiveFile } from './receive-file.js';

/** Uploads that a process receives at the same time. */
const UPLOADS_MAXIMUM = 16;

/** The process receives as many uploads as it can. */
export class UploadsBusy extends DomainError {
  readonly retryAfterSeconds = 1;

  constructor() {
    super('uploads_busy', 'Too many files are being uploaded; try again in a moment.');
  }
}

/** A file is larger than every upload may be. */
class UploadTooLarge extends DomainError {
  constructor(maximum: number) {
    super('body_too_large', `A file can have at most ${maximum} bytes.`);
  }
}

/** An upload as it is announced. */
export interface Upload {
  /** As the client sends it; its base name is used. */
  readonly name: string;
  /** A field of the type `file` or `image`. */
  readonly field: Field;
  /** The size of the body, when the client tells it beforehand. */
  readonly announcedBytes: number | undefined;
}

/** Receives files: checks them, stores their bytes and leaves their entries to the caller. */
export class FileUploads {
  private running = 0;

  /** @param maximumBytes of every upload */
  constructor(
    private readonly store: FileStore,
    private readonly inspector: FileInspector,
    private readonly ids: IdGenerator,
    private readonly maximumBytes: number,
  ) {}

  /**
   * Refuses an upload by its name and its announced size, before anything of it is read.
   *
   * @throws FileRefused, UploadTooLarge
   */
  private check({ name, field, announcedBytes = 0 }: Upload): void {
    const rules = getRules(field);
    const problem = findFileNameProblem(name);
    if (problem !== undefined) throw refuse(field, `refuses a file that ${problem}`);
    this.assertBytes(announcedBytes, field, rules);
    const reason = findFileRefusal({ name, bytes: announcedBytes, isImage: rules.image }, rules);
    if (reason !== undefined) throw refuse(field, reason);
  }

  /**
   * Stores the bytes of a file, and then its entry; without an entry the bytes are removed. A crash in between leaves bytes without
   * an entry, which `files.sweep` removes.
   *
   * @param body is not consumed when it is refused
   * @param write stores the entry by the operation that creates it; the entry is temporary until something links it
   * @throws FileRefused, UploadTooLarge, UploadsBusy, FileStoreFull, FileStoreUnavailable, FilesNotConfigured, and what the body
   *   and `write` throw
   */
  async run<Result>(
    body: Readable,
    announced: Upload,
    write: (file: EntryOperation & { readonly kind: 'create' }) => Promise<Result>,
  ): Promise<Result> {
    const upload = { ...announced, name: toBaseName(announced.name) };
    this.check(upload);
    if (this.running >= UPLOADS_MAXIMUM) throw new UploadsBusy();
    this.running += 1;
    try {
      const rules = getRules(upload.field);
      const folder = await this.store.temporaryFolder();
      const received = await receiveFile(body, folder, (bytes) => {
        this.assertBytes(bytes, upload.field, rules);
      });
      return await this.keep(received, upload, write);
    } finally {
      this.running -= 1;
    }
  }

  private async keep<Result>(
    received: ReceivedFile,
    upload: Upload,
    write: (file: EntryOperation & { readonly kind: 'create' }) => Promise<Result>,
  ): Promise<Result> {
    const id = this.ids.next();
    const content = await this.inspect(received, upload).catch(async (error: unknown) => {
      await rm(received.path, { force: true });
      throw error;
    });
    const { path, bytes } = received;
    await this.store.put(fileKey(id), { path, bytes, type: content.mediaType });
    try {
      const given = toAttributes(id, upload.name, received, content);
      return await write({ kind: 'create', type: FILE_TYPE, id, draft: {}, given });
    } catch (error) {
      // Fails silently: the sweep removes what is left.
      await this.store.remove([fileKey(id)]).catch(() => undefined);
      throw error;
    }
  }

  /** @throws FileRefused */
  private async inspect({ path, bytes }: ReceivedFile, { name, field }: Upload): Promise<FileContent> {
    const extension = getFileExtension(name);
    const content =
      bytes === 0 ? { mediaType: getMediaType(extension) } : await this.inspector.inspect(path, extension);
    if ('refusal' in content) throw refuse(field, `refuses a file that ${content.refusal}`);
    const isImage = content.mediaType.startsWith('image/') && bytes > 0;
    const reason = findFileRefusal({ name, bytes, isImage }, getRules(field));
    if (reason !== undefined) throw refuse(field, reason);
    return content;
  }

  private assertBytes(bytes: number, field: Field, { maxBytes = Infinity }: FileRules): void {
    if (bytes > maxBytes) throw refuse(field, `accepts files of at most ${maxBytes} bytes.`);
    if (bytes > this.maximumBytes) throw new UploadTooLarge(this.maximumBytes);
  }
}

/** The attributes of a new file: it is temporary, and hidden, until something links it. */
function toAttributes(id: Uuid, name: string, received: ReceivedFile, content: FileContent): Attributes {
  return { ...describeStoredFile(id, name, received, content), status: false, temporary: true };
}

function getRules(field: Field): FileRules {
  const rules = getFileRules(field);
  if (rules === undefined) throw new Error(`${field.name} is no field for files.`);
  return rules;
}

function refuse(field: Field, reason: string): FileRefused {
  return new FileRefused(`${field.name} ${reason}`, field.name);
}
