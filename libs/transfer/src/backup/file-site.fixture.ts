import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator, toFileUri } from '@content-service/entries';
import { fileKey, type FileStore, MemoryFileStore } from '@content-service/files';
import { FakeClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { createImporter, HEADER, toUuid } from '../site-package/site-package.fixture.js';

/** A line of a site package for a file. */
export function toFileLine(n: number, content: Buffer | string, attributes: object = {}): object {
  const [id, filename] = [toUuid(n), `picture ${n}.jpg`];
  return {
    kind: 'entry',
    published: true,
    resource: {
      type: 'file--file',
      id,
      attributes: {
        filename,
        uri: toFileUri(id, filename),
        filemime: 'image/jpeg',
        filesize: Buffer.byteLength(content),
        checksum: createHash('sha256').update(content).digest('hex'),
        ...attributes,
      },
    },
  };
}

export async function putBytes(store: FileStore, n: number, content: Buffer | string): Promise<void> {
  const path = join(await store.temporaryFolder(), `${n}`);
  await writeFile(path, content);
  await store.put(fileKey(toUuid(n)), { path, bytes: Buffer.byteLength(content), type: 'image/jpeg' });
}

/** @returns `undefined` without bytes */
export async function readBytes(store: FileStore, n: number): Promise<string | undefined> {
  const content = await store.open(fileKey(toUuid(n)));
  return content && (await buffer(content)).toString();
}

/** A site of files with these contents, numbered from 1. */
export async function createFileSite(
  contents: readonly string[],
  store: FileStore = new MemoryFileStore(),
): Promise<{ readonly storage: Storage; readonly store: FileStore }> {
  const storage = new RecordStorage(new MemoryRecordStore());
  const clock = new FakeClock();
  const models = new ContentModelService(storage.bundles);
  const importer = createImporter(storage, models, new MonotonicPositionGenerator(clock), clock);
  const lines = [HEADER, ...contents.map((content, n) => toFileLine(n + 1, content))];
  const { problems } = await importer.import(lines.map((line) => JSON.stringify(line)));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  for (const [n, content] of contents.entries()) await putBytes(store, n + 1, content);
  return { storage, store };
}
