import { ContentModel, defineField } from '@content-service/bundles';
import { parseSearch, SearchIndexIncomplete } from '@content-service/entries';
import { EventRecorder } from '@content-service/events';
import type { Progress } from '@content-service/kernel';
import { Database } from '../database/database.js';
import { raw } from '../database/sql.js';
import { Schema } from '../migrations/schema.js';
import { AuditedTransactions } from '../stores/audited-transactions.js';
import { TypeOrmBundleStore } from '../stores/typeorm-bundle.store.js';
import { TypeOrmEventLog } from '../stores/typeorm-event-log.js';
import { buildEqualQuery, bundle, createEntry, insert, putBundle } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine, sqliteEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { IndexMigrator } from './index-migrator.js';
import { IndexSchemaCache } from './index-schema.js';
import { readNames } from './type-tables.js';

await describeOnEngine('IndexMigrator', (engine) => {
  it('adds the index on published and position to a type table that lacks it', async () => {
    const { url, database, indexes } = await createStorageWithoutIndex();

    const storage = await open(url);
    expect(await storage.isMigrated()).toBe(false);
    await storage.migrate();

    expect(await storage.isMigrated()).toBe(true);
    expect(await readNames(database, database.dialect.indexNames())).toEqual(indexes);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    await storage.close();
    await database.close();
  });

  it('adds the index also when earlier attempts were interrupted at any statement', async () => {
    const { url, database, indexes } = await createStorageWithoutIndex();

    let isInterrupted = true;
    for (let statements = 0; isInterrupted; statements += 1) {
      const log = new StatementLog();
      const storage = await open(url, log);
      log.failAfter(statements);
      await storage.migrate().catch(() => undefined);
      isInterrupted = log.hasFailed;
      await storage.close();
      await database.execute(raw('UPDATE lease SET expires_at = 0'));
    }

    expect(await readNames(database, database.dialect.indexNames())).toEqual(indexes);
    await database.close();
  });

  it('continues an interrupted backfill at its checkpoint, and verifies as clean before and after', async () => {
    const storage = await open(await engine.create());
    await storage.migrate();
    const field = defineField('field_name', 'string');
    const { version } = await putBundle(storage, bundle('page', field));
    const entries = Array.from({ length: 450 }, () =>
      createEntry('node--page', version, { field_name: 'a' }),
    );
    await storage.entries.apply(entries.map(insert));
    const removed = await putBundle(storage, bundle('page'));
    const change = { kind: 'put', bundle: bundle('page', field) } as const;
    const reports: Progress[] = [];
    const cancelling = (progress: Progress): Promise<void> => {
      reports.push(progress);
      return progress.done > 0 ? Promise.reject(new Error('cancelled')) : Promise.resolve();
    };

    const interrupted = storage.bundles.applyChange(change, removed.version, { report: cancelling });

    await expect(interrupted).rejects.toThrow('cancelled');
    expect(await storage.bundles.load()).toEqual(removed);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    const checkpoint = reports.at(-1)?.checkpoint;
    const later: Progress[] = [];
    await storage.bundles.applyChange(change, removed.version, {
      checkpoint,
      report: (progress) => Promise.resolve(void later.push(progress)),
    });
    const backfill = later.filter(({ phase }) => phase === 'backfill');
    expect(backfill.map(({ done, total }) => [done, total])).toEqual([
      [400, 450],
      [450, 450],
    ]);
    expect(await storage.entries.count(buildEqualQuery('node--page', 'field_name', 'string', 'a'))).toBe(450);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    await storage.close();
  });

  it('leaves the words of stored entries to the rebuild, and refuses searches until then', async () => {
    const url = await engine.create();
    const storage = await open(url);
    await storage.migrate();
    const { version } = await putBundle(storage, bundle('page'));
    const old = createEntry('node--page', version, { title: 'night tram' });
    await storage.entries.apply([insert(old)]);
    await storage.close();
    await forgetWords(url);

    const upgraded = await open(url);
    expect(await upgraded.isMigrated()).toBe(false);
    await upgraded.migrate();
    expect([await upgraded.isMigrated(), await upgraded.isIndexComplete()]).toEqual([true, false]);
    const added = createEntry('node--page', version, { title: 'Night bus' });
    await upgraded.entries.apply([insert(added)]);
    const type = new ContentModel(1, [{ ...bundle('page'), since: 1 }]).find('node--page');
    if (type === undefined) throw new Error('The bundle does not compile.');
    const filter = parseSearch('night', 'filter[fulltext]', type);
    const query = { type: type.name, filter, publishedOnly: false, sort: [], offset: 0, limit: 10 };
    await expect(upgraded.entries.count(query)).rejects.toThrow(SearchIndexIncomplete);
    await expect(upgraded.entries.findIds({ ...query, ranking: filter })).rejects.toThrow(
      SearchIndexIncomplete,
    );
    expect((await upgraded.verifyIndex()).drifts).toEqual([]);

    await upgraded.rebuildIndex();

    expect([await upgraded.isMigrated(), await upgraded.isIndexComplete()]).toEqual([true, true]);
    expect((await upgraded.entries.findIds(query)).ids.sort()).toEqual([old.id, added.id].sort());
    expect((await upgraded.verifyIndex()).drifts).toEqual([]);
    await upgraded.close();
  });

  /** A database as the version before full text search left it. */
  async function forgetWords(url: string): Promise<void> {
    const database = new Database(url);
    await database.open();
    await database.execute(raw("DELETE FROM model_property WHERE placement = 'search'"));
    await database.execute(raw('DELETE FROM ix_search'));
    await database.close();
  }

  /** A database as an earlier version left it: one bundle with an entry, and no index on `published`. */
  async function createStorageWithoutIndex(): Promise<{
    url: string;
    database: Database;
    indexes: ReadonlySet<string>;
  }> {
    const url = await engine.create();
    const storage = await open(url);
    await storage.migrate();
    const { version } = await putBundle(storage, bundle('page', defineField('field_name', 'string')));
    await storage.entries.apply([insert(createEntry('node--page', version, { field_name: 'a' }))]);
    await storage.close();
    const database = new Database(url);
    await database.open();
    const indexes = await readNames(database, database.dialect.indexNames());
    const tables = [...indexes].flatMap((name) => /^k_(ix_\d+)_published$/.exec(name)?.[1] ?? []);
    expect(tables.length).toBeGreaterThan(1);
    for (const table of tables)
      await database.executeAll(database.dialect.reduceTable(table, [], [`k_${table}_published`]));
    return { url, database, indexes };
  }

  async function open(url: string, logger?: StatementLog): Promise<TypeOrmStorage> {
    const storage = new TypeOrmStorage(url, { logger });
    await storage.open();
    return storage;
  }
});

describe('IndexMigrator on SQLite', () => {
  const engine = sqliteEngine();
  afterAll(() => engine.dropAll());

  it('starts no reader process for a new bundle, nor for new fields of a bundle without entries', async () => {
    const database = new Database(await engine.create());
    await database.open();
    const cache = new IndexSchemaCache(database);
    const migrator = new IndexMigrator(database, cache);
    await new Schema(database, migrator).migrate();
    const transactions = new AuditedTransactions(
      database,
      new EventRecorder(),
      new TypeOrmEventLog(database),
    );
    const bundles = new TypeOrmBundleStore(transactions, cache, migrator);

    const { version } = await bundles.applyChange({ kind: 'put', bundle: bundle('page') }, 0);
    const extended = bundle('page', defineField('field_name', 'string'));
    await bundles.applyChange({ kind: 'put', bundle: extended }, version);

    expect(database.readerPids).toEqual([]);
    await database.close();
  });
});
