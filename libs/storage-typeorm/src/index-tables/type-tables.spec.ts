import { jest } from '@jest/globals';
import { defineField } from '@content-service/bundles';
import { StoreUnavailable } from '@content-service/entries';
import { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { bundle, equal, insert, put, sample } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngines } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

jest.setTimeout(60_000);

const TYPE = 'node--page';
const BEFORE = bundle('page');
const AFTER = bundle('page', defineField('field_name', 'string'));

await describeOnEngines('makeTable', (engine) => {
  const log = new StatementLog();
  let storage: TypeOrmStorage;
  let other: Database;

  beforeAll(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url, log);
    other = new Database(url);
    await storage.open();
    await storage.migrate();
    await other.open();
  });
  afterAll(async () => {
    await other.close();
    await storage.close();
  });
  beforeEach(() => put(storage, BEFORE));

  it('is done with a lease that was prolonged just before each change of a table', async () => {
    const before = log.sent.length;

    await put(storage, AFTER);

    const sent = log.sent.slice(before);
    const altering = sent.flatMap((statement, n) => (/^(ALTER|CREATE) /.test(statement) ? [n] : []));
    expect(altering.length).toBeGreaterThan(1);
    for (const n of altering) expect(sent[n - 1]).toMatch(/^UPDATE lease SET expires_at/);
    const beginning = sent.findLastIndex((statement) => statement === other.dialect.begin.text);
    expect(sent[beginning - 1]).toMatch(/^UPDATE lease SET expires_at/);
  });

  // SQLite changes a table under the eyes of whoever reads it.
  if (!engine.isServer) return;

  it('gives way to who reads while somebody keeps it from the table, and can be done again', async () => {
    const { version } = await storage.bundles.load();
    await storage.entries.apply([insert(sample(TYPE, version, { title: 'x' }))]);
    const [type] = await other.rows<{ id: number }>(sql`SELECT id FROM resource_type WHERE name = ${TYPE}`);

    const altering = new Promise<void>((resolve) => {
      jest.spyOn(log, 'logQuery').mockImplementation((statement) => {
        if (statement.startsWith('ALTER ')) resolve();
      });
    });

    const [change, ...counts] = await other.transaction(async (session) => {
      await session.rows(raw(`SELECT id FROM ix_${type?.id ?? 0}`));
      const changed = put(storage, AFTER).catch((error: unknown) => error);
      await altering;
      const asked = Array.from({ length: 30 }, () =>
        storage.entries.count(equal(TYPE, 'title', 'string', 'x')),
      );
      return Promise.all([changed, ...asked]);
    });

    expect(change).toBeInstanceOf(StoreUnavailable);
    expect(new Set(counts)).toEqual(new Set([1]));
    expect((await storage.bundles.load()).version).toBe(version);
    expect(await storage.isMigrated()).toBe(true);
    await put(storage, AFTER);
    expect(await storage.verifyIndex()).toEqual([]);
  });
});
