import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { type BackupManifest, type BackupPart, MANIFEST_NAME, type PartKind } from './backup-format.js';

/** A tar archive needs the size of a file before its content, so parts are held in memory until they are that long. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Zeros at the end of an archive, which readers pass over. Those of gzip discard about 100 KiB when the checksum behind them does
 * not fit, which without them would be the last files.
 */
const PADDING_BYTES = 128 * 1024;

/** Writes the parts of a backup one after the other, then the manifest, and then the bytes of files. */
export class BackupWriter {
  private archive = pack();
  private output: Promise<void>;
  private readonly written: BackupPart[] = [];

  /** @param file is overwritten */
  constructor(
    private readonly file: string,
    private readonly createdAt: Date,
  ) {
    this.output = this.write(createGzip(), 'w');
  }

  get parts(): readonly BackupPart[] {
    return this.written;
  }

  /** Writes one JSON object a line. @returns the number of lines */
  async addLines(kind: PartKind, objects: AsyncIterable<object> | Iterable<object>): Promise<number> {
    let [total, bytes, number]: [number, number, number] = [0, 0, 0];
    let lines: string[] = [];
    const flush = async (): Promise<void> => {
      number += 1;
      await this.addPart(kind, `${kind}-${String(number).padStart(6, '0')}.ndjson`, lines);
      [lines, bytes] = [[], 0];
    };
    for await (const object of objects) {
      const line = `${JSON.stringify(object)}\n`;
      lines.push(line);
      total += 1;
      bytes += Buffer.byteLength(line);
      if (bytes >= PART_BYTES) await flush();
    }
    if (lines.length > 0) await flush();
    return total;
  }

  /** Writes the manifest, behind which only bytes of files follow. */
  async addManifest(manifest: BackupManifest): Promise<void> {
    await this.addFile(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  }

  /**
   * Stores what follows as it is, as a second member of the gzip file (RFC 1952 §2.2): most files are pictures and films, which
   * are compressed already, and a damaged byte spoils one file instead of all behind it.
   */
  async endCompression(): Promise<void> {
    // Without the end of an archive, since the second part continues it.
    this.archive.push(null);
    await this.output;
    this.archive = pack();
    this.output = this.write(createGzip({ level: constants.Z_NO_COMPRESSION }), 'a');
  }

  /** Writes the bytes of a file. @param bytes the length of the content */
  async addBytes(name: string, bytes: number, content: Readable): Promise<void> {
    const header = { name, size: bytes, mtime: this.createdAt, mode: 0o600 };
    await Promise.race([pipeline(content, this.archive.entry(header)), this.output]);
  }

  /** Waits until the file is complete. */
  async finish(): Promise<void> {
    this.archive.push(Buffer.alloc(PADDING_BYTES));
    this.archive.finalize();
    await this.output;
  }

  /** Closes the file of a backup that is not finished. */
  async abort(): Promise<void> {
    this.archive.destroy();
    await this.output.catch(() => undefined);
  }

  private write(gzip: Gzip, flags: 'w' | 'a'): Promise<void> {
    const output = pipeline(this.archive, gzip, createWriteStream(this.file, { flags }));
    // The methods throw the error.
    output.catch(() => undefined);
    return output;
  }

  private async addPart(kind: PartKind, name: string, lines: readonly string[]): Promise<void> {
    const content = Buffer.from(lines.join(''));
    await this.addFile(name, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    this.written.push({ kind, name, bytes: content.length, sha256 });
  }

  /** Waits until the archive takes more; the output ends before that only with an error. */
  private async addFile(name: string, content: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, mtime: this.createdAt, mode: 0o600 };
      const file = this.archive.entry(header, content, (error) => {
        if (error) reject(error);
        else resolve();
      });
      file.on('error', reject);
    });
    await Promise.race([added, this.output]);
  }
}
