import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { type BackupManifest, type BackupPart, MANIFEST_NAME, type PartKind } from './backup-format.js';

/** A tar archive needs the size of a file before its content, so parts are held in memory until they are that long. */
const PART_BYTES = 4 * 1024 * 1024;

/** Writes the parts of a backup one after the other, and the manifest last. */
export class BackupWriter {
  private readonly archive = pack();
  private readonly output: Promise<void>;
  private readonly written: BackupPart[] = [];

  /** @param file is overwritten */
  constructor(
    file: string,
    private readonly createdAt: Date,
  ) {
    this.output = pipeline(this.archive, createGzip(), createWriteStream(file));
    // `addFile` and `finish` throw the error.
    this.output.catch(() => undefined);
  }

  get parts(): readonly BackupPart[] {
    return this.written;
  }

  /** Writes one JSON object a line. @returns the number of lines */
  async addRecords(kind: PartKind, records: AsyncIterable<object> | Iterable<object>): Promise<number> {
    let [total, bytes, number]: [number, number, number] = [0, 0, 0];
    let lines: string[] = [];
    const flush = async (): Promise<void> => {
      number += 1;
      await this.addPart(kind, `${kind}-${String(number).padStart(6, '0')}.ndjson`, lines);
      [lines, bytes] = [[], 0];
    };
    for await (const record of records) {
      const line = `${JSON.stringify(record)}\n`;
      lines.push(line);
      total += 1;
      bytes += Buffer.byteLength(line);
      if (bytes >= PART_BYTES) await flush();
    }
    if (lines.length > 0) await flush();
    return total;
  }

  /** Writes the manifest and waits until the file is complete. */
  async finish(manifest: BackupManifest): Promise<void> {
    await this.addFile(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    this.archive.finalize();
    await this.output;
  }

  /** Closes the file of a backup that is not finished. */
  async abort(): Promise<void> {
    this.archive.destroy();
    await this.output.catch(() => undefined);
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
