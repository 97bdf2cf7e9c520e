import { FakeClock } from '@content-service/kernel';
import { createBytes, createKey, put } from './conformance/file-store-fixture.js';
import { describeFileStore } from './conformance/index.js';
import { FileStoreFull } from './file-store.errors.js';
import { MemoryFileStore } from './memory-file.store.js';

describeFileStore('MemoryFileStore', () => {
  const store = new MemoryFileStore();
  return { createStore: () => store, remove: () => undefined };
});

describe('MemoryFileStore with a maximum', () => {
  it('refuses what is above it, and takes as much again after objects were removed or replaced', async () => {
    const store = new MemoryFileStore(new FakeClock(), 100);
    const [first, second] = [createKey(), createKey()];
    await put(store, first, createBytes(60));

    await expect(put(store, second, createBytes(41))).rejects.toThrow(FileStoreFull);
    expect(await store.stat(second)).toBeUndefined();
    await put(store, second, createBytes(40));
    await put(store, second, createBytes(39));
    await store.remove([first]);
    await put(store, first, createBytes(61));

    expect(await store.stat(first)).toEqual({ bytes: 61, storedAt: new FakeClock().now() });
    await store.close();
  });
});
