import { setTimeout as wait } from 'node:timers/promises';
import { EntryNotFound, QueryTimeout } from '@content-service/entries';
import type { ReplicaState } from '@content-service/storage';
import { bundle, createEntry, insert, putBundle } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

/** Errors of the drivers for a statement that exceeds its time limit. */
const TIMEOUTS: Readonly<Record<string, object>> = {
  SQLite: { code: 'READER_TIMEOUT' },
  MariaDB: { errno: 1969 },
  PostgreSQL: { code: '57014' },
};

/** The primary stands in for its replica: it follows itself without delay. */
await describeOnEngine('TypeOrmStorage.readBoundedStale', (engine) => {
  let url: string;
  let storage: TypeOrmStorage;
  let events: string[] = [];
  let states: readonly ReplicaState[] = [];

  const open = async (replicaUrl: string): Promise<void> => {
    const observer = {
      onRead: (server: string) => events.push(server),
      onFallback: (fault: string) => events.push(`fallback: ${fault}`),
      onCheck: (checked: readonly ReplicaState[]) => (states = checked),
    };
    storage = new TypeOrmStorage(url, { replicas: { urls: [replicaUrl], maxLagMs: 60_000, observer } });
    await storage.open();
    await storage.migrate();
    events = [];
    states = [];
  };
  const untilChecked = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await wait(10);
  };
  const untilUsed = (): Promise<void> => untilChecked(() => states[0]?.isUsed === true);
  beforeEach(async () => {
    url = await engine.create();
  });
  afterEach(() => storage.close());

  it('reads a replica that shows the heartbeat', async () => {
    await open(url);
    const { version } = await putBundle(storage, bundle('page'));
    const entry = createEntry('node--page', version);
    await storage.entries.apply([insert(entry)]);
    await untilUsed();
    await untilChecked(() => storage.replicas.every(({ lagMs }) => lagMs === 0));

    const found = await storage.readBoundedStale(0, () => storage.entries.getMany([entry.id]));

    expect([...found.keys()]).toEqual([entry.id]);
    expect(events).toEqual(['replica']);
  });

  it('reads the primary while no replica has the content model of the request', async () => {
    await open(url);
    await untilUsed();

    await storage.readBoundedStale(1000, () => storage.entries.getMany([]));

    expect(events).toEqual(['primary']);
  });

  it('runs reads that fail again on the primary, and reports what they find', async () => {
    await open(url);
    await untilUsed();
    const answers = [Promise.reject(new Error('Table ix_1 does not exist.')), Promise.resolve('found')];

    const found = await storage.readBoundedStale(0, () => answers.shift()!);
    const missing = storage.readBoundedStale(0, () =>
      Promise.reject(new EntryNotFound('node--page', 'an-id')),
    );

    expect(found).toBe('found');
    await expect(missing).rejects.toThrow(EntryNotFound);
    expect(events).toEqual(['fallback: other', 'primary', 'replica']);
  });

  it('does not repeat on the primary what takes too long', async () => {
    await open(url);
    await untilUsed();
    const timeout = Object.assign(new Error('Too long.'), TIMEOUTS[engine.name]);

    const read = storage.readBoundedStale(0, () => Promise.reject(timeout));

    await expect(read).rejects.toThrow(QueryTimeout);
    expect(events).toEqual(['replica']);
  });

  it('reads the primary while a replica cannot be reached from the start', async () => {
    await open(engine.isServer ? withoutServer(url) : `${url}/replica.sqlite`);
    await untilChecked(() => states.length > 0);

    await storage.readBoundedStale(0, () => storage.entries.getMany([]));

    expect(storage.replicas).toEqual([
      { number: 1, isUsed: false, lagMs: undefined, fault: expect.any(String) },
    ]);
    expect(events).toEqual(['primary']);
  });
});

/** The URL of a port that nothing listens on. */
function withoutServer(url: string): string {
  const { href } = Object.assign(new URL(url), { port: '1' });
  return href;
}
