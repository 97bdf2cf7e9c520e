import { jest } from '@jest/globals';
import { defineField } from '@content-service/bundles';
import { StoreUnavailable } from '@content-service/entries';
import { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { bundle, buildEqualQuery, insert, putBundle, createEntry } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const TYPE = 'node--page';
const BEFORE = bundle('page');
/** A change of a table, perhaps behind a setting for it. */
const CHANGE = /^(SET .+; )?(ALTER|CREATE|DROP) /;
const AFTER = bundle('page', defineField('field_name', 'string'));

await describeOnEngine('createTypeTable', (engine) => {
  const log = new StatementLog();
  let storage: TypeOrmStorage;
  let other: Database;

  beforeAll(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url, { logger: log, limits: { acquireTimeoutMs: 30_000 } });
    other = new Database(url);
    await storage.open();
    await storage.migrate();
    await other.open();
  });
  afterAll(async () => {
    await other.close();
    await storage.close();
  });
  beforeEach(() => putBundle(storage, BEFORE));

  it('renews the lease before each change of a table', async () => {
    const before = log.sent.length;

    await putBundle(storage, AFTER);

    // PostgreSQL gets the limit of the wait for locks together with each change.
    const sent = log.sent.slice(before).filter((statement) => !statement.startsWith('SET LOCAL'));
    const altering = sent.flatMap((statement, n) => (CHANGE.test(statement) ? [n] : []));
    expect(altering.length).toBeGreaterThan(1);
    for (const n of altering) expect(sent[n - 1]).toMatch(/^UPDATE lease SET expires_at/);
    const beginning = sent.findLastIndex((statement) => statement === other.dialect.begin.text);
    expect(sent[beginning - 1]).toMatch(/^UPDATE lease SET expires_at/);
  });

  // SQLite changes a table while it is being read.
  if (!engine.isServer) return;

  it('does not block readers while a transaction locks the table, and can be repeated', async () => {
    const { version } = await storage.bundles.load();
    await storage.entries.apply([insert(createEntry(TYPE, version, { title: 'x' }))]);
    const [type] = await other.query<{ id: number }>(sql`SELECT id FROM resource_type WHERE name = ${TYPE}`);

    const altering = new Promise<void>((resolve) => {
      jest.spyOn(log, 'logQuery').mockImplementation((statement) => {
        if (statement.includes('ALTER TABLE')) resolve();
      });
    });

    const [change, ...counts] = await other.transaction(async (connection) => {
      await connection.query(raw(`SELECT id FROM ix_${type?.id ?? 0}`));
      const changed = putBundle(storage, AFTER).catch((error: unknown) => error);
      await altering;
      const asked = Array.from({ length: 30 }, () =>
        storage.entries.count(buildEqualQuery(TYPE, 'title', 'string', 'x')),
      );
      return Promise.all([changed, ...asked]);
    });

    expect(change).toBeInstanceOf(StoreUnavailable);
    expect(new Set(counts)).toEqual(new Set([1]));
    expect((await storage.bundles.load()).version).toBe(version);
    expect(await storage.isMigrated()).toBe(true);
    await putBundle(storage, AFTER);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
  });

  // The other engines leave nothing behind.
  if (engine.name !== 'PostgreSQL') return;

  it('builds an index anew that was left behind invalid', async () => {
    const invalid = sql`SELECT indexrelid FROM pg_index WHERE NOT indisvalid`;
    await other.execute(
      sql`UPDATE pg_index SET indisvalid = false
          WHERE indexrelid = (SELECT MIN(c.oid) FROM pg_class c WHERE c.relname LIKE 'k_ix_%_published')`,
    );
    expect(await storage.isMigrated()).toBe(false);

    await storage.migrate();

    expect(await storage.isMigrated()).toBe(true);
    expect(await other.query(invalid)).toEqual([]);
  });
});
