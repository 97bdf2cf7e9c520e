import { jest } from '@jest/globals';
import { defineField, UNLIMITED } from '@content-service/bundles';
import { bundle, insert, put, remove, sample } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngines } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

jest.setTimeout(60_000);

const TYPE = 'node--page';
const REFERRERS = 1020;

await describeOnEngines('finishUnlinking', (engine) => {
  it('goes on at the next start when the process ended before all referrers were rewritten', async () => {
    const url = await engine.create();
    const log = new StatementLog();
    const storage = new TypeOrmStorage(url, log);
    await storage.open();
    await storage.migrate();
    const many = defineField('field_next', 'entity_reference', {
      cardinality: UNLIMITED,
      settings: { targetTypes: [TYPE] },
    });
    const { version } = await put(storage, bundle('page', many));
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
});
