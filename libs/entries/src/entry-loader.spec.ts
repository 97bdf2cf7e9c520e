import type { Uuid } from '@content-service/kernel';
import { Entry } from './entry.js';
import { EntryLoader } from './entry-loader.js';

describe('EntryLoader', () => {
  const ids = Array.from(
    { length: 2000 },
    (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  );

  it('loads small entries in few batches', async () => {
    const store = new RecordingStore(100);

    const loaded = await new EntryLoader(store).load(ids);

    expect([loaded.size, store.batches]).toEqual([2000, [100, 1000, 900]]);
  });

  it('loads large entries in small batches', async () => {
    const store = new RecordingStore(200_000);

    await new EntryLoader(store).load(ids.slice(0, 150));

    expect(store.batches).toEqual([100, 20, 20, 10]);
  });

  it('stops at the batch that exceeds the maximum, over all its calls', async () => {
    const store = new RecordingStore(100_000);
    const loader = new EntryLoader(store, 12_000_000);
    await loader.load(ids.slice(0, 100));

    await expect(loader.load(ids.slice(100))).rejects.toMatchObject({ code: 'document_too_large' });

    expect(store.batches).toEqual([100, 40]);
  });
});

/** Answers with entries of a given number of characters and records the size of each batch. */
class RecordingStore {
  readonly batches: number[] = [];
  private readonly text: string;

  constructor(characters: number) {
    this.text = JSON.stringify({ title: 'x'.repeat(characters - '{"title":""}'.length) });
  }

  async getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    this.batches.push(ids.length);

    const metadata = {
      type: 'node--page',
      version: 1,
      published: true,
      created: 0,
      changed: 0,
      position: 1,
      modelVersion: 1,
    };
    return new Map(ids.map((id) => [id, Entry.stored({ id, ...metadata }, this.text, '{}')]));
  }
}
