import assert from 'node:assert/strict';
import type { Entry, KeysetPosition, KeysetQuery } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { editSample, remove, update } from './sample.js';
import { field, TestBundle } from './test-bundle.js';
import { walkPages } from './cursor-walks.js';

/** Changes between two pages. */
export function keysetStability(storage: () => Storage): void {
  it('neither repeats nor skips an entry when entries are inserted and deleted between two pages', async () => {
    const bundle = await createTestBundle(storage(), ['b', 'd', 'f', 'h']);
    const { positions } = await storage().entries.findPositions({
      ...buildKeysetQuery('title', bundle),
      limit: 2,
    });
    await bundle.add({ title: 'a' }, { title: 'c' }, { title: 'e' }, { title: 'z' });
    await storage().entries.apply((await loadEntries(storage(), positions.slice(0, 1))).map(remove));

    const rest = await walkPages(storage(), buildKeysetQuery('title', bundle), 'after', positions.at(-1));

    assert.deepEqual(await loadTitles(storage(), rest), ['e', 'f', 'h', 'z']);
  });

  it('a position stays valid when its entry is deleted or sorts differently', async () => {
    const bundle = await createTestBundle(storage(), ['a', 'b', 'c', 'd', 'e']);
    const order = await walkPages(storage(), buildKeysetQuery('title', bundle), 'after');
    const [gone, moved] = [order.slice(1, 2), order.slice(3, 4)];
    await storage().entries.apply([
      ...(await loadEntries(storage(), gone)).map(remove),
      ...(await loadEntries(storage(), moved)).map((entry) =>
        update(editSample(entry, { attributes: { title: 'zz' } })),
      ),
    ]);

    const findTitlesAfter = async (
      direction: 'after' | 'before',
      [position]: readonly KeysetPosition[],
    ): Promise<unknown[]> =>
      loadTitles(
        storage(),
        await walkPages(storage(), buildKeysetQuery('title', bundle), direction, position),
      );

    assert.deepEqual(await findTitlesAfter('after', gone), ['c', 'e', 'zz']);
    assert.deepEqual(await findTitlesAfter('before', gone), ['a']);
    assert.deepEqual(await findTitlesAfter('after', moved), ['e', 'zz']);
  });

  it('distinguishes numbers that differ in the last of many digits', async () => {
    const bundle = new TestBundle(storage());
    await bundle.put(field('decimal', { settings: { precision: 18, scale: 2 } }), field('float'));
    const numbers = ['9007199254740993.01', '9007199254740993.02', '9007199254740993.03', '-0.01'];
    const floats = [0.1, 0.30000000000000004, 0.3, 1e300];
    await bundle.add(
      ...numbers.map((number, n) => ({
        title: String(n),
        field_decimal: number,
        field_float: floats[n] ?? null,
      })),
    );

    for (const name of ['field_decimal', 'field_float']) {
      const order = await walkPages(storage(), buildKeysetQuery(name, bundle), 'after');
      for (const [n, position] of order.entries()) {
        const rest = await walkPages(storage(), buildKeysetQuery(name, bundle), 'after', position);
        assert.deepEqual(rest, order.slice(n + 1));
      }
      assert.equal(order.length, numbers.length);
    }
  });
}

async function createTestBundle(storage: Storage, names: readonly string[]): Promise<TestBundle> {
  const bundle = new TestBundle(storage);
  await bundle.put();
  await bundle.add(...names.map((title) => ({ title })));
  return bundle;
}

function buildKeysetQuery(name: string, bundle: TestBundle): Omit<KeysetQuery, 'limit' | 'bound'> {
  return { type: bundle.type, publishedOnly: false, sort: [bundle.sort(name)] };
}

async function loadTitles(storage: Storage, positions: readonly KeysetPosition[]): Promise<unknown[]> {
  return (await loadEntries(storage, positions)).map(({ attributes }) => attributes['title']);
}

async function loadEntries({ entries }: Storage, positions: readonly KeysetPosition[]): Promise<Entry[]> {
  const found = await entries.getMany(positions.map(({ id }) => id));
  return positions.map(({ id }) => found.get(id)).filter((entry) => entry !== undefined);
}
