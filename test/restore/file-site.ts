import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DiskFileStore, fileKey, type FileStore } from '@content-service/files';
import { type CommandResult, Workplace } from '../cli/workplace.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

export const toFileId = (n: number): string => `0190b0a0-0000-7000-8000-2${String(n).padStart(11, '0')}`;

/** The bytes of a file: not compressible, and others for each number. */
export function createContent(n: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  // A linear congruential generator (Numerical Recipes, §7.1).
  let state = n + 1;
  for (let at = 0; at + 4 <= bytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    content.writeUInt32LE(state, at);
  }
  return content;
}

/** A database and a place of files, which is a folder unless another one is given, and commands that use both. */
export class FileSite {
  /** The folder of the site, for files of the test too. */
  readonly folder = mkdtempSync(join(tmpdir(), 'content-service-restore-'));
  readonly store: FileStore = new DiskFileStore(this.path('files'));
  readonly variables: Readonly<Record<string, string>>;

  private constructor(
    readonly database: TestDatabase,
    fileStore: string | undefined,
  ) {
    this.variables = { FILE_STORE: fileStore ?? `disk:${this.path('files')}` };
  }

  /** @param storage default: that of this run */
  static async create({
    storage,
    fileStore,
  }: { storage?: string; fileStore?: string } = {}): Promise<FileSite> {
    return new FileSite(await createTestDatabase(storage), fileStore);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  run(...args: readonly string[]): Promise<CommandResult> {
    return this.work((workplace) => workplace.run(...args));
  }

  /** @throws Error with the messages of a command that fails */
  json(...args: readonly string[]): Promise<unknown> {
    return this.work((workplace) => workplace.json(...args));
  }

  /** Creates files whose bytes are in the folder of the site. @param sizes of the files, numbered from 0 */
  async fill(sizes: readonly number[]): Promise<void> {
    const path = this.path('files.ndjson');
    writeFileSync(path, '{"kind":"header","format":"content-service/site@1"}\n');
    for (const [n, bytes] of sizes.entries()) {
      const content = createContent(n, bytes);
      const source = join(await this.store.temporaryFolder(), toFileId(n));
      await writeFile(source, content);
      await this.store.put(fileKey(toFileId(n)), { path: source, bytes, type: 'image/jpeg' });
      appendFileSync(path, `${JSON.stringify(toLine(n, content))}\n`);
    }
    await this.json('import', path);
  }

  /** The numbers of the files whose bytes are in the folder as they were made. */
  async findComplete(sizes: readonly number[]): Promise<readonly number[]> {
    const complete: number[] = [];
    for (const [n, bytes] of sizes.entries()) {
      const content = await this.store.open(fileKey(toFileId(n)));
      if (content !== undefined && createContent(n, bytes).equals(await buffer(content))) complete.push(n);
    }
    return complete;
  }

  async remove(): Promise<void> {
    await this.database.remove();
    rmSync(this.folder, { recursive: true });
  }

  private async work<T>(task: (workplace: Workplace) => Promise<T>): Promise<T> {
    const workplace = new Workplace({
      ...{ DATABASE_URL: this.database.url, MIGRATE_ON_START: 'true', ...this.variables },
    });
    try {
      return await task(workplace);
    } finally {
      workplace.remove();
    }
  }
}

function toLine(n: number, content: Buffer): object {
  const [id, filename] = [toFileId(n), `picture ${n}.jpg`];
  const attributes = {
    ...{ filename, filemime: 'image/jpeg', filesize: content.length },
    uri: { value: `public://${id}/${filename}`, url: `/files/${id}/${encodeURIComponent(filename)}` },
    checksum: createHash('sha256').update(content).digest('hex'),
  };
  return { kind: 'entry', published: true, resource: { type: 'file--file', id, attributes } };
}
