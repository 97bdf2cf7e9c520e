import { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { Heartbeat, readPosition } from './heartbeat.js';

await describeOnEngine('Heartbeat', (engine) => {
  let storage: TypeOrmStorage;
  let database: Database;
  let now = 0;
  beforeEach(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    database = new Database(url);
    await database.open();
    now = 1000;
  });
  afterEach(async () => {
    await database.close();
    await storage.close();
  });

  it('tells as of when a server has everything by the count that it shows', async () => {
    const heartbeat = new Heartbeat(database, () => now);
    expect(await readPosition(database)).toBeUndefined();

    await heartbeat.send();
    const { count = 0 } = (await readPosition(database)) ?? {};
    now = 1500;
    await heartbeat.send();
    now = 1700;

    expect(await readPosition(database)).toEqual({ count: count + 1, modelVersion: 0 });
    expect([count - 1, count, count + 1].map((n) => heartbeat.findCurrentAt(n))).toEqual([
      -Infinity,
      1000,
      1500,
    ]);
    expect([count - 1, count, count + 1].map((n) => heartbeat.measureLag(n))).toEqual([700, 200, 0]);
  });

  it('shares the count with other processes', async () => {
    const [one, other] = [new Heartbeat(database, () => 1), new Heartbeat(database, () => 2)];

    for (const heartbeat of [one, other, one]) await heartbeat.send();
    const { count = 0 } = (await readPosition(database)) ?? {};

    expect([one.findCurrentAt(count - 1), other.findCurrentAt(count - 1)]).toEqual([1, 2]);
    expect(other.measureLag(count)).toBe(0);
  });

  it('forgets the counts of another database, whose count was greater', async () => {
    const heartbeat = new Heartbeat(database, () => now);
    await heartbeat.send();
    await heartbeat.send();
    const { count = 0 } = (await readPosition(database)) ?? {};

    await database.execute(sql`UPDATE lease SET token = 0`);
    now = 2000;
    await heartbeat.send();

    expect([heartbeat.findCurrentAt(0), heartbeat.findCurrentAt(1)]).toEqual([-Infinity, 2000]);
    expect(count).toBeGreaterThan(1);
  });
});
