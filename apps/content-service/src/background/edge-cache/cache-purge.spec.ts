import { ContentModelService } from '@content-service/bundles';
import { Entry } from '@content-service/entries';
import { type AcquiredLease, SEQUENCER } from '@content-service/events';
import { UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { PURGE_CONSUMER } from '@content-service/site-jobs';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { CachePurge } from './cache-purge.js';
import { PurgeFailed } from './purge-drivers.js';

const EVERYTHING = ['model', 'settings'];
const ids = new UuidV7Generator();

let storage: Storage;
let now: number;
let purges: (readonly string[])[];
let failure: PurgeFailed | undefined;
let retries: number[];
let position = 0;
beforeEach(async () => {
  storage = new RecordStorage(new MemoryRecordStore());
  const article = { entityType: 'node', bundle: 'article', label: 'Article', fields: [] };
  await new ContentModelService(storage.bundles).put(article);
  now = 1_000_000;
  purges = [];
  failure = undefined;
  retries = [];
});

function createPurge(replicaLagMs?: number): CachePurge {
  return new CachePurge(storage.events, storage.eventConsumers, storage, {
    purge: (tags) => {
      if (failure !== undefined) return Promise.reject(failure);
      purges.push(tags);
      return Promise.resolve();
    },
    now: () => now,
    replicaLagMs,
    onPurged: () => undefined,
    onFailed: (_, retryInMs) => retries.push(retryInMs),
  });
}

async function acquire(): Promise<AcquiredLease> {
  const held = await storage.eventConsumers.acquire(PURGE_CONSUMER, 'test', 60);
  if (held === undefined) throw new Error('The lease is held.');
  return held;
}

/** A consumer that has purged everything, and calls of its task in one lease. */
async function start(
  replicaLagMs?: number,
): Promise<{ readonly cache: CachePurge; readonly run: () => Promise<number> }> {
  const cache = createPurge(replicaLagMs);
  let held = await acquire();
  const run = async (): Promise<number> => {
    held = { ...held, position: await cache.process(held) };
    return held.position;
  };
  await run();
  now += 5000 + (replicaLagMs ?? 0);
  await run();
  purges = [];
  return { cache, run };
}

/** Stores new articles in one transaction and gives their events positions. */
async function writeArticles(count: number, cause: 'request' | 'import' = 'request'): Promise<string[]> {
  const entries = Array.from({ length: count }, () =>
    Entry.of(
      {
        ...{ id: ids.next(), type: 'node--article', published: true, created: 1, changed: 1 },
        ...{ position: (position += 1), version: 1, modelVersion: 1 },
      },
      { title: 'An article' },
      {},
    ),
  );
  await storage.entries.apply(
    entries.map((entry) => ({ kind: 'insert', entry })),
    { origin: { cause } },
  );
  const sequencer = await storage.eventConsumers.acquire(SEQUENCER, 'test', 60);
  if (sequencer === undefined) throw new Error('The lease of the sequencer is held.');
  while ((await storage.events.sequence(sequencer.lease, 500)) > 0);
  await storage.eventConsumers.release(sequencer.lease);
  return entries.map(({ id }) => id);
}

describe('CachePurge', () => {
  it('purges the tag of a changed entry and the list tag of its type', async () => {
    const { run } = await start();
    const [id = ''] = await writeArticles(1);

    expect(await run()).toBe(1);

    expect(purges).toEqual([['node_list:article', `node:${id}`]]);
    expect(await storage.eventConsumers.list()).toContainEqual(
      expect.objectContaining({ name: PURGE_CONSUMER, position: 1 }),
    );
  });

  it('purges the types of an import, not its entries', async () => {
    const { run } = await start();
    await writeArticles(3, 'import');

    await run();

    expect(purges).toEqual([['node_list:article', 'node--article']]);
  });

  it('purges whole types when more than 500 tags are outdated', async () => {
    const { run } = await start();
    await writeArticles(499);
    await run();
    await writeArticles(500);
    expect(await run()).toBe(999);

    expect(purges.map((tags) => tags.length)).toEqual([500, 2]);
    expect(purges[1]).toEqual(['node_list:article', 'node--article']);
  });

  it('repeats a purge once after five seconds', async () => {
    const { run } = await start();
    await writeArticles(1);
    await run();
    now += 4999;
    await run();
    expect(purges).toHaveLength(1);

    now += 1;
    await run();
    now += 60_000;
    await run();

    expect(purges).toEqual([purges[0], purges[0]]);
  });

  it('repeats a purge later by the time that replicas may be behind', async () => {
    const { run } = await start(2000);
    await writeArticles(1);
    await run();
    now += 6999;
    await run();
    expect(purges).toHaveLength(1);

    now += 1;
    await run();

    expect(purges).toEqual([purges[0], purges[0]]);
  });

  it('repeats a purge at once at the end of the process', async () => {
    const { run, cache } = await start();
    await writeArticles(1);
    await run();

    await cache.finish();
    await cache.finish();

    expect(purges).toEqual([purges[0], purges[0]]);
  });

  it('retries a failed purge with growing delay and keeps its position meanwhile', async () => {
    const { run } = await start();
    const [id = ''] = await writeArticles(1);
    failure = new PurgeFailed('Away.');

    for (let elapsed = 0; elapsed < 130_000; elapsed += 500) {
      expect(await run()).toBe(0);
      now += 500;
    }
    expect(retries.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    failure = undefined;
    now += 60_000;

    expect(await run()).toBe(1);
    expect(purges).toEqual([['node_list:article', `node:${id}`]]);
    failure = new PurgeFailed('Away.');
    await writeArticles(1);
    await run();
    expect(retries.at(-1)).toBe(1000);
  });

  it('waits as long as the cache asks, at most a minute', async () => {
    const { run } = await start();
    await writeArticles(1);
    failure = new PurgeFailed('Too many.', 30);
    await run();
    now += 30_000;
    failure = new PurgeFailed('Too many.', 3600);
    await run();

    expect(retries).toEqual([30_000, 60_000]);
  });

  it('purges answers of an old content model and of old site settings', async () => {
    const { run } = await start();
    await storage.siteSettings.save({ publicAccess: true }, 0);
    await run();
    const page = { entityType: 'node', bundle: 'page', label: 'Page', fields: [] };
    await new ContentModelService(storage.bundles).put(page);
    await run();
    await run();

    expect(purges).toEqual([['settings'], ['model']]);
  });

  it('purges everything at the start and goes on behind the newest event', async () => {
    await storage.eventConsumers.release((await acquire()).lease);
    await writeArticles(2);

    const held = await acquire();

    expect(await createPurge().process(held)).toBe(2);
    expect(purges).toEqual([EVERYTHING]);
  });

  it('purges everything when another process had the lease in between, and only then', async () => {
    const [first, second] = [createPurge(), createPurge()];
    const runOnce = async (cache: CachePurge): Promise<void> => {
      const held = await acquire();
      await cache.process(held);
      await storage.eventConsumers.release(held.lease);
    };
    const held = await acquire();
    await first.process(held);
    // A lease that has expired is taken again without a release.
    const { lease } = held;
    await first.process({ ...held, lease: { ...lease, token: lease.token + 1 } });
    expect(purges).toEqual([EVERYTHING]);
    await storage.eventConsumers.release(lease);
    await runOnce(second);
    expect(purges).toEqual([EVERYTHING, EVERYTHING]);

    await runOnce(first);

    expect(purges).toEqual([EVERYTHING, EVERYTHING, EVERYTHING]);
  });
});
