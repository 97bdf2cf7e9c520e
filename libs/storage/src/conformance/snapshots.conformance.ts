import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, storeEntries, update } from './sample.js';

export function snapshots(storage: () => Storage): void {
  it('a snapshot has what is stored, and returns the result of the reader', async () => {
    const entry = createSampleEntry('node--article', { attributes: { title: 'Stored' } });
    await storeEntries(storage(), entry);

    const read = await storage().readSnapshot(async (snapshot) => ({
      found: (await snapshot.entries.getMany([entry.id])).get(entry.id)?.attributes['title'],
      model: await snapshot.bundles.load(),
      clients: await snapshot.clients.list(),
    }));

    assert.equal(read.found, 'Stored');
    assert.deepEqual(read.model, await storage().bundles.load());
    assert.deepEqual(read.clients, await storage().clients.list());
  });

  it('a snapshot does not see later writes, if the capabilities of the storage say snapshots', async () => {
    if (!storage().entries.capabilities.snapshots) return;
    const type = 'node--article';
    const [entry, later] = [createSampleEntry(type), createSampleEntry(type)];
    const selection = { type, publishedOnly: false };
    await storeEntries(storage(), entry);

    await storage().readSnapshot(async ({ entries }) => {
      const before = await entries.count(selection);
      await storage().entries.apply([update(editSample(entry, { attributes: { title: 'Changed' } }))]);
      await storeEntries(storage(), later);

      const found = await entries.getMany([entry.id, later.id]);
      assert.deepEqual([...found.keys()], [entry.id]);
      assert.equal(found.get(entry.id)?.version, entry.version);
      assert.equal(await entries.count(selection), before);
    });

    assert.equal((await storage().entries.getMany([later.id])).size, 1);
  });

  it('an error of the reader ends the snapshot and is thrown', async () => {
    await assert.rejects(
      storage().readSnapshot(() => Promise.reject(new Error('The reader fails.'))),
      /^Error: The reader fails\.$/,
    );

    assert.equal(await storage().readSnapshot(() => Promise.resolve('again')), 'again');
  });

  it('is not empty with content', async () => {
    await storeEntries(storage(), createSampleEntry('node--article'));

    assert.equal(await storage().isEmpty(), false);
  });
}
