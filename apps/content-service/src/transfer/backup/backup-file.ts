import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ProgressMonitor } from '@content-service/kernel';
import {
  BackupChanged,
  BackupDamaged,
  type BackupManifest,
  MANIFEST_NAME,
  parseManifest,
  type PartKind,
} from './backup-format.js';

/** A part has about 4 MiB, and the manifest some 200 bytes for each. */
const FILE_BYTES_MAXIMUM = 256 * 1024 * 1024;

/** A backup whose checksums are right. */
export class BackupFile {
  private constructor(
    private readonly path: string,
    /** The size of the file. */
    readonly bytes: number,
    readonly manifest: BackupManifest,
  ) {}

  /**
   * Reads the whole file and compares every part with the manifest.
   *
   * @param monitor is told the number of bytes
   * @throws BackupDamaged with the name of the part
   */
  static async open(path: string, monitor: ProgressMonitor): Promise<BackupFile> {
    const total = statSync(path).size;
    const checksums = new Map<string, string>();
    let manifest: BackupManifest | undefined;
    for await (const { name, content, bytesRead } of readFiles(path)) {
      // Readers of archives disagree on which of two files with one name counts.
      if (checksums.has(name)) throw new BackupDamaged(name, 'it is there twice');
      checksums.set(name, computeChecksum(content));
      if (name === MANIFEST_NAME) manifest = parseManifest(content.toString());
      await monitor.report({ phase: 'check', done: bytesRead, total });
    }
    if (manifest === undefined) throw new BackupDamaged(MANIFEST_NAME, 'it is missing');
    for (const { name, sha256 } of manifest.parts) {
      const found = checksums.get(name);
      if (found === undefined) throw new BackupDamaged(name, 'it is missing');
      if (found !== sha256) throw new BackupDamaged(name, `its SHA-256 is ${found}, not ${sha256}`);
    }
    return new BackupFile(path, total, manifest);
  }

  /**
   * The lines of one kind, without line ends. Every part is compared with the manifest again.
   *
   * @param onRead called after each part with the number of bytes of the file that were read
   * @throws BackupChanged
   */
  async *lines(kind: PartKind, onRead: (bytes: number) => void = () => undefined): AsyncGenerator<string> {
    const parts = this.manifest.parts.filter((part) => part.kind === kind);
    const checksums = new Map(parts.map(({ name, sha256 }) => [name, sha256]));
    if (checksums.size === 0) return;
    for await (const { name, content, bytesRead } of readFiles(this.path)) {
      const checksum = checksums.get(name);
      if (checksum === undefined) continue;
      checksums.delete(name);
      if (computeChecksum(content) !== checksum) throw new BackupChanged(name);
      yield* content
        .toString()
        .split('\n')
        .filter((line) => line !== '');
      onRead(bytesRead);
      if (checksums.size === 0) return;
    }
  }
}

interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
  /** The number of bytes of the archive that were read. */
  readonly bytesRead: number;
}

/** The files of an archive in their order. @throws BackupDamaged with the name of the file that cannot be read */
async function* readFiles(path: string): AsyncGenerator<ArchivedFile> {
  const input = createReadStream(path);
  const archive = extract();
  const reading = pipeline(input, createGunzip(), archive);
  // The iterator of the archive throws the error.
  reading.catch(() => undefined);
  let name = 'its beginning';
  try {
    for await (const entry of archive) {
      ({ name } = entry.header);
      yield { name, content: await readContent(entry, name), bytesRead: input.bytesRead };
    }
  } catch (error) {
    if (error instanceof BackupDamaged || isSystemError(error)) throw error;
    throw new BackupDamaged(name, error instanceof Error ? error.message : String(error), error);
  } finally {
    archive.destroy();
    input.destroy();
  }
}

/** Errors of the file system have a code such as ENOENT, those of zlib one such as Z_DATA_ERROR. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function readContent(entry: AsyncIterable<unknown>, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > FILE_BYTES_MAXIMUM) throw new BackupDamaged(name, 'it is longer than any part of a backup');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function computeChecksum(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
