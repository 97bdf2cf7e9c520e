import { jest } from '@jest/globals';
import { defineField, UNLIMITED } from '@content-service/bundles';
import type { Entry } from '@content-service/entries';
import { parseUuid } from '@content-service/kernel';
import { Database } from '../database/database.js';
import { raw, type Sql, sql } from '../database/sql.js';
import { bundle, buildEqualQuery, insert, putBundle, createEntry } from '../testing/sample-content.js';
import { describeOnEngines } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

jest.setTimeout(60_000);

const TYPE = 'node--page';

await describeOnEngines('verifyIndex and rebuildIndex', (engine) => {
  let storage: TypeOrmStorage;
  let database: Database;
  let table: string;

  beforeAll(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url);
    database = new Database(url);
    await storage.open();
    await storage.migrate();
    await database.open();
    await putBundle(
      storage,
      bundle(
        'page',
        defineField('field_codes', 'integer', { cardinality: UNLIMITED }),
        defineField('field_price', 'decimal', { settings: { precision: 18, scale: 2 } }),
        defineField('field_next', 'entity_reference', { settings: { targetTypes: [TYPE] } }),
      ),
    );
    const [type] = await database.query<{ id: number }>(
      sql`SELECT id FROM resource_type WHERE name = ${TYPE}`,
    );
    table = `ix_${type?.id ?? 0}`;
  });
  afterAll(async () => {
    await database.close();
    await storage.close();
  });

  /** A page that has something in every table, and another that it points at. */
  const page = async (): Promise<Entry> => {
    const { version } = await storage.bundles.load();
    const next = createEntry(TYPE, version);
    const path = { alias: `/${next.id}`, langcode: 'en' };
    const attributes = { title: 'Sound', field_codes: [1, 2], field_price: '9007199254740993.00', path };
    const entry = createEntry(TYPE, version, attributes, { field_next: [{ type: TYPE, id: next.id }] });
    await storage.entries.apply([insert(next), insert(entry)]);
    return entry;
  };

  it('reports no drift for numbers of eighteen digits', async () => {
    await page();

    expect(await storage.verifyIndex()).toEqual([]);
  });

  it.each<[string, string, (id: Buffer) => Sql]>([
    ['missing', 'own', (id) => sql`DELETE FROM ${raw(table)} WHERE id = ${id}`],
    ['different', 'own', (id) => sql`UPDATE ${raw(table)} SET position = position + 1 WHERE id = ${id}`],
    ['missing', 'ix_multi', (id) => sql`DELETE FROM ix_multi WHERE id = ${id} AND delta = 1`],
    ['different', 'ix_multi', (id) => sql`UPDATE ix_multi SET n = n + 5 WHERE id = ${id} AND delta = 0`],
    ['superfluous', 'ix_multi', (id) => sql`UPDATE ix_multi SET delta = 7 WHERE id = ${id} AND delta = 1`],
    ['missing', 'entry_ref', (id) => sql`DELETE FROM entry_ref WHERE source = ${id}`],
    ['missing', 'path_alias', (id) => sql`DELETE FROM path_alias WHERE entry_id = ${id}`],
    ['superfluous', 'own', (id) => sql`DELETE FROM entry WHERE id = ${id}`],
  ])('reports and repairs %s rows in %s', async (problem, place, damage) => {
    const entry = await page();
    await database.execute(damage(parseUuid(entry.id)));

    const found = await storage.verifyIndex();

    expect(found).toContainEqual({ table: place === 'own' ? table : place, id: entry.id, problem });
    expect(await storage.rebuildIndex()).toBeGreaterThan(0);
    expect(await storage.verifyIndex()).toEqual([]);
  });

  it.each<[string, Sql]>([
    ['wrong', sql`UPDATE entry_count SET total = total + 1, published = published - 1`],
    ['missing', sql`DELETE FROM entry_count`],
  ])('reports and repairs %s counts', async (_, damage) => {
    await page();
    const all = { ...buildEqualQuery(TYPE, 'title', 'string', ''), filter: undefined };
    const total = await storage.entries.count(all);
    await database.execute(damage);

    expect(await storage.verifyIndex()).toEqual([{ table: 'entry_count', id: TYPE, problem: 'different' }]);
    await storage.rebuildIndex();
    expect(await storage.verifyIndex()).toEqual([]);
    expect(await storage.entries.count(all)).toBe(total);
  });

  it('counts the entries of a database that an earlier version made', async () => {
    await page();
    await database.execute(sql`DROP TABLE entry_count`);
    await database.execute(sql`DELETE FROM migrations WHERE name = 'EntryCounts1760000000030'`);

    await storage.migrate();

    expect(await storage.verifyIndex()).toEqual([]);
  });

  it('rebuildIndex drops the columns of removed fields, whose ids are not used again', async () => {
    const fields = [
      defineField('field_codes', 'integer', { cardinality: UNLIMITED }),
      defineField('field_old', 'string'),
    ];
    await putBundle(storage, bundle('page', ...fields));
    await putBundle(storage, bundle('page', ...fields.slice(0, 1)));

    await storage.rebuildIndex();

    const [old] = await database.query<{ id: number; state: string }>(
      raw("SELECT id, state FROM model_property WHERE field = 'field_old' AND placement = 'column'"),
    );
    const columns = await database.query<{ name: string }>(database.dialect.columnNames(table));
    expect(old?.state).toBe('dropped');
    expect(columns.map(({ name }) => name)).not.toContain(`c${old?.id ?? 0}`);
    const { version } = await putBundle(storage, bundle('page', ...fields));
    await storage.entries.apply([insert(createEntry(TYPE, version, { field_old: 'again' }))]);
    expect(await storage.entries.count(buildEqualQuery(TYPE, 'field_old', 'string', 'again'))).toBe(1);
    const again = await database.query<{ id: number }>(
      raw("SELECT id FROM model_property WHERE field = 'field_old'"),
    );
    // A column and the words, each twice.
    expect(new Set(again.map(({ id }) => id)).size).toBe(4);
  });
});
