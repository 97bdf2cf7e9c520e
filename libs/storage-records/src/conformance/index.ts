import assert from 'node:assert/strict';
import { UuidV7Generator } from '@content-service/kernel';
import type { TestRunner } from '@content-service/storage/conformance';
import type { RecordRange, RecordStore, RecordWrite, StoredRecord } from '../record.store.js';

const PARALLEL = 20;
const RACES = 20;
const ids = new UuidV7Generator();

/**
 * Defines the tests that every record store must pass, besides those of `describeStorage` for a storage over it.
 *
 * @param create creates an empty record store that is not open yet
 * @param runner the test functions; by default the globals of Jest or Vitest
 */
export function describeRecordStore(
  name: string,
  create: () => Promise<RecordStore> | RecordStore,
  runner: TestRunner = globalThis as unknown as TestRunner,
): void {
  const { describe, it, beforeAll, afterAll } = runner;
  describe(name, () => {
    let store: RecordStore;
    beforeAll(async () => {
      store = await create();
      await store.open();
    });
    afterAll(() => store.close());
    for (const [title, test] of Object.entries({ ...VERSIONS, ...WRITES, ...RANGES, ...LIFECYCLE }))
      it(title, () => test(store));
  });
}

type Suite = Readonly<Record<string, (store: RecordStore) => Promise<void>>>;

const VERSIONS: Suite = {
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

const WRITES: Suite = {
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

const RANGES: Suite = {
  'lists the records of a prefix in the order of the bytes of their keys': async (store) => {
    const prefix = newKey();
    const names = ['', ' ', '/', '0', '00', 'A', 'Z', 'a', 'é', '\uFF5E', '😀', 'x'.repeat(900)];
    for (const name of names.toReversed()) await store.write([put(`${prefix}/${name}`, { name })]);
    await store.write([put(`${prefix}0`, {}), put(`${prefix}.`, {}), put(prefix, {})]);

    assert.deepEqual(await listNames(store, { prefix: `${prefix}/`, limit: 50 }), sortBytewise(names));
    assert.deepEqual(
      await listNames(store, { prefix: `${prefix}/`, limit: 50, reverse: true }),
      sortBytewise(names).reverse(),
    );
  },

  'continues behind a key, which need not exist, in both directions': async (store) => {
    const prefix = `${newKey()}/`;
    for (const name of ['b', 'd', 'f', 'h']) await store.write([put(prefix + name, { name })]);
    const page = (after: string, reverse: boolean): Promise<unknown[]> =>
      listNames(store, { prefix, after: prefix + after, limit: 2, reverse });

    assert.deepEqual(await page('b', false), ['d', 'f']);
    assert.deepEqual(await page('e', false), ['f', 'h']);
    assert.deepEqual(await page('h', false), []);
    assert.deepEqual(await page('h', true), ['f', 'd']);
    assert.deepEqual(await page('c', true), ['b']);
    assert.deepEqual(await page('b', true), []);
  },

  'lists what was written before the call, with versions that can be expected': async (store) => {
    const prefix = `${newKey()}/`;
    await store.write([put(`${prefix}a`, { name: 'a' })]);
    const [record] = await store.list({ prefix, limit: 1 });

    assert.deepEqual(record, await store.get(`${prefix}a`));
    assert.equal(await store.write([put(`${prefix}a`, {}, record?.version)]), true);
  },
};

const LIFECYCLE: Suite = {
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

function newKey(): string {
  return `kit/${ids.next()}`;
}

function put(key: string, value: StoredRecord['value'], expectedVersion = 0): RecordWrite {
  return { kind: 'put', key, value, expectedVersion };
}

async function read(store: RecordStore, key: string): Promise<StoredRecord> {
  const record = await store.get(key);
  assert.ok(record !== undefined, `There is no record ${key}.`);
  return record;
}

async function listNames(store: RecordStore, range: RecordRange): Promise<unknown[]> {
  return (await store.list(range)).map(({ value }) => value['name']);
}

function sortBytewise(names: readonly string[]): string[] {
  return [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
