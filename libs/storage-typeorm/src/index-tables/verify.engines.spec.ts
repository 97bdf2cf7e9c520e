import { defineField, UNLIMITED } from '@content-service/bundles';
import type { Entry } from '@content-service/entries';
import { parseUuid, type Progress, UuidV7Generator } from '@content-service/kernel';
import { DRIFTS_MAXIMUM, NO_DIFFERENCES } from '@content-service/storage';
import { Database } from '../database/database.js';
import { insertStatements } from '../database/insert.js';
import { raw, type Row, type Sql, sql } from '../database/sql.js';
import { bundle, buildEqualQuery, insert, putBundle, createEntry } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const TYPE = 'node--page';
const ids = new UuidV7Generator();

await describeOnEngine('verifyIndex and rebuildIndex', (engine) => {
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
    const path = { alias: `/Sound/${next.id}`, langcode: 'en' };
    const attributes = { title: 'Sound', field_codes: [1, 2], field_price: '9007199254740993.00', path };
    const entry = createEntry(TYPE, version, attributes, { field_next: [{ type: TYPE, id: next.id }] });
    await storage.entries.apply([insert(next), insert(entry)]);
    return entry;
  };

  const insertOrphans = async (amount: number): Promise<void> => {
    const [row] = await database.query<Row>(sql`SELECT * FROM ix_multi LIMIT 1`);
    const rows = Array.from({ length: amount }, () => ({ ...row, id: parseUuid(ids.next()) }));
    for (const insertion of insertStatements('ix_multi', rows)) await database.execute(insertion);
  };

  it('reports no drift for numbers of eighteen digits', async () => {
    await page();

    expect((await storage.verifyIndex()).drifts).toEqual([]);
  });

  it.each<[string, string, (id: Buffer) => Sql]>([
    ['missing', 'own', (id) => sql`DELETE FROM ${raw(table)} WHERE id = ${id}`],
    ['different', 'own', (id) => sql`UPDATE ${raw(table)} SET position = position + 1 WHERE id = ${id}`],
    ['missing', 'ix_multi', (id) => sql`DELETE FROM ix_multi WHERE id = ${id} AND delta = 1`],
    ['different', 'ix_multi', (id) => sql`UPDATE ix_multi SET n = n + 5 WHERE id = ${id} AND delta = 0`],
    ['superfluous', 'ix_multi', (id) => sql`UPDATE ix_multi SET delta = 7 WHERE id = ${id} AND delta = 1`],
    ['missing', 'entry_ref', (id) => sql`DELETE FROM entry_ref WHERE source = ${id}`],
    ['missing', 'path_alias', (id) => sql`DELETE FROM path_alias WHERE entry_id = ${id}`],
    ['missing', 'alias_fold', (id) => sql`DELETE FROM alias_fold WHERE entry_id = ${id}`],
    [
      'superfluous',
      'alias_fold',
      (id) => sql`UPDATE alias_fold SET langcode = ${Buffer.from('de')} WHERE entry_id = ${id}`,
    ],
    ['superfluous', 'own', (id) => sql`DELETE FROM entry WHERE id = ${id}`],
  ])('reports and repairs %s rows in %s', async (problem, place, damage) => {
    const entry = await page();
    await database.execute(damage(parseUuid(entry.id)));

    const { drifts } = await storage.verifyIndex();

    expect(drifts).toContainEqual({ table: place === 'own' ? table : place, id: entry.id, problem });
    expect(await storage.rebuildIndex()).toBeGreaterThan(0);
    expect((await storage.verifyIndex()).drifts).toEqual([]);
  });

  it('names the first differences and counts all, also of more rows than one range', async () => {
    await insertOrphans(5500);

    const { differences, drifts } = await storage.verifyIndex();

    expect([differences, drifts.length]).toEqual([5500, DRIFTS_MAXIMUM]);
    expect(drifts[0]).toMatchObject({ table: 'ix_multi', problem: 'superfluous' });
    await storage.rebuildIndex();
    expect(await storage.verifyIndex()).toEqual(NO_DIFFERENCES);
  });

  it('continues an interrupted comparison with what it has found, wherever it was interrupted', async () => {
    const pages = await Promise.all(Array.from({ length: 101 }, page));
    for (const { id } of [pages[0]!, pages[100]!])
      await database.execute(sql`UPDATE ix_multi SET n = n + 5 WHERE id = ${parseUuid(id)} AND delta = 0`);
    await insertOrphans(5010);
    const reported: Progress[] = [];
    const report = async (progress: Progress): Promise<void> => void reported.push(progress);
    const whole = await storage.verifyIndex({ report });
    expect([whole.differences, reported.length > 5]).toEqual([5012, true]);

    for (const [n, { checkpoint }] of reported.slice(0, -1).entries()) {
      const rest: Progress[] = [];
      const monitor = { checkpoint, report: async (progress: Progress) => void rest.push(progress) };

      expect(await storage.verifyIndex(monitor)).toEqual(whole);
      // The range of the checkpoint may be looked at again when it was the last one of its table.
      expect(rest.length).toBeLessThanOrEqual(reported.length - n);
      expect(rest.at(-1)).toEqual(reported.at(-1));
    }
    await storage.rebuildIndex();
    const monitor = { checkpoint: reported.at(-1)?.checkpoint, report };
    expect(await storage.verifyIndex(monitor)).toEqual(NO_DIFFERENCES);
  });

  it.each<[string, Sql]>([
    ['wrong', sql`UPDATE entry_count SET total = total + 1, published = published - 1`],
    ['missing', sql`DELETE FROM entry_count`],
  ])('reports and repairs %s counts', async (_, damage) => {
    await page();
    const all = { ...buildEqualQuery(TYPE, 'title', 'string', ''), filter: undefined };
    const total = await storage.entries.count(all);
    await database.execute(damage);

    expect((await storage.verifyIndex()).drifts).toEqual([
      { table: 'entry_count', id: TYPE, problem: 'different' },
    ]);
    await storage.rebuildIndex();
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    expect(await storage.entries.count(all)).toBe(total);
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
