import { jest } from '@jest/globals';
import { UnknownOutcome } from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { FaultyProxy, type ProxyBehaviour } from '../testing/faulty-proxy.js';
import {
  bundle,
  buildEqualQuery,
  insert,
  putBundle,
  remove,
  createEntry,
  update,
  withTitle,
} from '../testing/sample-content.js';
import { testServer } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

jest.setTimeout(60_000);

// A file has no line that could break.
const server = await testServer();

describe('apply() when the connection breaks at COMMIT', () => {
  let line: FaultyProxy;
  let storage: TypeOrmStorage;
  let direct: TypeOrmStorage;

  beforeEach(async () => {
    const url = new URL(await server.create());
    direct = new TypeOrmStorage(url.href);
    await direct.open();
    await direct.migrate();
    await putBundle(direct, bundle('page'));
    line = new FaultyProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(await line.open());
    storage = new TypeOrmStorage(url.href);
    await storage.open();
  });
  afterEach(async () => {
    await storage.close();
    await line.close();
    await direct.close();
    await server.dropAll();
  });

  it.each<ProxyBehaviour>(['is lost on its way', 'is done, but its answer is lost'])(
    'stores an entry once when the COMMIT %s',
    async (fate) => {
      const entry = createEntry('node--page', 1, { title: 'once' });
      line.behaviour = fate;

      await storage.entries.apply([insert(entry)]);

      expect(await direct.entries.count(buildEqualQuery('node--page', 'title', 'string', 'once'))).toBe(1);
      line.behaviour = fate;
      await storage.entries.apply([remove(entry)]);
      expect((await direct.entries.findStatuses([entry.id])).size).toBe(0);
    },
  );

  it('stores an update once although another follows before the outcome is known', async () => {
    const entry = createEntry('node--page', 1, { title: 'first' });
    await direct.entries.apply([insert(entry)]);
    const second = withTitle(entry, 'Version 2');
    line.behaviour = 'is done, but its answer is lost';
    line.beforeCut = () => direct.entries.apply([update(withTitle(second, 'Version 3'))]);

    await storage.entries.apply([update(second)]);

    const { lease } = (await direct.eventConsumers.acquire(SEQUENCER, 'spec', 60))!;
    await direct.events.sequence(lease, 10);
    const events = await direct.events.read(0, 10, { subjectId: entry.id });
    expect(events.map(({ subject }) => subject.version)).toEqual([1, 2, 3]);
  });

  it('throws UnknownOutcome when the server stays unreachable', async () => {
    line.behaviour = 'is done, then the server is unreachable';

    await expect(storage.entries.apply([insert(createEntry('node--page', 1))])).rejects.toThrow(
      UnknownOutcome,
    );
  });
});
