import { defineField, UNLIMITED } from '@content-service/bundles';
import { Database } from '../database/database.js';
import { raw } from '../database/sql.js';
import { bundle, buildEqualQuery, insert, putBundle, createEntry } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const BEFORE = bundle('page', defineField('field_name', 'string'), defineField('field_size', 'integer'));
const AFTER = bundle(
  'page',
  defineField('field_name', 'string', { cardinality: UNLIMITED }),
  defineField('field_size', 'string'),
  defineField('field_about', 'entity_reference', { settings: { targetTypes: ['node--page'] } }),
);
const TYPE = 'node--page';

await describeOnEngine('TypeOrmBundleStore', (engine) => {
  it('completes a change of the model that was interrupted at any statement when it is repeated', async () => {
    const url = await engine.create();
    const first = await opened(url);
    await first.migrate();
    const { version } = await putBundle(first, BEFORE);
    const entries = ['a', 'b'].map((name, n) =>
      createEntry(TYPE, version, { field_name: name, field_size: n }),
    );
    await first.entries.apply(entries.map(insert));
    await first.close();

    const everyOther = engine.isServer ? 6 : 1;
    let isCutOff = true;
    for (let statements = 0; isCutOff; statements += everyOther) {
      isCutOff = await cutOff(url, AFTER, statements);
      await finish(url);
    }
  });

  it('verifyIndex and rebuildIndex work after the creation of a bundle was interrupted at any statement', async () => {
    const url = await engine.create();
    const first = await opened(url);
    await first.migrate();
    await first.close();

    // Every state that a change leaves the tables in lasts for three statements or more.
    let isCutOff = true;
    for (let statements = 0; isCutOff; statements += 3) {
      const page = bundle(`page_${statements}`, defineField('field_name', 'string'));
      isCutOff = await cutOff(url, page, statements);
      await endLease(url);
      const storage = await opened(url);
      expect(await storage.isMigrated()).toBe(true);
      expect((await storage.verifyIndex()).drifts).toEqual([]);
      expect(await storage.rebuildIndex()).toBe(0);
      await putBundle(storage, page);
      expect((await storage.verifyIndex()).drifts).toEqual([]);
      await storage.close();
    }
  });
});

/** Begins the change and loses the power. @returns false when the change came to its end before */
async function cutOff(
  url: string,
  definition: ReturnType<typeof bundle>,
  statements: number,
): Promise<boolean> {
  const log = new StatementLog();
  const storage = await opened(url, log);
  const { version } = await storage.bundles.load();
  log.failAfter(statements);
  await storage.bundles.applyChange({ kind: 'put', bundle: definition }, version).catch(() => undefined);
  const { hasFailed: isPowerCut } = log;
  await storage.close();
  return isPowerCut;
}

/** As time would. */
async function endLease(url: string): Promise<void> {
  const database = new Database(url);
  await database.open();
  await database.execute(raw('UPDATE lease SET expires_at = 0'));
  await database.close();
}

/** As the next process would, and back to where it began. */
async function finish(url: string): Promise<void> {
  await endLease(url);
  const storage = await opened(url);
  expect(await storage.isMigrated()).toBe(true);
  await putBundle(storage, AFTER);
  expect((await storage.verifyIndex()).drifts).toEqual([]);
  expect(await storage.entries.count(buildEqualQuery(TYPE, 'field_size', 'string', '1'))).toBe(1);
  await putBundle(storage, BEFORE);
  expect((await storage.verifyIndex()).drifts).toEqual([]);
  expect(await storage.entries.count(buildEqualQuery(TYPE, 'field_size', 'integer', 1))).toBe(1);
  expect(await storage.entries.count(buildEqualQuery(TYPE, 'field_name', 'string', 'b'))).toBe(1);
  await storage.close();
}

async function opened(url: string, log?: StatementLog): Promise<TypeOrmStorage> {
  const storage = new TypeOrmStorage(url, { logger: log });
  await storage.open();
  return storage;
}
