import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordRange, RecordStore, StoredRecord } from '../record.store.js';
import { newKey, put, type Suite } from './suite.js';

export const ATOMICITY: Suite = {
  'shows all writes of a call, or none of them, to parallel readers': async (store) => {
    const range = { prefix: `${newKey()}/`, limit: 10 };
    const names = ['a', 'b', 'c', 'd'];

    await listDuringWrites(store, range, names, (records) => {
      assert.deepEqual(
        records.map(({ value }) => value),
        names.map(() => records[0]?.value),
      );
    });
  },

  'lists records of one point in time, however many they are': async (store) => {
    const prefix = `${newKey()}/`;
    const between = Array.from({ length: BETWEEN }, (_, n) => put(`${prefix}m${n}`, {}));
    for (let n = 0; n < BETWEEN; n += BATCH) await store.write(between.slice(n, n + BATCH));

    for (const reverse of [false, true])
      await listDuringWrites(store, { prefix, limit: 2 * BETWEEN, reverse }, ['a', 'z'], (records) => {
        assert.equal(records.length, BETWEEN + 2);
        assert.deepEqual(records[0]?.value, records.at(-1)?.value);
      });
  },
};

/** More records than an adapter reads at once. */
const BETWEEN = 1600;
const BATCH = 400;
const ROUNDS = 30;

/**
 * Gives records the same value, again and again, each time by one call, and lists a range meanwhile.
 *
 * @param names those of the records, below the prefix of the range
 * @param verify is called with each list
 */
async function listDuringWrites(
  store: RecordStore,
  range: RecordRange,
  names: readonly string[],
  verify: (records: readonly StoredRecord[]) => void,
): Promise<void> {
  const keys = names.map((name) => range.prefix + name);
  const write = async (n: number): Promise<void> => {
    const present = await Promise.all(keys.map((key) => store.get(key)));
    const writes = keys.map((key, at) => put(key, { n }, present[at]?.version));
    assert.equal(await store.write(writes), true);
  };
  await write(0);
  let isWriting = true;
  const writeAll = async (): Promise<void> => {
    for (let n = 1; n <= ROUNDS; n += 1) await write(n);
  };
  const listAll = async (): Promise<void> => {
    while (isWriting) {
      verify(await store.list(range));
      await nextTurn();
    }
  };
  const writing = writeAll().finally(() => {
    isWriting = false;
  });
  const ended = await Promise.allSettled([writing, listAll(), listAll()]);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
