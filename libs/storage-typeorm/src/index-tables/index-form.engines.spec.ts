import { fold } from '@content-service/entries';
import { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import { buildEqualQuery, bundle, createEntry, insert, putBundle } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

await describeOnEngine('The form of indexed texts', (engine) => {
  it('is that of this version in a new database', async () => {
    const storage = await open(await engine.create());
    await storage.migrate();

    expect(await storage.isIndexComplete()).toBe(true);
    await storage.close();
  });

  it('of the previous version is replaced by a rebuild, and queries are answered until then', async () => {
    const { url, find } = await createFormerDatabase();
    const storage = await open(url);

    expect([await storage.isMigrated(), await storage.isIndexComplete()]).toEqual([true, false]);
    expect(await find(storage, 'night')).toBe(1);
    expect(await find(storage, 'काम')).toBe(0);
    await storage.rebuildIndex();

    expect(await storage.isIndexComplete()).toBe(true);
    expect(await find(storage, 'night')).toBe(1);
    expect(await find(storage, 'काम')).toBe(1);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    expect(Object.keys(await storage.generations())).not.toContain('index_form');
    await storage.close();
  });

  it('is not that of entries that a process of the previous version has rebuilt', async () => {
    const { url, find } = await createFormerDatabase();
    const storage = await open(url);
    const checkpoint = { type: 32_000, after: '', entries: 2, words: '' };

    await storage.rebuildIndex({ checkpoint, report: () => Promise.resolve() });

    expect(await find(storage, 'काम')).toBe(1);
    await storage.close();
  });

  /** A database as the version left it that took vowel signs for accents, with the titles `night` and `काम`. */
  async function createFormerDatabase(): Promise<{
    url: string;
    find: (storage: TypeOrmStorage, title: string) => Promise<number>;
  }> {
    const url = await engine.create();
    const storage = await open(url);
    await storage.migrate();
    const { version } = await putBundle(storage, bundle('page'));
    const titles = ['night', 'काम'].map((title) => createEntry('node--page', version, { title }));
    await storage.entries.apply(titles.map(insert));
    await storage.close();
    const database = new Database(url);
    await database.open();
    const [row] = await database.query<{ id: number; type_id: number }>(
      sql`SELECT p.id, p.type_id FROM model_property p JOIN resource_type t ON t.id = p.type_id
          WHERE t.name = ${'node--page'} AND p.field = ${'title'} AND p.placement = ${'column'}`,
    );
    const column = raw(`c${row?.id}`);
    await database.execute(
      sql`UPDATE ${raw(`ix_${row?.type_id}`)} SET ${column} = ${Buffer.from('कम')}
          WHERE ${column} = ${Buffer.from(fold('काम'))}`,
    );
    await database.execute(raw("DELETE FROM generation WHERE area = 'index_form'"));
    await database.close();
    const find = ({ entries }: TypeOrmStorage, title: string): Promise<number> =>
      entries.count(buildEqualQuery('node--page', 'title', 'string', fold(title)));
    return { url, find };
  }

  async function open(url: string): Promise<TypeOrmStorage> {
    const storage = new TypeOrmStorage(url);
    await storage.open();
    return storage;
  }
});
