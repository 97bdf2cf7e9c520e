import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  assertByteRange,
  assertListLimit,
  type ByteRange,
  type FileKey,
  FileStore,
  getFileKey,
  type ObjectStat,
  parseFileKey,
  ProcessFolder,
  type SourceFile,
  type StoredObject,
  takeSourceFile,
} from '@content-service/files';
import { isTemporary, readS3Fault, toS3Error } from './s3-errors.js';

/** A bucket, and how it is reached. */
export interface S3Options {
  readonly bucket: string;
  /** The beginning of all keys: empty, or with a slash at its end. */
  readonly prefix: string;
  /** `undefined`: that of the configuration of AWS. */
  readonly region: string | undefined;
  /** The URL of another server than those of AWS. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is in the path of URLs instead of the host name. */
  readonly pathStyle: boolean;
  /**
   * How long a connection may take to be made, and then to be silent, and an answer may take to begin; default 3 s, 15 s and 60 s. An
   * upload has more time for its bytes.
   */
  readonly timeouts?: { readonly connectMs: number; readonly silenceMs: number; readonly answerMs: number };
}

const CONNECT_MS = 3000;
const SILENCE_MS = 15_000;
/** A server that sends a byte now and then is never silent. */
const ANSWER_MS = 60_000;
/** The rate at which a server takes the body of an upload at least: 64 kB a second. */
const BYTES_PER_MS = 64;
const ignore = (): void => undefined;
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
/** Requests for one call of a method, the first one included. */
const ATTEMPTS = 3;
/** Before the second request, twice as long before the third. */
const PAUSE_MS = 200;
/** Bytes that are read and sent at once. */
const CHUNK = 65_536;
/** Deletions at the same time. */
const DELETIONS = 8;

/**
 * Objects in a bucket of S3, or of a server with its protocol. Each is stored by a single PUT with its length, so that it is
 * there as a whole or not at all. Credentials are those of the environment, of a profile, or of the role of the machine.
 */
export class S3FileStore extends FileStore {
  private readonly client: S3Client;
  private readonly folder = new ProcessFolder();
  private readonly answerMs: number;
  private isWritable = false;

  constructor(private readonly options: S3Options) {
    super();
    const { region, endpoint, pathStyle, timeouts } = options;
    const { connectMs = CONNECT_MS, silenceMs = SILENCE_MS, answerMs = ANSWER_MS } = timeouts ?? {};
    this.answerMs = answerMs;
    this.client = new S3Client({
      ...(region === undefined ? {} : { region }),
      ...(endpoint === undefined ? {} : { endpoint }),
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS,
      // Errors are those of the port, which the service logs.
      logger: SILENT,
      // Other servers than those of AWS refuse checksums in trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectMs,
        socketTimeout: silenceMs,
        requestTimeout: answerMs,
        throwOnRequestTimeout: true,
      },
    });
  }

  override async put(key: FileKey, file: SourceFile): Promise<void> {
    const name = this.getName(key);
    await takeSourceFile(file, async (handle) => {
      await this.try('PUT', name, () => this.upload(name, handle, file));
    });
  }

  override async open(key: FileKey, range?: ByteRange): Promise<Readable | undefined> {
    const name = this.getName(key);
    assertByteRange(range);
    return this.try('GET', name, async () => {
      try {
        const Range = range && `bytes=${range.first}-${range.last}`;
        const { Body, ContentRange } = await this.client.send(
          new GetObjectCommand({ ...this.at(name), ...(Range === undefined ? {} : { Range }) }),
        );
        if (!(Body instanceof Readable)) throw new TypeError('The body of an answer is no stream.');
        if (range === undefined || ContentRange !== undefined) return Body;
        Body.destroy();
        throw new Error('The server does not give ranges.');
      } catch (error) {
        const { name: code, status } = readS3Fault(error);
        if (code === 'NoSuchKey') return undefined;
        // 416 Range Not Satisfiable: it begins behind the last byte.
        if (status === 416) return Readable.from([]);
        throw error;
      }
    });
  }

  override async stat(key: FileKey): Promise<ObjectStat | undefined> {
    const name = this.getName(key);
    return this.try('HEAD', name, async () => {
      try {
        return toObjectStat(await this.client.send(new HeadObjectCommand(this.at(name))));
      } catch (error) {
        if (readS3Fault(error).status === 404) return undefined;
        throw error;
      }
    });
  }

  override async remove(keys: readonly FileKey[]): Promise<void> {
    const names = keys.map((key) => this.getName(key)).values();
    // One by one: the request that deletes many needs a checksum that some servers do not know.
    const removeSome = async (): Promise<void> => {
      for (const name of names) await this.delete(name);
    };
    await Promise.all(Array.from({ length: Math.min(DELETIONS, keys.length) }, removeSome));
  }

  override async list(after: FileKey | undefined, limit: number): Promise<readonly StoredObject[]> {
    const start = after === undefined ? {} : { StartAfter: this.getName(after) };
    assertListLimit(limit);
    const { bucket: Bucket, prefix: Prefix } = this.options;
    const objects: StoredObject[] = [];
    for (let next: string | undefined, isLast = false; !isLast && objects.length < limit;) {
      const page = {
        Bucket,
        Prefix,
        MaxKeys: limit,
        ...(next === undefined ? start : { ContinuationToken: next }),
      };
      const answer = await this.try('LIST', '', () => this.client.send(new ListObjectsV2Command(page)));
      for (const { Key = '', Size, LastModified } of answer.Contents ?? []) {
        const key = parseFileKey(Key.slice(Prefix.length));
        if (key !== undefined) objects.push({ key, ...toObjectStat({ ContentLength: Size, LastModified }) });
      }
      next = answer.NextContinuationToken;
      isLast = answer.IsTruncated !== true || next === undefined;
    }
    return objects.slice(0, limit);
  }

  override temporaryFolder(): Promise<string> {
    return this.folder.path();
  }

  /** Writes and deletes an object until that has succeeded once; from then on it asks for the list. */
  override async check(): Promise<void> {
    if (this.isWritable) {
      await this.list(undefined, 1);
      return;
    }
    const name = `${this.options.prefix}temporary/${randomUUID()}`;
    await this.try('PUT', name, () =>
      this.client.send(new PutObjectCommand({ ...this.at(name), Body: new Uint8Array() })),
    );
    await this.delete(name);
    await this.list(undefined, 1);
    this.isWritable = true;
  }

  override close(): Promise<void> {
    this.client.destroy();
    return this.folder.remove();
  }

  /** The SDK does not repeat a request whose body is a stream, since it cannot read it again. */
  private async upload(name: string, handle: FileHandle, { bytes, type }: SourceFile): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const Body = Readable.from(readFile(handle, bytes), { objectMode: false });
      try {
        await this.client.send(
          new PutObjectCommand({ ...this.at(name), Body, ContentLength: bytes, ContentType: type }),
          { requestTimeout: this.answerMs + Math.ceil(bytes / BYTES_PER_MS) },
        );
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || !isTemporary(error)) throw error;
      } finally {
        Body.destroy();
      }
      await sleep(PAUSE_MS * attempt);
    }
  }

  private async delete(name: string): Promise<void> {
    await this.try('DELETE', name, () => this.client.send(new DeleteObjectCommand(this.at(name))));
  }

  private getName(key: FileKey): string {
    return this.options.prefix + getFileKey(key);
  }

  private at(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.options.bucket, Key: name };
  }

  /** Does something with the bucket. @throws the errors of the port */
  private async try<T>(method: string, name: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw toS3Error(error, `${method} s3://${this.options.bucket}/${name}`);
    }
  }
}

/** The first bytes of a file, from its beginning each time. A stream of the file itself would close it at its end. */
async function* readFile(handle: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes;) {
    const length = Math.min(CHUNK, bytes - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function toObjectStat(answer: {
  readonly ContentLength?: number | undefined;
  readonly LastModified?: Date | undefined;
}): ObjectStat {
  const { ContentLength = 0, LastModified } = answer;
  return { bytes: ContentLength, storedAt: Math.floor((LastModified?.getTime() ?? 0) / 1000) };
}
