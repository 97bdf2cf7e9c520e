import { jest } from '@jest/globals';
import { defineField } from '@content-service/bundles';
import { Database } from '../database/database.js';
import { IndexSchemaCache } from '../index-tables/index-schema.js';
import { IndexMigrator } from '../index-tables/index-migrator.js';
import { bundle, putBundle } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { Schema } from './schema.js';

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
});
