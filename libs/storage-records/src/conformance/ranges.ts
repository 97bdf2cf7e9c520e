import assert from 'node:assert/strict';
import type { RecordRange, RecordStore } from '../record.store.js';
import { newKey, put, type Suite } from './suite.js';

export const RANGES: Suite = {
  'lists the records of a prefix in the order of the bytes of their keys': async (store) => {
    const prefix = newKey();
    const last = '\u{10ffff}';
    const names = [
      '',
      ' ',
      '/',
      '0',
      '00',
      'A',
      'Z',
      'a',
      'é',
      '\uFF5E',
      '😀',
      'x'.repeat(900),
      last,
      last + last,
    ];
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

  'lists no record outside of the prefix, wherever the key is that it continues behind': async (store) => {
    const parent = `${newKey()}/`;
    const prefix = `${parent}m/`;
    const names = ['a', 'b', 'c'];
    for (const name of names) await store.write([put(prefix + name, { name })]);
    for (const other of ['a', 'l/z', 'm', 'm.', 'm0', 'n/a', 'z'])
      await store.write([put(parent + other, { name: `outside of the prefix: ${other}` })]);
    const list = (after: string, reverse = false): Promise<unknown[]> =>
      listNames(store, { prefix, after: parent + after, limit: 10, reverse });

    assert.deepEqual(await list('m/b'), ['c']);
    assert.deepEqual(await list('m/c'), []);
    assert.deepEqual(await list('m/b', true), ['a']);
    assert.deepEqual(await list('m/a', true), []);
    assert.deepEqual(await list('b'), names);
    assert.deepEqual(await list('n'), []);
    assert.deepEqual(await list('n', true), names.toReversed());
    assert.deepEqual(await list('b', true), []);
  },

  'lists what was written before the call, with versions that can be expected': async (store) => {
    const prefix = `${newKey()}/`;
    await store.write([put(`${prefix}a`, { name: 'a' })]);
    const [record] = await store.list({ prefix, limit: 1 });

    assert.deepEqual(record, await store.get(`${prefix}a`));
    assert.equal(await store.write([put(`${prefix}a`, {}, record?.version)]), true);
  },
};

async function listNames(store: RecordStore, range: RecordRange): Promise<unknown[]> {
  return (await store.list(range)).map(({ value }) => value['name']);
}

function sortBytewise(names: readonly string[]): string[] {
  return [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
