import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { FileStore } from '../file.store.js';
import {
  createBytes,
  createKey,
  listAll,
  put,
  read,
  readText,
  type StoreContext,
} from './file-store-fixture.js';
import type { TestRunner } from './test-runner.js';

const SIZE = 1024 * 1024;
const WRITERS = 8;

/** Several processes, and readers at the same time. */
export function describeSharing(context: StoreContext, { it }: TestRunner): void {
  it('has the objects after a restart', async () => {
    const key = createKey();
    await put(context.store, key, 'kept');
    await context.store.close();

    const restarted = await context.createStore();

    assert.equal(await readText(restarted, key), 'kept');
    assert.deepEqual(await listAll(restarted, 10), [key]);
  });

  it('shows what another process stores and removes', async () => {
    const other = await context.createStore();
    const [first, second] = [createKey(), createKey()];
    await put(context.store, first, 'first');
    await put(other, second, 'second');

    assert.equal(await readText(other, first), 'first');
    await other.remove([first]);

    assert.deepEqual(await listAll(context.store, 10), [second]);
  });

  it('has one whole object after several processes have stored it at the same time', async () => {
    const key = createKey();
    const contents = Array.from({ length: WRITERS }, (_, n) => createBytes(SIZE + n));
    const other = await context.createStore();

    await Promise.all(contents.map((content, n) => put(n % 2 === 0 ? context.store : other, key, content)));

    const found = await read(context.store, key);
    assertOneOf(contents, found);
    assert.equal((await context.store.stat(key))?.bytes, found?.length);
    assert.deepEqual(await listAll(context.store, 10), [key]);
  });

  it('never shows a part of an object while it is replaced', async () => {
    const key = createKey();
    const contents = Array.from({ length: WRITERS }, (_, n) => Buffer.alloc(SIZE, n));
    await put(context.store, key, contents[0] ?? '');
    const other = await context.createStore();

    await Promise.all([
      inTurn(contents, (content) => put(context.store, key, content)),
      inTurn([...contents, ...contents, ...contents], async () => {
        assertOneOf(contents, await read(other, key));
        await setImmediate();
      }),
    ]);

    assert(contents.at(-1)?.equals((await read(other, key)) ?? Buffer.alloc(0)));
  });

  it('stores and removes the same object at the same time without an error', async () => {
    const key = createKey();
    const other = await context.createStore();

    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await put(n % 2 === 0 ? context.store : other, key, 'x');
        await (n % 2 === 0 ? other : context.store).remove([key]);
      }),
    );

    await context.store.remove([key]);
    assert.equal(await context.store.stat(key), undefined);
  });

  for (const [name, change] of [
    ['replaced', (store: FileStore, key: ReturnType<typeof createKey>) => put(store, key, 'other')],
    ['removed', (store: FileStore, key: ReturnType<typeof createKey>) => store.remove([key])],
  ] as const)
    it(`ends a stream with its own bytes, or with an error, when its object is ${name}`, async () => {
      const key = createKey();
      const content = createBytes(SIZE);
      await put(context.store, key, content);
      const stream = await context.store.open(key);
      assert(stream !== undefined);

      await change(context.store, key);

      const found = await readOrFail(stream);
      assert(found === undefined || content.equals(found), 'The stream has other bytes.');
    });

  it('finds that objects can be stored, and leaves nothing of the check behind', async () => {
    await context.store.check();

    assert.deepEqual(await listAll(context.store, 10), []);
  });

  it('can be closed twice', async () => {
    await context.store.close();
    await context.store.close();
  });
}

function assertOneOf(contents: readonly Buffer[], found: Buffer | undefined): void {
  assert(
    contents.some((content) => content.equals(found ?? Buffer.alloc(0))),
    'The object is none that was put as a whole.',
  );
}

/** @returns `undefined` when the stream fails */
async function readOrFail(stream: Readable): Promise<Buffer | undefined> {
  try {
    return await buffer(stream);
  } catch {
    return undefined;
  }
}

async function inTurn<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await act(item);
}
