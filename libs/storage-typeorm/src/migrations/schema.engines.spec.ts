import { jest } from '@jest/globals';
import { defineField } from '@content-service/bundles';
import { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { IndexSchemaCache } from '../index-tables/index-schema.js';
import { IndexMigrator } from '../index-tables/index-migrator.js';
import { bundle, putBundle } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { addColumns, getTimestamp, migration } from '../entities/migration.js';
import { LAST_BASELINE } from './replaced.js';
import { Schema } from './schema.js';

const FORMER_STEPS = [
  ...['Content1760000000000', 'Access1760000000001', 'People1760000000002', 'AccountSecurity1760000000003'],
  ...['Jobs1760000000020', 'EntryCounts1760000000030', 'Events1760000000040', 'Webhooks1760000000050'],
  ...['ConsumerErrors1760000000060', 'PausedConsumers1760000000070', 'SchemaWindow1760000000080'],
  ...['WebhookReplays1760000000090', 'EntrySchedules1760000000100', 'WebhookStarts1760000000110'],
  ...['Preferences1760000000130', 'SearchWords1760000000140', 'DeliverySubjects1760000000150'],
  ...['JobSchedules1760000000160', 'AuditActions1760000000160', 'Spools1760000000170'],
  'AuthenticationTimes1760000000170',
];

await describeOnEngine('Schema', (engine) => {
  it('isMigrated is true also when another process changes the model meanwhile', async () => {
    const url = await engine.create();
    const other = new TypeOrmStorage(url);
    await other.open();
    await other.migrate();
    await putBundle(other, bundle('page'));
    const database = new Database(url);
    await database.open();
    const indexMigrator = new IndexMigrator(database, new IndexSchemaCache(database));
    const isUpToDate = indexMigrator.isUpToDate.bind(indexMigrator);
    jest.spyOn(indexMigrator, 'isUpToDate').mockImplementationOnce(async (types) => {
      await putBundle(other, bundle('page', defineField('field_name', 'string')));
      return isUpToDate(types);
    });

    const isMigrated = await new Schema(database, indexMigrator).isMigrated();

    expect(isMigrated).toBe(true);
    await database.close();
    await other.close();
  });

  describe('of a database of a version before the baselines', () => {
    let url: string;
    let database: Database;

    /** Names the steps as that version did. Its tables are those of the baselines. */
    const rename = async (names: readonly string[]): Promise<void> => {
      await database.execute(sql`DELETE FROM migrations`);
      for (const [n, name] of names.entries())
        await database.execute(
          sql`INSERT INTO migrations (id, timestamp, name) VALUES (${n + 100}, ${Number(name.slice(-13))}, ${name})`,
        );
    };

    beforeEach(async () => {
      url = await engine.create();
      const storage = new TypeOrmStorage(url);
      await storage.open();
      await storage.migrate();
      await putBundle(storage, bundle('page'));
      await storage.close();
      database = new Database(url);
      await database.open();
    });

    afterEach(() => database.close());

    it('needs the later steps alone when all steps of that version have run', async () => {
      await rename(FORMER_STEPS);

      const storage = new TypeOrmStorage(url);
      await storage.open();
      const { fault, migrations } = await storage.schemaStatus();
      await storage.migrate();

      expect(fault).toBe('outdated');
      const later = migrations.filter(({ name }) => getTimestamp(name) > LAST_BASELINE);
      expect(later.map(({ name }) => name)).toContain('AliasFolds1760000000300');
      expect(migrations.filter(({ done }) => !done)).toEqual(later);
      expect(await storage.isMigrated()).toBe(true);
      await storage.close();
    });

    it('gets the next step, and keeps what it has', async () => {
      await rename(FORMER_STEPS);
      const step = migration('Note1790000000001', { purpose: 'add notes', schema: 2 }, (runner) =>
        addColumns(runner, [{ table: 'consent', name: 'note', definition: 'INTEGER NULL' }]),
      );

      const storage = new TypeOrmStorage(url, { laterMigrations: [step] });
      await storage.open();
      expect(await storage.isMigrated()).toBe(false);
      await storage.migrate();

      expect(await storage.isMigrated()).toBe(true);
      expect((await storage.bundles.load()).bundles.map(({ bundle: name }) => name)).toContain('page');
      await storage.close();
    });

    it('is refused when some of its steps are missing', async () => {
      await rename(FORMER_STEPS.slice(0, 5));

      const storage = new TypeOrmStorage(url);
      await storage.open();

      expect(await storage.isMigrated()).toBe(false);
      await expect(storage.migrate()).rejects.toThrow('Finish it with that version');
      await storage.close();
    });
  });
});
