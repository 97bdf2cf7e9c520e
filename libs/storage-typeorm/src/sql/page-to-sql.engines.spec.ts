import type { EntryQuery } from '@content-service/entries';
import { Database } from '../database/database.js';
import { sql } from '../database/sql.js';
import { IndexSchemaCache } from '../index-tables/index-schema.js';
import { bundle, buildEqualQuery, insert, putBundle, createEntry } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { Catalog } from '../plan/catalog.js';
import { type PageQuery, toKeysetPage, toOffsetPage } from '../plan/plan.js';
import { isHeavyPage, planPage } from '../plan/plan-page.js';
import { pageToSql } from './page-to-sql.js';

const TYPE = 'node--page';
const NIL = '00000000-0000-0000-0000-000000000000';
const { filter, ...all } = buildEqualQuery(TYPE, 'title', 'string', '');
if (filter?.kind !== 'condition') throw new Error('buildEqualQuery() returns a condition.');
const { path } = filter;

/** Sorted by title, for a reader without access to the titles of unpublished entries. */
const SORTED: EntryQuery = { ...all, sort: [{ path, direction: 'ascending', publishedOnly: true }] };

/** A search by `published`, in the form in which EXPLAIN of an engine shows it. */
const SEARCH: Readonly<Record<string, RegExp>> = {
  SQLite: /COVERING INDEX k_ix_\d+_published \(published=\?\)/,
  MariaDB: /"type":"ref".*"key":"k_ix_\d+_published"/,
  MySQL: /"type":"ref".*"key":"k_ix_\d+_published"/,
  PostgreSQL: /Scan (?:using|on) k_ix_\d+_published/,
};

await describeOnEngine('pageToSql', (engine) => {
  let storage: TypeOrmStorage;
  let database: Database;
  beforeAll(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    const { version } = await putBundle(storage, bundle('page'));
    const entries = Array.from({ length: 600 }, (_, n) =>
      createEntry(TYPE, version, { title: `t${n % 200}` }, {}, n % 100 > 0),
    );
    await storage.entries.apply(entries.map(insert));
    database = new Database(url);
    await database.open();
    await database.analyze();
  });
  afterAll(async () => {
    await database.close();
    await storage.close();
  });

  it('reads the unpublished part of a sorted page from the index on published and position', async () => {
    const plan = await explain(toOffsetPage(SORTED));

    expect(plan).toContainEqual(expect.stringMatching(SEARCH[engine.name] ?? ''));
    expect(isHeavyPage(SORTED)).toBe(false);
  });

  // The other engines read an index from `c <= ? OR c IS NULL` on.
  if (engine.name === 'PostgreSQL')
    it('reads a page behind a bound from an index, also where entries without a value follow', async () => {
      const bound = { direction: 'after', position: { keys: ['t100'], position: 1, id: NIL } } as const;
      const sort = [{ path, direction: 'descending', publishedOnly: false } as const];

      const plan = await explain(toKeysetPage({ type: TYPE, publishedOnly: false, sort, limit: 2, bound }));

      expect(plan).toContainEqual(expect.stringMatching(/Scan .*using k_ix_\d+_c\d+/));
      expect(plan).toContainEqual(expect.stringMatching(/Index Cond: \(c\d+ <= /));
    });

  async function explain(query: PageQuery): Promise<string[]> {
    const { dialect } = database;
    const catalog = new Catalog(await new IndexSchemaCache(database).current());
    const [access] = planPage(query, { catalog, total: 0, largeType: Infinity }, dialect).accesses;
    const statement = pageToSql(access!, {}, { dialect });
    const plan = engine.isServer ? sql`EXPLAIN ${statement}` : sql`EXPLAIN QUERY PLAN ${statement}`;
    const rows = await database.query(plan);
    return rows.map((row) => JSON.stringify(row));
  }
});
