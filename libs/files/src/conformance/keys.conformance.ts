import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { derivativeKey, type FileKey, fileKey, FileKeyInvalid } from '../file-key.js';
import {
  createBytes,
  createKey,
  listAll,
  put,
  readText,
  type StoreContext,
  writeSource,
} from './file-store-fixture.js';
import type { TestRunner } from './test-runner.js';

const ID = '0190163d-8694-739b-aea5-966c26f8ad8e';

/** Texts that no function makes a key of, and that must not reach a path or an address. */
const HOSTILE: readonly string[] = [
  ...['', '.', '..', '/', 'files', 'files/', 'files/8e', `files/8e/`, ID, `/files/8e/${ID}`],
  ...[`files/8e/../8e/${ID}`, `files/8e/${ID}/..`, '../../etc/passwd', '/etc/passwd', `files/8f/${ID}`],
  ...[`files/8e/${ID}\0`, `files/8e/${ID}\n`, `files\\8e\\${ID}`, `files/8e/${ID.toUpperCase()}`],
  ...[`files/8e/${ID}?x=1`, `files/8e/${ID}#x`, `files/8e/%2e%2e`, `files/8e/${ID}/large-00000000.webp`],
  ...[`styles/8e/${ID}/../../${ID}`, `styles/8e/${ID}/.webp`, `styles/8e/${ID}/../x-00000000.webp`],
  ...[`styles/8e/${ID}/a/b-00000000.webp`, `styles/8e/${ID}/${'a'.repeat(300)}-00000000.webp`, 'temporary/x'],
];

/** Which objects there are. */
export function describeKeys(context: StoreContext, { it }: TestRunner): void {
  it('lists objects in the order of their keys, by pages', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const derivatives = ids
      .slice(0, 4)
      .flatMap((id) =>
        ['large', 'square', 'large-2'].map((style) =>
          derivativeKey(id, { style, version: '0123abcd', extension: 'webp' }),
        ),
      );
    const keys = [...ids.map(fileKey), ...derivatives];
    for (const key of keys) await put(context.store, key, key);

    for (const limit of [1, 5, 24, 1000]) assert.deepEqual(await listAll(context.store, limit), keys.sort());

    const [first] = await context.store.list(keys[3], 1);
    assert.deepEqual([first?.key, first?.bytes], [keys[4], keys[4]?.length]);
  });

  it('lists behind a key whose object is gone, and nothing behind the last one', async () => {
    const [first, second, third] = [createKey(), createKey(), createKey()].sort() as [
      FileKey,
      FileKey,
      FileKey,
    ];
    for (const key of [first, second, third]) await put(context.store, key, 'x');
    await context.store.remove([second]);

    const behind = await context.store.list(second, 10);

    assert.deepEqual(
      behind.map(({ key }) => key),
      [third],
    );
    assert.deepEqual(await context.store.list(third, 10), []);
  });

  it('lists nothing of an empty place', async () => {
    assert.deepEqual(await context.store.list(undefined, 10), []);
    assert.deepEqual(await context.store.list(createKey(), 10), []);
  });

  it('refuses a page without a limit, or with one above 1000', async () => {
    for (const limit of [0, -1, 1.5, 1001, Number.NaN])
      await assert.rejects(context.store.list(undefined, limit), RangeError);
  });

  it('does not list files that were not put', async () => {
    await writeSource(context.store, createBytes(10));

    assert.deepEqual(await context.store.list(undefined, 10), []);
  });

  it('removes many objects, passes over missing ones, and can do so again', async () => {
    const keys = Array.from({ length: 20 }, createKey);
    const derivative = derivativeKey(ID, { style: 'large', version: '0123abcd', extension: 'webp' });
    const kept = createKey();
    for (const key of [...keys.slice(0, 10), derivative, kept]) await put(context.store, key, 'x');

    for (let times = 0; times < 2; times += 1) await context.store.remove([...keys, derivative]);
    await context.store.remove([]);

    assert.deepEqual(await listAll(context.store, 1000), [kept]);
    for (const key of [...keys, derivative]) assert.equal(await context.store.stat(key), undefined);
  });

  it('stores an object again that was removed', async () => {
    const key = createKey();
    await put(context.store, key, 'first');
    await context.store.remove([key]);

    await put(context.store, key, 'second');

    assert.equal(await readText(context.store, key), 'second');
  });

  it('refuses keys that no function has made, by every method', async () => {
    const { store } = context;
    const kept = createKey();
    await put(store, kept, 'x');

    for (const key of HOSTILE as readonly FileKey[]) {
      const path = await writeSource(store, createBytes(1));
      await assert.rejects(store.put(key, { path, bytes: 1, type: 'text/plain' }), FileKeyInvalid, key);
      await assert.rejects(store.open(key), FileKeyInvalid, key);
      await assert.rejects(store.stat(key), FileKeyInvalid, key);
      await assert.rejects(store.remove([kept, key]), FileKeyInvalid, key);
      await assert.rejects(store.list(key, 1), FileKeyInvalid, key);
    }

    assert.deepEqual(await listAll(store, 1000), [kept]);
  });
}
