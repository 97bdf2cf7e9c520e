import { jest } from '@jest/globals';
import { defineField, UNLIMITED } from '@content-service/bundles';
import { uuidBytes } from '@content-service/kernel';
import { Database } from '../database/database.js';
import { type Sql, sql } from '../database/sql.js';
import { Layouts } from '../index-tables/layouts.js';
import { bundle, insert, put, remove, sample } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngines } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { finishUnlinking } from './unlinking.js';

jest.setTimeout(60_000);

const TYPE = 'node--page';
const REFERRERS = 1020;
const PAGE = bundle(
  'page',
  defineField('field_next', 'entity_reference', {
    cardinality: UNLIMITED,
    settings: { targetTypes: [TYPE] },
  }),
);

await describeOnEngines('finishUnlinking', (engine) => {
  it('goes on at the next start when the process ended before all referrers were rewritten', async () => {
    const url = await engine.create();
    const log = new StatementLog();
    const storage = new TypeOrmStorage(url, log);
    await storage.open();
    await storage.migrate();
    const { version } = await put(storage, PAGE);
    const target = sample(TYPE, version);
    const linkage = { field_next: [{ type: TYPE, id: target.id }] };
    const referrers = Array.from({ length: REFERRERS }, () => sample(TYPE, version, {}, linkage));
    await storage.entries.apply([target, ...referrers].map(insert));
    const commits = log.sent.filter((statement) => statement === 'COMMIT').length;
    jest.spyOn(log, 'logQuery').mockImplementation((statement) => {
      log.sent.push(statement);
      if (log.sent.filter((sent) => sent === 'COMMIT').length > commits && statement !== 'COMMIT')
        throw new Error('The power was cut.');
    });

    await storage.entries.apply([remove(target)]).catch(() => undefined);
    await storage.close();

    const next = new TypeOrmStorage(url);
    await next.open();
    expect(await next.entries.referrers(target.id, { limit: 1 })).toEqual([]);
    const entries = await next.entries.getMany(referrers.map(({ id }) => id));
    expect([...entries.values()].every(({ version: now }) => now === 2)).toBe(true);
    expect(await next.verifyIndex()).toEqual([]);
    await next.close();
  });

  // SQLite lets nobody write while it is done.
  if (!engine.isServer) return;

  it('leaves the linkage of an entry that is created anew, and referred to, meanwhile', async () => {
    const url = await engine.create();
    const storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    const { version } = await put(storage, PAGE);
    const database = new Database(url);
    await database.open();
    const target = sample(TYPE, version);
    const referrer = sample(TYPE, version, {}, { field_next: [{ type: TYPE, id: target.id }] });
    await database.run(sql`INSERT INTO unlinking (target) VALUES (${uuidBytes(target.id)})`);
    const transaction = database.transaction.bind(database);
    jest.spyOn(database, 'transaction').mockImplementationOnce((task) =>
      transaction(async (session) => {
        const rows = session.rows.bind(session);
        jest.spyOn(session, 'rows').mockImplementation(async <Found>(statement: Sql) => {
          if (statement.text.includes('FROM entry_ref'))
            await storage.entries.apply([target, referrer].map(insert));
          return rows<Found>(statement);
        });
        return task(session);
      }),
    );

    await finishUnlinking(database, new Layouts(database));

    expect(await storage.entries.referrers(target.id, { limit: 2 })).toEqual([referrer.id]);
    await database.close();
    await storage.close();
  });
});
