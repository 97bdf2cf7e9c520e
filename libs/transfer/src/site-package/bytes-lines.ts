import { createHash } from 'node:crypto';
import type { FileStore } from '@content-service/files';
import { type FileProblems, OTHER_BYTES } from '../file-bytes/file-problems.js';
import { BytesUnreadable, readBytes } from '../file-bytes/read-bytes.js';
import type { StoredFile } from '../file-bytes/stored-file.js';

/** Bytes of one line: a multiple of 3, so that base64 has no padding within a file; 512 KiB of text. */
const LINE_BYTES = 3 * 128 * 1024;

/** A part of the bytes of a file in a site package, before it becomes text. */
interface ExportedBytes {
  readonly kind: 'bytes';
  readonly id: string;
  readonly offset: number;
  /** base64 (RFC 4648 §4). */
  readonly data: string;
}

/**
 * The lines with the bytes of a file. Those of a file that cannot be read are missing or end early, which an import notices.
 *
 * @throws FileStoreUnavailable when no file can be read
 */
export async function* toBytesLines(
  file: StoredFile,
  store: FileStore,
  problems: FileProblems,
): AsyncGenerator<ExportedBytes> {
  const { id } = file;
  const hash = createHash('sha256');
  let offset = 0;
  try {
    for await (const part of joinParts(readBytes(store, file))) {
      hash.update(part);
      yield { kind: 'bytes', id, offset, data: part.toString('base64') };
      offset += part.length;
    }
    if (hash.digest('hex') !== file.checksum) problems.add(file, OTHER_BYTES);
  } catch (error) {
    if (!(error instanceof BytesUnreadable)) throw error;
    problems.add(file, error.message);
  }
}

/** Parts of `LINE_BYTES`, the last one shorter; an empty file has one empty part. */
async function* joinParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < LINE_BYTES) continue;
    const joined = Buffer.concat(waiting);
    const end = joined.length - (joined.length % LINE_BYTES);
    for (let at = 0; at < end; at += LINE_BYTES) yield joined.subarray(at, at + LINE_BYTES);
    isFirst = false;
    waiting = [joined.subarray(end)];
    bytes = joined.length - end;
  }
  if (bytes > 0 || isFirst) yield Buffer.concat(waiting);
}
