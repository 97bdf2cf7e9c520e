import { jest } from '@jest/globals';
import { defineField, UNLIMITED } from '@content-service/bundles';
import type { EntryQuery } from '@content-service/entries';
import { EventRecorder } from '@content-service/events';
import { parseUuid, type Uuid } from '@content-service/kernel';
import { Database } from '../database/database.js';
import { type Sql, sql } from '../database/sql.js';
import { IndexSchemaCache } from '../index-tables/index-schema.js';
import {
  buildEqualQuery,
  bundle,
  createEntry,
  insert,
  putBundle,
  remove,
} from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { unlinkBatch } from './pending-unlinks.js';

const TYPE = 'node--page';
const REFERRERS = 220;
const BATCH = 100;
const PAGE = bundle(
  'page',
  defineField('field_next', 'entity_reference', {
    cardinality: UNLIMITED,
    settings: { targetTypes: [TYPE] },
  }),
);

/** The entries that refer to a target. */
function buildLinkageQuery(target: Uuid): EntryQuery {
  const step = { field: 'field_next', sourceTypes: [TYPE], targetTypes: [TYPE], multiple: true };
  const path = { text: '', steps: [{ ...step, publishedTargetsOnly: false }], end: { kind: 'id' } } as const;
  const filter = { kind: 'condition', operator: '=', values: [target], path } as const;
  return { ...buildEqualQuery(TYPE, '', 'string', target), filter };
}

await describeOnEngine('unlinkDeleted', (engine) => {
  it('sends a bounded number of statements for a deletion, however many referrers there are', async () => {
    const log = new StatementLog();
    const { storage, target } = await storeReferrers(await engine.create(), log);
    const sent = log.sent.length;

    const { pendingUnlinks } = await storage.entries.apply([remove(target)]);

    expect(pendingUnlinks).toEqual([target.id]);
    expect(await storage.entries.findPendingUnlinks(10)).toEqual([target.id]);
    // A deletion rewrites 50 referrers: one statement for each document and one for its derived rows.
    expect(log.sent.length - sent).toBeLessThan(150);
    await storage.close();
  });

  it('rewrites an entry with thousands of targets in few statements', async () => {
    const log = new StatementLog();
    const storage = await openStorage(await engine.create(), log);
    const { version } = await putBundle(storage, PAGE);
    const targets = Array.from({ length: 2000 }, () => createEntry(TYPE, version));
    const linkage = { field_next: targets.map(({ id }) => ({ type: TYPE, id })) };
    const entry = createEntry(TYPE, version, {}, linkage);
    await storage.entries.apply([...targets, entry].map(insert));
    const sent = log.sent.length;

    await storage.entries.apply(targets.slice(0, 1).map(remove));

    // Each of the targets moves up by one: the rows are deleted 1000 at a time, and inserted 50.
    expect(log.sent.length - sent).toBeLessThan(100);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    await storage.close();
  });

  it('continues in another process when one ended in the middle of a batch', async () => {
    const url = await engine.create();
    const log = new StatementLog();
    const { storage, target, referrers } = await storeReferrers(url, log);
    await storage.entries.apply([remove(target)]);
    await storage.entries.unlinkDeleted([target.id], BATCH);
    log.failAfter(90);
    await expect(storage.entries.unlinkDeleted([target.id], BATCH)).rejects.toThrow('The process has ended.');
    await storage.close().catch(() => undefined);

    const next = new TypeOrmStorage(url);
    await next.open();
    while ((await next.entries.unlinkDeleted([target.id], BATCH)) > 0);

    const entries = await next.entries.getMany(referrers.map(({ id }) => id));
    expect([...entries.values()].every(({ version }) => version === 2)).toBe(true);
    expect(await next.entries.findPendingUnlinks(10)).toEqual([]);
    expect((await next.verifyIndex()).drifts).toEqual([]);
    await next.close();
  });

  it('ends where a row of linkage has no document', async () => {
    const url = await engine.create();
    const { storage, target, referrers } = await storeReferrers(url, new StatementLog());
    const bystander = createEntry(TYPE, target.modelVersion);
    await storage.entries.apply([insert(bystander), remove(target)]);
    const database = new Database(url);
    await database.open();
    await database.execute(
      sql`INSERT INTO entry_ref (source, prop_id, delta, target)
          SELECT ${parseUuid(bystander.id)}, prop_id, 7, target FROM entry_ref
          WHERE target = ${parseUuid(target.id)} LIMIT 1`,
    );

    for (let batches = 0; (await storage.entries.unlinkDeleted([target.id], BATCH)) > 0; batches += 1)
      expect(batches).toBeLessThan(REFERRERS);

    expect((await storage.entries.getMany([bystander.id])).get(bystander.id)?.version).toBe(1);
    const entries = await storage.entries.getMany(referrers.map(({ id }) => id));
    expect([...entries.values()].every(({ version }) => version === 2)).toBe(true);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    await database.close();
    await storage.close();
  });

  it('makes a query that reads linkage send further statements only until its end', async () => {
    const log = new StatementLog();
    const { storage, target, referrers } = await storeReferrers(await engine.create(), log);
    const query = buildLinkageQuery(target.id);
    const find = async (): Promise<{ found: number; count: number; statements: number }> => {
      const before = log.sent.length;
      const { ids } = await storage.entries.findIds(query);
      const count = await storage.entries.count(query);
      return { found: ids.length, count, statements: log.sent.length - before };
    };

    expect(await find()).toEqual({ found: query.limit, count: referrers.length, statements: 2 });
    await storage.entries.apply([remove(target)]);

    expect(await find()).toMatchObject({ found: 0, count: 0 });
    while ((await storage.entries.unlinkDeleted([target.id], BATCH)) > 0);
    // The page without rows does not tell whether a deletion is pending.
    expect(await find()).toEqual({ found: 0, count: 0, statements: 3 });
    await storage.close();
  });

  it('leaves to a job only those of several deleted entries that have further referrers', async () => {
    const log = new StatementLog();
    const { storage, target } = await storeReferrers(await engine.create(), log);
    const others = Array.from({ length: 10 }, () => createEntry(TYPE, target.modelVersion));
    await storage.entries.apply(others.map(insert));

    const { pendingUnlinks } = await storage.entries.apply([...others, target].map(remove));

    expect(pendingUnlinks).toEqual([target.id]);
    expect(await storage.entries.findPendingUnlinks(20)).toEqual([target.id]);
    await storage.close();
  });

  async function storeReferrers(
    url: string,
    logger: StatementLog,
  ): Promise<{
    storage: TypeOrmStorage;
    target: ReturnType<typeof createEntry>;
    referrers: ReturnType<typeof createEntry>[];
  }> {
    const storage = await openStorage(url, logger);
    const { version } = await putBundle(storage, PAGE);
    const target = createEntry(TYPE, version);
    const linkage = { field_next: [{ type: TYPE, id: target.id }] };
    const referrers = Array.from({ length: REFERRERS }, () => createEntry(TYPE, version, {}, linkage));
    await storage.entries.apply([target, ...referrers].map(insert));
    return { storage, target, referrers };
  }

  async function openStorage(url: string, logger: StatementLog): Promise<TypeOrmStorage> {
    const storage = new TypeOrmStorage(url, { logger });
    await storage.open();
    await storage.migrate();
    return storage;
  }

  // SQLite blocks other writers meanwhile.
  if (!engine.isServer) return;

  it('keeps the linkage to an entry that is created again meanwhile', async () => {
    const url = await engine.create();
    const storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    const { version } = await putBundle(storage, PAGE);
    const database = new Database(url);
    await database.open();
    const target = createEntry(TYPE, version);
    const referrer = createEntry(TYPE, version, {}, { field_next: [{ type: TYPE, id: target.id }] });
    await database.execute(sql`INSERT INTO unlinking (target) VALUES (${parseUuid(target.id)})`);
    const transaction = database.transaction.bind(database);
    // It waits for the end of the transaction, which has locked the target in the list.
    let creation: Promise<unknown> | undefined;
    jest.spyOn(database, 'transaction').mockImplementationOnce((task) =>
      transaction(async (connection) => {
        const rows = connection.query.bind(connection);
        jest.spyOn(connection, 'query').mockImplementation(<Found>(statement: Sql) => {
          if (statement.text.includes('FROM entry_ref'))
            creation ??= storage.entries.apply([target, referrer].map(insert));
          return rows<Found>(statement);
        });
        return task(connection);
      }),
    );

    expect(
      await unlinkBatch(database, new IndexSchemaCache(database), [target.id], BATCH, new EventRecorder()),
    ).toBe(0);
    await creation;

    expect(creation).toBeDefined();
    expect(await storage.entries.findReferrers(target.id, { limit: 2 })).toEqual([referrer.id]);
    await database.close();
    await storage.close();
  });
});
