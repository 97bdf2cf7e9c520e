import assert from 'node:assert/strict';
import type { CacheScope, Storage } from '../storage.js';
import { apiClient } from './clients.conformance.js';
import { it } from './runner.js';
import { newId } from './sample.js';
import { TestBundle } from './test-bundle.js';
import { signingKey } from './signing-keys.conformance.js';

/** One change of each area. */
const CHANGES: Readonly<Record<CacheScope, (storage: Storage) => Promise<unknown>>> = {
  model: (storage) => new TestBundle(storage).put(),
  settings: async ({ siteSettings }) => {
    const { values, version } = await siteSettings.load();
    return siteSettings.save(values, version);
  },
  clients: ({ clients }) => clients.insert(apiClient()),
  revocations: ({ revocations }) =>
    revocations.append([{ subject: 'client', id: newId(), notBefore: 1, until: 2_000_000_000 }]),
  keys: async ({ signingKeys }) => {
    const kids = (await signingKeys.list()).map(({ kid }) => kid);
    return signingKeys.replace([signingKey()], kids);
  },
};

/** Numbers by which every process notices what others changed. */
export function generations(storage: () => Storage): void {
  for (const [area, change] of Object.entries(CHANGES))
    it(`rises with a change of ${area}, and no other does`, async () => {
      const before = await storage().generations();

      await change(storage());

      const after = await storage().generations();
      const risen = Object.keys(CHANGES).filter((name) => numbers(after)[name] !== numbers(before)[name]);
      assert.deepEqual(risen, [area]);
      assert.ok((numbers(after)[area] ?? 0) > (numbers(before)[area] ?? 0));
    });

  it('rises with an update and a deletion of a client, not with its use', async () => {
    const client = apiClient();
    await storage().clients.insert(client);
    const steps = [
      () => storage().clients.touch(client.id, 1_700_000_500),
      () => storage().clients.update({ ...client, label: 'B', version: 2 }, 1),
      () => storage().clients.delete(client.id),
    ];

    const risen: boolean[] = [];
    for (const step of steps) {
      const { clients } = await storage().generations();
      await step();
      risen.push((await storage().generations()).clients > clients);
    }

    assert.deepEqual(risen, [false, true, true]);
  });
}

function numbers(generations: object): Readonly<Record<string, number>> {
  return { ...generations };
}
