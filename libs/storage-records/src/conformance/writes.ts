import assert from 'node:assert/strict';
import type { RecordWrite } from '../record.store.js';
import { newKey, put, read, type Suite } from './suite.js';

const PARALLEL = 20;
const RACES = 20;

export const WRITES: Suite = {
  'makes all writes or none': async (store) => {
    const [present, other] = [newKey(), newKey()];
    await store.write([put(present, { n: 1 })]);

    assert.equal(await store.write([put(other, {}), put(present, { n: 2 })]), false);

    assert.equal(await store.get(other), undefined);
    assert.deepEqual((await read(store, present)).value, { n: 1 });
  },

  'writes only while a checked record is unchanged, or absent': async (store) => {
    const [checked, absent, key] = [newKey(), newKey(), newKey()];
    await store.write([put(checked, { n: 1 })]);
    const { version } = await read(store, checked);
    const checks: RecordWrite[] = [
      { kind: 'check', key: checked, expectedVersion: version },
      { kind: 'check', key: absent, expectedVersion: 0 },
    ];
    assert.equal(await store.write([...checks, put(key, {})]), true);
    assert.equal((await read(store, checked)).version, version);

    await store.write([put(checked, { n: 2 }, version)]);
    assert.equal(await store.write([...checks, put(newKey(), {})]), false);
    await store.write([put(absent, {})]);
    assert.equal(await store.write([...checks.slice(1), put(newKey(), {})]), false);
  },

  'of parallel writes that expect the same version one succeeds': async (store) => {
    for (let n = 0; n < RACES; n += 1) {
      const [key, ...others] = Array.from({ length: PARALLEL + 1 }, newKey);
      const won = await Promise.all(
        others.map((other) => store.write([put(key ?? '', { winner: other }), put(other, {})])),
      );

      assert.equal(won.filter(Boolean).length, 1);
      const winner = others[won.indexOf(true)];
      assert.deepEqual((await read(store, key ?? '')).value, { winner });
      assert.equal((await Promise.all(others.map((other) => store.get(other)))).filter(Boolean).length, 1);
    }
  },

  'of two parallel writes that each check what the other changes at most one succeeds': async (store) => {
    for (let n = 0; n < RACES; n += 1) {
      const [a, b] = [newKey(), newKey()];
      const won = await Promise.all([
        store.write([put(a, {}), { kind: 'check', key: b, expectedVersion: 0 }]),
        store.write([put(b, {}), { kind: 'check', key: a, expectedVersion: 0 }]),
      ]);
      assert.ok(won.filter(Boolean).length < 2);
    }
  },

  'loses no increment of parallel writers that try again': async (store) => {
    const key = newKey();
    await store.write([put(key, { n: 0 })]);
    const increment = async (): Promise<void> => {
      for (let isWritten = false; !isWritten;) {
        const { value, version } = await read(store, key);
        isWritten = await store.write([put(key, { n: Number(value['n']) + 1 }, version)]);
      }
    };

    await Promise.all(Array.from({ length: PARALLEL }, increment));

    assert.deepEqual((await read(store, key)).value, { n: PARALLEL });
  },

  'writes several hundred records at once, and values of a megabyte': async (store) => {
    const prefix = newKey();
    const writes = Array.from({ length: 400 }, (_, n) => put(`${prefix}/${n}`, { n }));
    const large = { text: 'x'.repeat(1_000_000) };

    assert.equal(await store.write([...writes, put(prefix, large)]), true);

    assert.equal((await store.list({ prefix: `${prefix}/`, limit: 1000 })).length, 400);
    assert.deepEqual((await read(store, prefix)).value, large);
  },
};
