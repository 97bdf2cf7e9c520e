import { jest } from '@jest/globals';
import { bundle, equal, insert, put, sample } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngines } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

jest.setTimeout(60_000);

await describeOnEngines('TypeOrmEntryStore', (engine) => {
  const log = new StatementLog();
  let storage: TypeOrmStorage;
  let ids: string[];

  beforeAll(async () => {
    storage = new TypeOrmStorage(await engine.create(), log);
    await storage.open();
    await storage.migrate();
    const { version } = await put(storage, bundle('page'));
    const entries = Array.from({ length: 60 }, () => sample('node--page', version, { title: 'x' }));
    ids = entries.map(({ id }) => id);
    await storage.entries.apply(entries.map(insert));
    await storage.entries.getMany(ids);
  });
  afterAll(() => storage.close());

  it.each<[string, () => Promise<unknown>]>([
    ['findIds', () => storage.entries.findIds(equal('node--page', 'title', 'string', 'x'))],
    ['count', () => storage.entries.count(equal('node--page', 'title', 'string', 'x'))],
    ['getMany', () => storage.entries.getMany(ids)],
    ['exists', () => storage.entries.exists(ids)],
    ['findByAlias', () => storage.entries.findByAlias('/about', 'en')],
  ])('answers %s with one statement, however many entries there are', async (_, ask) => {
    const before = log.sent.length;

    await ask();

    expect(log.sent.length - before).toBe(1);
  });

  it('inserts many entries with few statements', async () => {
    const { version } = await storage.bundles.load();
    const entries = Array.from({ length: 50 }, () => sample('node--page', version, { title: 'x' }));
    const before = log.sent.length;

    await storage.entries.apply(entries.map(insert));

    expect(log.sent.length - before).toBeLessThan(8);
  });
});
