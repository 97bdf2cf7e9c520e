import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FileKey, fileKey } from '../file-key.js';
import type { ByteRange, FileStore } from '../file.store.js';
import type { TestRunner } from './test-runner.js';

/** An empty place for files. */
export interface FileStoreFixture {
  /**
   * Creates a store over the place, as each process does and as one does again after a restart; all of them see the same
   * objects. A store whose place is its own memory is the same each time.
   */
  createStore(): FileStore | Promise<FileStore>;
  /** Removes the place with everything in it. All stores are closed before. */
  remove(): Promise<void> | void;
}

/** What the tests use: stores over the place of the present test. */
export interface StoreContext {
  /** The first store. */
  readonly store: FileStore;
  /** Another one, over the same place. */
  createStore(): Promise<FileStore>;
}

export function createContext(
  createFixture: () => FileStoreFixture | Promise<FileStoreFixture>,
  { beforeEach, afterEach }: TestRunner,
): StoreContext {
  let fixture: FileStoreFixture;
  let stores: FileStore[] = [];
  const createStore = async (): Promise<FileStore> => {
    const store = await fixture.createStore();
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    fixture = await createFixture();
    await createStore();
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
    await fixture.remove();
  });
  return {
    get store() {
      const [first] = stores;
      assert(first !== undefined, 'The fixture has no store.');
      return first;
    },
    createStore,
  };
}

/** The key of a new file. */
export function createKey(): FileKey {
  return fileKey(randomUUID());
}

/** Writes bytes to a temporary file of a store. @returns its path */
export async function writeSource(store: FileStore, content: Uint8Array): Promise<string> {
  const path = join(await store.temporaryFolder(), randomUUID());
  await writeFile(path, content);
  return path;
}

/** Stores bytes, whose file must be gone afterwards. */
export async function put(store: FileStore, key: FileKey, content: Uint8Array | string): Promise<void> {
  const bytes = Buffer.from(content);
  const path = await writeSource(store, bytes);
  await store.put(key, { path, bytes: bytes.length, type: 'application/octet-stream' });
  assert.equal(existsSync(path), false, 'The source file is still there.');
}

/** Reads an object, or a part of it, to its end. */
export async function read(store: FileStore, key: FileKey, range?: ByteRange): Promise<Buffer | undefined> {
  const stream = await store.open(key, range);
  return stream && (await buffer(stream));
}

export async function readText(
  store: FileStore,
  key: FileKey,
  range?: ByteRange,
): Promise<string | undefined> {
  return (await read(store, key, range))?.toString('latin1');
}

export function createBytes(length: number): Buffer {
  return randomBytes(length);
}

/** All keys of a store, by pages. */
export async function listAll(store: FileStore, limit: number): Promise<readonly FileKey[]> {
  const keys: FileKey[] = [];
  for (;;) {
    const page = await store.list(keys.at(-1), limit);
    assert(page.length <= limit, `A page of ${limit} has ${page.length} objects.`);
    keys.push(...page.map(({ key }) => key));
    if (page.length < limit) return keys;
  }
}
