import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rmdir, symlink } from 'node:fs/promises';
import { SourceFileUnusable } from '../file-store.errors.js';
import type { ByteRange } from '../file.store.js';
import {
  createBytes,
  createKey,
  put,
  read,
  readText,
  type StoreContext,
  writeSource,
} from './file-store-fixture.js';
import type { TestRunner } from './test-runner.js';

/** More than the parts in which streams read. */
const LARGE = 5 * 1024 * 1024 + 17;
const TYPE = 'application/octet-stream';

const RANGES: readonly (readonly [string, ByteRange, string])[] = [
  ['the first byte', { first: 0, last: 0 }, 'a'],
  ['the last byte', { first: 9, last: 9 }, 'j'],
  ['bytes in the middle', { first: 3, last: 6 }, 'defg'],
  ['everything', { first: 0, last: 9 }, 'abcdefghij'],
  ['to behind the end', { first: 8, last: 999 }, 'ij'],
  ['behind the end', { first: 10, last: 10 }, ''],
  ['far behind the end', { first: 1000, last: 2000 }, ''],
];

const IMPOSSIBLE: readonly ByteRange[] = [
  { first: 5, last: 4 },
  { first: -1, last: 4 },
  { first: 0, last: 1.5 },
  { first: Number.NaN, last: 4 },
  { first: 0, last: Number.POSITIVE_INFINITY },
];

/** Objects are whole, and parts of them exact. */
export function describeBytes(context: StoreContext, { it }: TestRunner): void {
  it('gives the bytes that were stored, and takes the file over', async () => {
    const key = createKey();
    const content = createBytes(LARGE);

    await put(context.store, key, content);

    assert(content.equals((await read(context.store, key)) ?? Buffer.alloc(0)));
    assert.equal((await context.store.stat(key))?.bytes, LARGE);
  });

  it('stores an object without bytes', async () => {
    const key = createKey();

    await put(context.store, key, '');

    assert.equal(await readText(context.store, key), '');
    assert.equal(await readText(context.store, key, { first: 0, last: 0 }), '');
    assert.equal((await context.store.stat(key))?.bytes, 0);
  });

  it('knows when an object was stored, in whole seconds', async () => {
    const key = createKey();

    await put(context.store, key, 'x');

    const { storedAt } = (await context.store.stat(key)) ?? {};
    const [listed] = await context.store.list(undefined, 1);
    assert(Number.isSafeInteger(storedAt) && Number(storedAt) > 1_000_000_000);
    assert.deepEqual(listed, { key, bytes: 1, storedAt });
  });

  it('replaces an object as a whole', async () => {
    const key = createKey();
    await put(context.store, key, 'a longer text');

    await put(context.store, key, 'short');

    assert.equal(await readText(context.store, key), 'short');
    assert.equal((await context.store.stat(key))?.bytes, 5);
  });

  for (const [name, range, expected] of RANGES)
    it(`reads ${name} of an object: ${range.first} to ${range.last}`, async () => {
      const key = createKey();
      await put(context.store, key, 'abcdefghij');

      assert.equal(await readText(context.store, key, range), expected);
    });

  it('reads a part of a large object', async () => {
    const key = createKey();
    const content = createBytes(LARGE);
    await put(context.store, key, content);

    const part = await read(context.store, key, { first: 65_535, last: 3_000_000 });

    assert(content.subarray(65_535, 3_000_001).equals(part ?? Buffer.alloc(0)));
  });

  it('refuses a range without a first or a last byte', async () => {
    const key = createKey();
    await put(context.store, key, 'abcdefghij');

    for (const range of IMPOSSIBLE) await assert.rejects(context.store.open(key, range), RangeError);
  });

  it('gives no object that is not there', async () => {
    const key = createKey();

    assert.equal(await context.store.open(key), undefined);
    assert.equal(await context.store.open(key, { first: 0, last: 0 }), undefined);
    assert.equal(await context.store.stat(key), undefined);
  });

  for (const [name, announced] of [
    ['shorter', 11],
    ['longer', 9],
  ] as const)
    it(`stores nothing of a file that is ${name} than announced, and leaves the object that was there`, async () => {
      const [replaced, other] = [createKey(), createKey()];
      await put(context.store, replaced, 'before');

      for (const key of [replaced, other]) {
        const path = await writeSource(context.store, createBytes(10));
        const promise = context.store.put(key, { path, bytes: announced, type: TYPE });
        await assert.rejects(promise, SourceFileUnusable);
        assert.equal(existsSync(path), false, 'The source file is still there.');
      }

      assert.equal(await readText(context.store, replaced), 'before');
      assert.equal(await context.store.stat(other), undefined);
    });

  it('stores nothing of a file that is missing, a folder or a symbolic link', async () => {
    const key = createKey();
    const [missing, folder, link, target] = (await Promise.all(
      [1, 2, 3, 4].map(() => writeSource(context.store, createBytes(4))),
    )) as [string, string, string, string];
    await context.store.put(createKey(), { path: missing, bytes: 4, type: TYPE });
    await context.store.put(createKey(), { path: folder, bytes: 4, type: TYPE });
    await context.store.put(createKey(), { path: link, bytes: 4, type: TYPE });
    await mkdir(folder);
    await symlink(target, link);

    for (const path of [missing, folder, link])
      await assert.rejects(context.store.put(key, { path, bytes: 4, type: TYPE }), SourceFileUnusable);

    assert.equal(await context.store.stat(key), undefined);
    assert(existsSync(target), 'The target of a link was taken.');
    await rmdir(folder);
  });

  it('reads on after a stream was destroyed', async () => {
    const key = createKey();
    const content = createBytes(LARGE);
    await put(context.store, key, content);

    const stream = await context.store.open(key);
    assert(stream !== undefined);
    await once(stream, 'readable');
    stream.destroy();

    assert(content.equals((await read(context.store, key)) ?? Buffer.alloc(0)));
  });
}
