import { jest } from '@jest/globals';
import { defineField, type ValueKind } from '@content-service/bundles';
import type {
  EntryQuery,
  FieldPath,
  Filter,
  KeysetPosition,
  KeysetQuery,
  Sort,
} from '@content-service/entries';
import { formatUuid } from '@content-service/kernel';
import { Database, type ReadOptions } from '../database/database.js';
import { raw, type Sql, sql } from '../database/sql.js';
import { type IndexSchema, IndexSchemaCache } from '../index-tables/index-schema.js';
import { bundle, createEntry, insert, putBundle } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { Catalog } from '../plan/catalog.js';
import { type PageQuery, toKeysetPage, toOffsetPage } from '../plan/plan.js';
import { planPage } from '../plan/plan-page.js';
import { type FoundRow, readPage, readStatistics, toPosition } from './read-page.js';

const TYPE = 'node--page';
const ENTRIES = 2800;
/** Different values of the field by which pages are sorted first; a quarter of the entries has none. */
const RATINGS = 3;
const LIMIT = 3;
/**
 * With this number of entries, groups of 447 are large for a page of `LIMIT` rows: √(4 · 50,000). The page is looked for in 4 times as
 * many rows. Groups of a subquery are large with 200 rows, and with 1,184 the subquery is run for each row.
 */
const MANY = 50_000;
const LARGE_TYPE = 1000;
/** The last entries in the order of creation, beyond that reach; beyond that of linked groups if all entries are `ENTRIES`. */
const LATE = 800;
/** Entries that others refer to. */
const TARGETS = 4;

/** The titles of every second entry. */
const TITLES = Array.from({ length: ENTRIES / 4 }, (_, n) => `t${2 * n}`);

const KINDS: Readonly<Record<string, ValueKind>> = {
  title: 'string',
  created: 'timestamp',
  field_rating: 'integer',
  field_stage: 'integer',
};

function toPath(field: string): FieldPath {
  const property = { name: '', kind: KINDS[field]!, caseSensitive: false, scale: 0 };
  return {
    text: field,
    steps: [],
    end: { kind: 'property', field, property, types: [TYPE], multiple: false },
  };
}

function sortBy(...names: readonly string[]): Sort[] {
  return names.map((name) => ({
    path: toPath(name.replace('-', '')),
    direction: name.startsWith('-') ? 'descending' : 'ascending',
    publishedOnly: false,
  }));
}

function isOneOf(field: string, ...values: readonly (string | number)[]): Filter {
  return { kind: 'condition', operator: 'IN', values, path: toPath(field) };
}

/** Filter by the titles of the targets of `field_next`. */
function leadsTo(...titles: readonly string[]): Filter {
  const step = { field: 'field_next', sourceTypes: [TYPE], targetTypes: [TYPE], multiple: true };
  const path = { ...toPath('title'), steps: [{ ...step, publishedTargetsOnly: false }] };
  return { kind: 'condition', operator: 'IN', values: titles, path };
}

/** What the plan of a page does. */
interface PagePlan {
  readonly readsIndexOfOrder: boolean;
  readonly sorts: boolean;
  readonly isCorrelated: boolean;
}

type PlanRow = Readonly<Record<string, unknown>>;

const PLANS: Readonly<Record<string, { explain: string; read: (plan: readonly PlanRow[]) => PagePlan }>> = {
  SQLite: {
    explain: 'EXPLAIN QUERY PLAN',
    read: (plan) => {
      const steps = plan.map(({ detail }) => String(detail));
      return {
        readsIndexOfOrder: /^(SEARCH|SCAN) e USING (COVERING )?INDEX k_ix_\d+_c\d+/.test(steps[0] ?? ''),
        sorts: steps.some((step) => step.includes('ORDER BY')),
        isCorrelated: steps.some((step) => step.startsWith('CORRELATED')),
      };
    },
  },
  MariaDB: {
    explain: 'EXPLAIN',
    read: (plan) => ({
      readsIndexOfOrder: plan.some(({ table, key }) => table === 'e' && /^k_ix_\d+_c\d+$/.test(String(key))),
      sorts: plan.some(({ Extra }) => String(Extra).includes('filesort')),
      isCorrelated: plan.some((row) => row['select_type'] === 'DEPENDENT SUBQUERY'),
    }),
  },
  PostgreSQL: {
    explain: 'EXPLAIN',
    read: (plan) => {
      const steps = plan.map((row) => String(row['QUERY PLAN']).trim());
      return {
        readsIndexOfOrder: steps.some((step) =>
          /Index (Only )?Scan using k_ix_\d+_c\d+ on ix_\d+ e /.test(step),
        ),
        sorts: steps.some((step) => step.startsWith('-> Sort') || step.startsWith('Sort')),
        isCorrelated: !steps.some((step) => step.includes('hashed SubPlan')),
      };
    },
  },
};

await describeOnEngine('readPage', (engine) => {
  let storage: TypeOrmStorage;
  let database: Database;
  let indexSchema: IndexSchema;
  beforeAll(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    const { version } = await putBundle(
      storage,
      bundle(
        'page',
        defineField('field_rating', 'integer'),
        defineField('field_stage', 'integer'),
        defineField('field_next', 'entity_reference', { cardinality: -1, settings: { targetTypes: [TYPE] } }),
      ),
    );
    const targets = Array.from({ length: TARGETS }, (_, n) =>
      createEntry(TYPE, version, { title: `target${n}` }),
    );
    await storage.entries.apply(targets.map(insert));
    for (let first = TARGETS; first < ENTRIES; first += 400)
      await storage.entries.apply(
        Array.from({ length: Math.min(400, ENTRIES - first) }, (_, n) =>
          insert(createPage(first + n, version, targets)),
        ),
      );
    database = new Database(url);
    await database.open();
    await database.analyze();
    indexSchema = await new IndexSchemaCache(database).current();
  });
  afterAll(async () => {
    await database.close();
    await storage.close();
  });

  describe.each<[string, readonly string[], Filter?]>([
    ['in the order of two keys', ['field_rating', '-title']],
    ['in the order of two keys, both ascending', ['field_rating', 'title']],
    ['in the order of two keys, both descending', ['-field_rating', '-created']],
    ['in the order of three keys', ['-field_rating', 'created', 'title']],
    ['of a filter, newest first', ['-created'], isOneOf('field_rating', 2)],
    ['of a filter', [], isOneOf('field_rating', 1, 3)],
    ['in the order of two keys that depend on each other', ['-field_stage', 'created']],
    ['of a filter that the last entries meet', [], isOneOf('field_stage', 2)],
    ['of a title of targets, newest first', ['-created'], leadsTo('target1')],
    ['of titles of targets, by title', ['title'], leadsTo('target0', 'target2')],
    ['of a title of targets, oldest first', ['created'], leadsTo('target2')],
    ['of a title of targets that the last entries have', [], leadsTo('target3')],
    [
      'of two filters, by title',
      ['-title'],
      {
        kind: 'group',
        conjunction: 'AND',
        members: [isOneOf('field_rating', 1, 3), isOneOf('title', ...TITLES)],
      },
    ],
  ])('%s', (_, names, filter) => {
    const selection = { type: TYPE, publishedOnly: false, ...(filter && { filter }) };
    const query = { ...selection, sort: sortBy(...names), limit: LIMIT };

    it.each([false, true])(
      'finds the same pages in a large group, publishedOnly %s',
      async (publishedOnly) => {
        for (const offset of [0, 10, 300, 499, 501, 1200, ENTRIES - 2]) {
          const page = { ...query, publishedOnly, offset };
          const expected = await readIds(page, 0);

          for (const total of [MANY, ENTRIES])
            expect({ offset, total, ids: await readIds(page, total) }).toEqual({
              ...{ offset, total },
              ids: expected,
            });
        }
      },
    );

    it('finds the same pages behind and before a position', async () => {
      const positions = await readPositions({ ...query, limit: ENTRIES }, 0);
      for (const position of positions.filter((_, n) => n % 123 === 0))
        for (const direction of ['after', 'before'] as const) {
          const page = { ...query, bound: { direction, position } };
          const expected = await readPositions(page, 0);

          for (const total of [MANY, ENTRIES]) expect(await readPositions(page, total)).toEqual(expected);
        }
    });
  });

  it('reads a page of a large group in the order of the other keys, within a bounded number of rows', async () => {
    const orders = await readOrders(sortBy('field_rating', '-title'));

    // The key of the group, the end of the reach, the last title of the page, and the page by title, position and id.
    expect(orders).toEqual([1, 1, 1, 3]);
  });

  it('sorts a group whose page lies beyond those rows', async () => {
    const orders = await readOrders(sortBy('-field_stage', 'created'));

    expect(orders.at(-1)).toBe(4);
  });

  it('reads in another process what may read many rows', async () => {
    const options = await readOptions({ sort: sortBy('field_rating', '-title') });

    // The count of a group is bounded.
    expect(options).toEqual([true, false, true, true, true]);
  });

  it('reads a page of a filter that few entries meet in this process', async () => {
    const options = await readOptions({ filter: isOneOf('title', 't5'), sort: sortBy('-created') });

    expect(options.filter((heavy) => heavy)).toEqual([]);
  });

  if (engine.name === 'SQLite')
    it('reads a page of a filter that most entries meet from the index of its order', async () => {
      const plan = await explainPage({ filter: isOneOf('field_rating', 1, 2, 3), sort: sortBy('-created') });

      expect(plan).toEqual({ readsIndexOfOrder: true, sorts: false, isCorrelated: false });
    });

  it('reads a page of a filter that many linked entries meet from the index of its order', async () => {
    const plan = await explainPage({ filter: leadsTo('target1'), sort: sortBy('-created') });

    expect(plan).toEqual({ readsIndexOfOrder: true, sorts: false, isCorrelated: false });
  });

  it('runs the subquery of a filter that most linked entries meet for each row', async () => {
    const plan = await explainPage({ filter: leadsTo('target2'), sort: sortBy('title') });

    expect(plan).toEqual({ readsIndexOfOrder: true, sorts: false, isCorrelated: true });
  });

  /** The number of sort keys of each statement with an order. */
  async function readOrders(sort: readonly Sort[]): Promise<readonly number[]> {
    const texts = (await readStatements({ sort })).map(([{ text }]) => text);
    const ordered = texts.filter((text) => text.includes('ORDER BY'));
    return ordered.map((text) => text.slice(text.indexOf('ORDER BY')).split(',').length);
  }

  /** The options of each statement: whether it is heavy. */
  async function readOptions(members: Pick<EntryQuery, 'filter' | 'sort'>): Promise<readonly unknown[]> {
    return (await readStatements(members)).map(([, options]) => options?.heavy ?? false);
  }

  /** The statements of the first page, and their options. */
  async function readStatements(
    members: Pick<EntryQuery, 'filter' | 'sort'>,
  ): Promise<readonly Parameters<Database['query']>[]> {
    const query = jest.spyOn(database, 'query');
    await readIds({ type: TYPE, publishedOnly: false, offset: 0, limit: LIMIT, ...members }, MANY);
    const { calls } = query.mock;
    query.mockRestore();
    return calls;
  }

  /** The plan of the last statement of a page. */
  async function explainPage(members: Pick<EntryQuery, 'filter' | 'sort'>): Promise<PagePlan> {
    const [statement] = (await readStatements(members)).at(-1)!;
    const { explain, read } = PLANS[engine.name]!;
    return read(await database.query<PlanRow>(sql`${raw(explain)} ${statement}`));
  }

  async function readRows(query: PageQuery, total: number): Promise<readonly FoundRow[]> {
    const { dialect } = database;
    const run = {
      read: <Found>(statement: Sql, _: unknown, options: ReadOptions) =>
        database.query<Found>(statement, options),
      statistics: { catalog: new Catalog(indexSchema), total, largeType: LARGE_TYPE },
      options: { dialect },
    };
    return readPage(planPage(query, await readStatistics(query, run), dialect), run);
  }

  async function readIds(query: EntryQuery, total: number): Promise<readonly string[]> {
    return (await readRows(toOffsetPage(query), total)).map(({ row }) => formatUuid(row.id));
  }

  async function readPositions(query: KeysetQuery, total: number): Promise<readonly KeysetPosition[]> {
    return (await readRows(toKeysetPage(query), total)).map(toPosition);
  }
});

/** Refers to every second target of the first three, the same one twice now and then, and late ones to the last. */
function createPage(
  n: number,
  version: number,
  targets: readonly { readonly id: string }[],
): ReturnType<typeof createEntry> {
  const next = n < ENTRIES - LATE ? [n % 3, (n % 2) * 2] : [3];
  const attributes = {
    title: `t${(n * 11) % (ENTRIES / 2)}`,
    created: new Date(1.7e12 + Math.floor(n / 3) * 1000).toISOString(),
    field_stage: n < ENTRIES - LATE ? 1 : 2,
    ...(n % (RATINGS + 1) > 0 && { field_rating: n % (RATINGS + 1) }),
  };
  const relationships = { field_next: next.map((target) => ({ type: TYPE, id: targets[target]!.id })) };
  return createEntry(TYPE, version, attributes, relationships, n % 100 > 0);
}
