import {
  type Attributes,
  type Entry,
  type EntryStore,
  getFileExtension,
  isStoredFile,
  toFileUri,
} from '@content-service/entries';
import {
  type FileIntake,
  fileKey,
  type FileStore,
  FileUnusable,
  type ObjectStat,
} from '@content-service/files';
import { ConcurrencyLimiter, isJsonObject, type Uuid } from '@content-service/kernel';
import type { EntryIds } from './entry-ids.js';
import type { FileAddresses } from './file-addresses.js';
import type { FileClient } from './file-client.js';
import type { FileLog } from './file-report.js';
import type { SourceResource } from './source-documents.js';
import { readSourceFile, type SourceFile } from './source-file.js';
import { FileNotFetched } from './source.errors.js';

/** Files that are looked up together. */
const BATCH = 50;
/** Files that are fetched at once; a killed import fetches these again at most. */
const CONCURRENT = 4;

/** The places between which files are moved. */
export interface FileTransfer {
  readonly client: FileClient;
  readonly intake: FileIntake;
  readonly store: Pick<FileStore, 'stat' | 'open'>;
}

/** The parts that the files of one source share. */
interface FileContext {
  readonly ids: EntryIds;
  readonly addresses: FileAddresses;
  /** Addresses that several files have. */
  readonly repeated: ReadonlySet<string>;
  /** The address of this service. */
  readonly baseUrl: string;
}

/** A resource of a file with the attributes of the entry that follow from its bytes; absent when these are not here. */
export interface TakenFile {
  readonly resource: SourceResource;
  readonly stored?: Attributes | undefined;
}

/** What is here of a file. */
interface PresentFile {
  readonly entry: Entry | undefined;
  readonly object: ObjectStat | undefined;
}

/** Everything about one file. */
interface FileTask {
  readonly resource: SourceResource;
  readonly id: Uuid;
  readonly file: SourceFile;
  readonly entry: Entry | undefined;
}

/**
 * Imports the bytes of the files of a source, each once: what is stored already is recognized by its size and time, with
 * or without an entry, so that an import that was killed goes on where it was. Bytes are stored before the entry, as those of
 * uploads are. A file that cannot be had is reported, and keeps the bytes of an earlier import.
 */
export class SourceFileImport {
  private readonly limiter = new ConcurrencyLimiter(CONCURRENT, BATCH);
  private readonly cancellation = new AbortController();
  /** Files by address, of the addresses that several files have. */
  private readonly shared = new Map<string, Promise<Uuid | undefined>>();

  /** @param transfer `undefined`: no bytes are fetched */
  constructor(
    private readonly context: FileContext,
    private readonly entries: Pick<EntryStore, 'getMany'>,
    private readonly transfer: FileTransfer | undefined,
    private readonly log: FileLog,
  ) {}

  /**
   * Takes the files of some resources, in their order.
   *
   * @throws SourceUnavailable when the source fails for one file after the other, FileStoreFull, FileStoreUnavailable
   */
  async *take(resources: AsyncIterable<SourceResource>): AsyncGenerator<TakenFile> {
    let batch: SourceResource[] = [];
    for await (const resource of resources) {
      batch.push(resource);
      if (batch.length < BATCH) continue;
      yield* await this.takeBatch(batch);
      batch = [];
    }
    yield* await this.takeBatch(batch);
  }

  private async takeBatch(resources: readonly SourceResource[]): Promise<readonly TakenFile[]> {
    const getId = ({ type, id }: SourceResource): Uuid => this.context.ids.get(type, id);
    const entries = await this.entries.getMany(resources.map(getId));
    const taking = resources.map((resource) => {
      const id = getId(resource);
      const task = { resource, id, file: readSourceFile(resource), entry: entries.get(id) };
      return this.limiter.run(
        () => this.takeOne(task),
        () => new Error('A batch of files has more members than tasks may wait.'),
      );
    });
    // An error ends the others, which are waited for so that nothing is written afterwards.
    for (const one of taking)
      one.catch((error: unknown) => {
        this.cancellation.abort(error);
      });
    await Promise.allSettled(taking);
    return Promise.all(taking);
  }

  private async takeOne({ resource, id, file, entry }: FileTask): Promise<TakenFile> {
    this.cancellation.signal.throwIfAborted();
    const before = entry !== undefined && isStoredFile(entry.type, id, entry.attributes) ? entry : undefined;
    const stored =
      this.transfer === undefined
        ? before && pickStored(before.attributes)
        : await this.importFile(this.transfer, { resource, id, file, entry: before });
    if (stored === undefined) return { resource };
    this.remember(file, stored);
    return { resource, stored: file.isPrivate ? { ...stored, status: false } : stored };
  }

  /** @returns the attributes of a file whose bytes are here */
  private async importFile(transfer: FileTransfer, task: FileTask): Promise<Attributes | undefined> {
    const { resource, id, file, entry } = task;
    try {
      transfer.intake.check(file);
      const object = await transfer.store.stat(fileKey(id));
      const known = findKnown(id, file, { entry, object });
      if (known !== undefined) {
        this.log.addPresent(object?.bytes ?? 0);
        return known;
      }
      return await this.importBytes(transfer, task, object);
    } catch (error) {
      const isMissing = error instanceof FileUnusable || error instanceof FileNotFetched;
      if (!isMissing) throw error;
      const reason = error instanceof FileUnusable ? `The file ${error.message}` : error.message;
      this.log.addMissing({
        file: `${resource.type}/${resource.id}`,
        address: file.address ?? null,
        reason: entry === undefined ? reason : `${reason} The content of an earlier import stays.`,
      });
      return entry === undefined ? undefined : pickStored(entry.attributes);
    }
  }

  private async importBytes(
    transfer: FileTransfer,
    { id, file }: FileTask,
    object: ObjectStat | undefined,
  ): Promise<Attributes> {
    if (isSame(file, object)) {
      // An import that was killed has stored the bytes, but no entry.
      const copied = await this.copy(transfer, id, id, file);
      if (copied !== undefined) return copied;
    }
    const { address = '' } = file;
    if (address === '') throw new FileNotFetched('The source gives no address of it.');
    const first = this.shared.get(address);
    if (first !== undefined) {
      const firstId = await first;
      const copied = firstId === undefined ? undefined : await this.copy(transfer, firstId, id, file);
      return copied ?? this.fetchFile(transfer, id, file, address);
    }
    const fetching = this.fetchFile(transfer, id, file, address);
    if (this.context.repeated.has(address))
      this.shared.set(
        address,
        fetching.then(
          () => id,
          () => undefined,
        ),
      );
    return fetching;
  }

  private async fetchFile(
    { client, intake }: FileTransfer,
    id: Uuid,
    file: SourceFile,
    address: string,
  ): Promise<Attributes> {
    const received = await client.fetch(
      client.resolve(address),
      (body) => intake.receive(body, file),
      this.cancellation.signal,
    );
    const stored = await intake.keep(id, file.name, received);
    this.log.addFetched(received.bytes);
    return stored;
  }

  /** Reads bytes that are in the store. @returns `undefined` when they are gone */
  private async copy(
    { intake, store }: FileTransfer,
    from: Uuid,
    to: Uuid,
    file: SourceFile,
  ): Promise<Attributes | undefined> {
    const body = await store.open(fileKey(from));
    if (body === undefined) return undefined;
    const received = await intake.receive(body, file);
    const stored = await intake.keep(to, file.name, received);
    this.log.addPresent(received.bytes);
    return stored;
  }

  private remember({ address }: SourceFile, { uri }: Attributes): void {
    const path = isJsonObject(uri) ? uri['url'] : undefined;
    if (address === undefined || typeof path !== 'string') return;
    const { addresses, baseUrl } = this.context;
    addresses.add(address, { path, url: baseUrl + path });
  }
}

/** The attributes of an entry whose bytes are those of the source, with the present name. */
function findKnown(id: Uuid, file: SourceFile, { entry, object }: PresentFile): Attributes | undefined {
  if (entry === undefined || object === undefined) return undefined;
  const { filename, filesize } = entry.attributes;
  // The content has to fit the extension.
  if (typeof filename !== 'string' || getFileExtension(filename) !== getFileExtension(file.name))
    return undefined;
  const isWhole = filesize === object.bytes && (file.bytes === undefined || file.bytes === object.bytes);
  const isUnchanged = file.changed === undefined || file.changed <= entry.changed || isSame(file, object);
  if (!isWhole || !isUnchanged) return undefined;
  const stored = pickStored(entry.attributes);
  return filename === file.name ? stored : { ...stored, filename: file.name, uri: toFileUri(id, file.name) };
}

/** Whether an object has the bytes of the source: it has their size, and is newer than their last change. */
function isSame({ bytes, changed }: SourceFile, object: ObjectStat | undefined): boolean {
  return object !== undefined && bytes === object.bytes && changed !== undefined && object.storedAt > changed;
}

/** The attributes that follow from the bytes of a file. */
function pickStored({ filename, uri, filemime, filesize, checksum, width, height }: Attributes): Attributes {
  return {
    ...{ filename: filename ?? null, uri: uri ?? null, filemime: filemime ?? null },
    ...{ filesize: filesize ?? null, checksum: checksum ?? null },
    ...{ width: width ?? null, height: height ?? null },
  };
}
