import assert from 'node:assert/strict';
import { newKey, put, read, type Suite } from './suite.js';

export const VERSIONS: Suite = {
  'returns a record as it was put, and nothing for a key without one': async (store) => {
    const key = newKey();
    const value = { text: 'é"\\\n😀\u2028', list: [1, 0.5, -1e21, null, true], object: { a: {} } };

    assert.equal(await store.write([put(key, value)]), true);

    assert.deepEqual((await store.get(key))?.value, value);
    assert.equal((await store.get(key))?.key, key);
    assert.equal(await store.get(newKey()), undefined);
  },

  'puts only over the expected version, and a new record only where there is none': async (store) => {
    const key = newKey();
    await store.write([put(key, { n: 1 })]);
    const first = await read(store, key);
    await store.write([put(key, { n: 2 }, first.version)]);

    assert.equal(await store.write([put(key, { n: 3 }, first.version)]), false);
    assert.equal(await store.write([put(key, { n: 4 })]), false);
    assert.equal(await store.write([put(newKey(), { n: 5 }, first.version)]), false);

    const second = await read(store, key);
    assert.deepEqual(second.value, { n: 2 });
    assert.notEqual(second.version, first.version);
  },

  'never gives a version again, not even after a deletion': async (store) => {
    const key = newKey();
    const versions = new Set<number>();
    for (let n = 0; n < 3; n += 1) {
      await store.write([put(key, { n: 1 })]);
      const { version } = await read(store, key);
      versions.add(version);
      await store.write([{ kind: 'delete', key, expectedVersion: version }]);
    }

    assert.equal(versions.size, 3);
    assert.ok([...versions].every((version) => Number.isSafeInteger(version) && version > 0));
    assert.equal(await store.get(key), undefined);
  },

  'deletes only the expected version': async (store) => {
    const key = newKey();
    await store.write([put(key, {})]);
    const { version } = await read(store, key);

    assert.equal(await store.write([{ kind: 'delete', key, expectedVersion: version + 1 }]), false);
    assert.equal(await store.write([{ kind: 'delete', key, expectedVersion: version }]), true);
    assert.equal(await store.write([{ kind: 'delete', key, expectedVersion: version }]), false);
  },
};

export const LIFECYCLE: Suite = {
  'never gives a version again, not even after it was closed and opened, if it is durable': async (store) => {
    if (!store.durable) return;
    const key = newKey();
    const versions: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await store.close();
      await store.open();
      await store.write([put(key, { n })]);
      const { version } = await read(store, key);
      versions.push(version);
      await store.write([{ kind: 'delete', key, expectedVersion: version }]);
    }

    assert.equal(new Set(versions).size, versions.length, `The versions are ${versions.join(', ')}.`);
  },

  'keeps its records when it is closed and opened again, if it is durable': async (store) => {
    if (!store.durable) return;
    const key = newKey();
    await store.write([put(key, { n: 1 })]);
    const before = await read(store, key);

    await store.close();
    await store.open();

    assert.deepEqual(await store.get(key), before);
    assert.equal(await store.write([put(key, { n: 2 }, before.version)]), true);
    assert.notEqual((await read(store, key)).version, before.version);
  },
};
