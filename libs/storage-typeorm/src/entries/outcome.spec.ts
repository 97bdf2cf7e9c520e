import { jest } from '@jest/globals';
import { UnknownOutcome } from '@content-service/entries';
import { BrokenLine, type Fate } from '../testing/broken-line.js';
import { bundle, equal, insert, put, remove, sample } from '../testing/sample-content.js';
import { testServer } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

jest.setTimeout(60_000);

// A file has no line that could break.
const server = await testServer();

describe('apply, when the line breaks at COMMIT', () => {
  let line: BrokenLine;
  let storage: TypeOrmStorage;
  let direct: TypeOrmStorage;

  beforeEach(async () => {
    const url = new URL(await server.create());
    direct = new TypeOrmStorage(url.href);
    await direct.open();
    await direct.migrate();
    await put(direct, bundle('page'));
    line = new BrokenLine({ host: url.hostname, port: Number(url.port) });
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

  it.each<Fate>(['is lost on its way', 'is done, but its answer is lost'])(
    'stores an entry once when the COMMIT %s',
    async (fate) => {
      const entry = sample('node--page', 1, { title: 'once' });
      line.fate = fate;

      await storage.entries.apply([insert(entry)]);

      expect(await direct.entries.count(equal('node--page', 'title', 'string', 'once'))).toBe(1);
      line.fate = fate;
      await storage.entries.apply([remove(entry)]);
      expect((await direct.entries.exists([entry.id])).size).toBe(0);
    },
  );

  it('says that the outcome is unknown when nobody can be asked', async () => {
    line.fate = 'is done, and then nobody answers';

    await expect(storage.entries.apply([insert(sample('node--page', 1))])).rejects.toThrow(UnknownOutcome);
  });
});
