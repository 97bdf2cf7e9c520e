import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { BackupDamaged } from './backup-format.js';

/** A part has about 4 MiB, and the manifest some 200 bytes for each. */
const CONTENT_BYTES_MAXIMUM = 256 * 1024 * 1024;

/** One file of an archive. Its name is compared with expected ones, and never is the path of a file. */
export interface ArchiveMember {
  readonly name: string;
  /** False for links, folders and devices. */
  readonly isFile: boolean;
  /** Must be read to its end, or `resume` called, before the next member. */
  readonly content: AsyncIterable<unknown> & { resume(): unknown };
  /** The number of bytes of the archive that were read so far. */
  readonly bytesRead: number;
}

/** The files of an archive in their order. @throws BackupDamaged with the name of the file that cannot be read */
export async function* readMembers(path: string): AsyncGenerator<ArchiveMember> {
  const input = createReadStream(path);
  const archive = extract();
  const end = new AbortController();
  const unpacking = unpack(input, archive, end.signal);
  let name = 'its beginning';
  try {
    for await (const content of archive) {
      const { type } = content.header;
      ({ name } = content.header);
      const isFile = type === 'file' || type === 'contiguous-file';
      yield { name, isFile, content, bytesRead: input.bytesRead };
    }
    const fault = await unpacking;
    if (fault !== undefined) throw fault;
  } catch (error) {
    end.abort();
    const fault = await unpacking;
    throw toBackupError(name, fault === undefined || fault.name === 'AbortError' ? error : fault);
  } finally {
    end.abort();
    archive.destroy();
    input.destroy();
  }
}

/**
 * Unpacks a file into an archive. When it is damaged, the archive ends there: what is in front of the damage can be read, which an
 * error of the stream would discard.
 *
 * @returns the error of the file
 */
async function unpack(input: ReadStream, archive: Extract, signal: AbortSignal): Promise<Error | undefined> {
  try {
    await pipeline(input, createGunzip(), async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) if (!archive.write(chunk)) await once(archive, 'drain', { signal });
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    archive.end(null);
  }
}

/** The whole content of a part or of the manifest. @throws BackupDamaged */
export async function readContent({ name, isFile, content }: ArchiveMember): Promise<Buffer> {
  if (!isFile) throw new BackupDamaged(name, 'it is a link or a folder');
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > CONTENT_BYTES_MAXIMUM)
        throw new BackupDamaged(name, 'it is longer than any part of a backup');
      chunks.push(chunk);
    }
  } catch (error) {
    throw toBackupError(name, error);
  }
  return Buffer.concat(chunks);
}

/** The error of a member that cannot be read: BackupDamaged, or an error of the file system as it is. */
export function toBackupError(name: string, error: unknown): Error {
  if (error instanceof BackupDamaged || isSystemError(error)) return error;
  return new BackupDamaged(name, error instanceof Error ? error.message : String(error), error);
}

/** Errors of the file system have a code such as ENOENT, those of zlib one such as Z_DATA_ERROR. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
