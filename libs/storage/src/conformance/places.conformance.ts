import assert from 'node:assert/strict';
import type { Entry, Place, SeekQuery } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { edited, remove, update } from './sample.js';
import { field, Shelf } from './shelf.js';
import { walk } from './walks.js';

/** What others do to the entries meanwhile. */
export function places(storage: () => Storage): void {
  it('neither repeats nor loses an entry when others insert and delete between two steps', async () => {
    const shelf = await shelfOf(storage(), ['b', 'd', 'f', 'h']);
    const { places } = await storage().entries.seek({ ...orderedBy('title', shelf), limit: 2 });
    await shelf.add({ title: 'a' }, { title: 'c' }, { title: 'e' }, { title: 'z' });
    await storage().entries.apply((await entriesAt(storage(), places.slice(0, 1))).map(remove));

    const rest = await walk(storage(), orderedBy('title', shelf), 'after', places.at(-1));

    assert.deepEqual(await titles(storage(), rest), ['e', 'f', 'h', 'z']);
  });

  it('a place stays where it was when its entry is deleted or sorts elsewhere now', async () => {
    const shelf = await shelfOf(storage(), ['a', 'b', 'c', 'd', 'e']);
    const order = await walk(storage(), orderedBy('title', shelf), 'after');
    const [gone, moved] = [order.slice(1, 2), order.slice(3, 4)];
    await storage().entries.apply([
      ...(await entriesAt(storage(), gone)).map(remove),
      ...(await entriesAt(storage(), moved)).map((entry) =>
        update(edited(entry, { attributes: { title: 'zz' } })),
      ),
    ]);

    const titlesFrom = async (direction: 'after' | 'before', [place]: readonly Place[]): Promise<unknown[]> =>
      titles(storage(), await walk(storage(), orderedBy('title', shelf), direction, place));

    assert.deepEqual(await titlesFrom('after', gone), ['c', 'e', 'zz']);
    assert.deepEqual(await titlesFrom('before', gone), ['a']);
    assert.deepEqual(await titlesFrom('after', moved), ['e', 'zz']);
  });

  it('tells numbers apart that differ in the last of many digits', async () => {
    const shelf = new Shelf(storage());
    await shelf.put(field('decimal', { settings: { precision: 18, scale: 2 } }), field('float'));
    const numbers = ['9007199254740993.01', '9007199254740993.02', '9007199254740993.03', '-0.01'];
    const floats = [0.1, 0.30000000000000004, 0.3, 1e300];
    await shelf.add(
      ...numbers.map((number, n) => ({
        title: String(n),
        field_decimal: number,
        field_float: floats[n] ?? null,
      })),
    );

    for (const name of ['field_decimal', 'field_float']) {
      const order = await walk(storage(), orderedBy(name, shelf), 'after');
      for (const [n, place] of order.entries()) {
        const rest = await walk(storage(), orderedBy(name, shelf), 'after', place);
        assert.deepEqual(rest, order.slice(n + 1));
      }
      assert.equal(order.length, numbers.length);
    }
  });
}

async function shelfOf(storage: Storage, names: readonly string[]): Promise<Shelf> {
  const shelf = new Shelf(storage);
  await shelf.put();
  await shelf.add(...names.map((title) => ({ title })));
  return shelf;
}

function orderedBy(name: string, shelf: Shelf): Omit<SeekQuery, 'limit' | 'from'> {
  return { type: shelf.type, publishedOnly: false, sort: [shelf.sort(name)] };
}

async function titles(storage: Storage, places: readonly Place[]): Promise<unknown[]> {
  return (await entriesAt(storage, places)).map(({ attributes }) => attributes['title']);
}

async function entriesAt({ entries }: Storage, places: readonly Place[]): Promise<Entry[]> {
  const found = await entries.getMany(places.map(({ id }) => id));
  return places.map(({ id }) => found.get(id)).filter((entry) => entry !== undefined);
}
