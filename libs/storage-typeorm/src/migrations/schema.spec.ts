import { jest } from '@jest/globals';
import { defineField } from '@content-service/bundles';
import { Database } from '../database/database.js';
import { Layouts } from '../index-tables/layouts.js';
import { IndexUpkeep } from '../index-tables/upkeep.js';
import { bundle, put } from '../testing/sample-content.js';
import { describeOnEngines } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { Schema } from './schema.js';

await describeOnEngines('Schema', (engine) => {
  it('is migrated also when another process changes the model while it is looked at', async () => {
    const url = await engine.create();
    const other = new TypeOrmStorage(url);
    await other.open();
    await other.migrate();
    await put(other, bundle('page'));
    const database = new Database(url);
    await database.open();
    const upkeep = new IndexUpkeep(database, new Layouts(database));
    const isInLine = upkeep.isInLine.bind(upkeep);
    jest.spyOn(upkeep, 'isInLine').mockImplementationOnce(async (types) => {
      await put(other, bundle('page', defineField('field_name', 'string')));
      return isInLine(types);
    });

    const isMigrated = await new Schema(database, upkeep).isMigrated();

    expect(isMigrated).toBe(true);
    await database.close();
    await other.close();
  });
});
