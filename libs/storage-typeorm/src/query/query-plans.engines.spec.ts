import { randomBytes } from 'node:crypto';
import { defineField } from '@content-service/bundles';
import { SEQUENCER } from '@content-service/events';
import type { Condition, EntryQuery, FieldPath, Sort } from '@content-service/entries';
import type { ValueKind } from '@content-service/bundles';
import { Database } from '../database/database.js';
import { insertStatements } from '../database/insert.js';
import { raw, sql } from '../database/sql.js';
import { bundle, insert, putBundle, createEntry } from '../testing/sample-content.js';
import { QueryLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const TYPE = 'node--page';
const ENTRIES = 3000;
const RATINGS = 6;
const LIMIT = 50;
/** Rows that an engine may sort for a page of a single key: those of the page, and some for estimates. */
const PAGE_SORT = 2 * LIMIT;
const KEY_SORT = 1.5 * (ENTRIES / RATINGS);

const KINDS: Readonly<Record<string, ValueKind>> = {
  title: 'string',
  created: 'timestamp',
  field_rating: 'integer',
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

const hidesUnpublished = (sort: Sort): Sort => ({ ...sort, publishedOnly: true });

/** @param id of a target of `field_next` */
function refersTo(id: string): Condition {
  const step = { field: 'field_next', sourceTypes: [TYPE], targetTypes: [TYPE], multiple: false };
  const path = {
    text: 'field_next.id',
    steps: [{ ...step, publishedTargetsOnly: false }],
    end: { kind: 'id' } as const,
  };
  return { kind: 'condition', operator: '=', values: [id], path };
}

const RATED: Condition = {
  kind: 'condition',
  operator: '=',
  values: [3],
  path: toPath('field_rating'),
};

/** How many rows a plan sorts at most by its estimates, and whether it reads the whole table of the type. */
interface PlanCost {
  readonly sortedRows: number;
  readonly scansTable: boolean;
}

type PlanRow = Readonly<Record<string, string | number | null>>;

const readMysqlPlan = (plan: readonly PlanRow[]): PlanCost => {
  const own = plan.filter(({ table }) => table === 'e');
  const sorting = own.filter(({ Extra }) => String(Extra).includes('filesort'));
  return {
    sortedRows: Math.max(0, ...sorting.map(({ rows }) => Number(rows))),
    scansTable: own.some(({ type }) => type === 'ALL'),
  };
};

const PLANS: Readonly<Record<string, { explain: string; read: (plan: readonly PlanRow[]) => PlanCost }>> = {
  MariaDB: { explain: 'EXPLAIN', read: readMysqlPlan },
  MySQL: { explain: 'EXPLAIN', read: readMysqlPlan },
  // An incremental sort, or one by the last terms, sorts the rows of each key apart. The rows that `u` merges are limited.
  SQLite: {
    explain: 'EXPLAIN QUERY PLAN',
    read: (plan) => {
      const details = plan.map(({ detail }) => String(detail));
      const merges = details.includes('SCAN u');
      const sorts = details.includes('USE TEMP B-TREE FOR ORDER BY');
      return { sortedRows: sorts && !merges ? ENTRIES : 0, scansTable: details.includes('SCAN e') };
    },
  },
  PostgreSQL: {
    explain: 'EXPLAIN',
    read: (plan) => {
      const lines = plan.map((row) => String(row['QUERY PLAN']));
      const sorts = lines.map((line) => /^(?: *-> +)?Sort .* rows=(\d+)/.exec(line)?.[1]);
      return {
        sortedRows: Math.max(0, ...sorts.map((rows) => Number(rows ?? 0))),
        scansTable: lines.some((line) => line.includes('Seq Scan on ix_')),
      };
    },
  },
};

await describeOnEngine('plans of pages', (engine) => {
  const log = new QueryLog();
  let storage: TypeOrmStorage;
  let database: Database;
  let target: string;
  let url: string;

  beforeAll(async () => {
    url = await engine.create();
    storage = new TypeOrmStorage(url, { logger: log, limits: { sqliteReaders: 0 } });
    await storage.open();
    await storage.migrate();
    const { version } = await putBundle(
      storage,
      bundle(
        'page',
        defineField('field_rating', 'integer'),
        defineField('field_next', 'entity_reference', { settings: { targetTypes: [TYPE] } }),
      ),
    );
    const targets = Array.from({ length: 20 }, () => createEntry(TYPE, version));
    target = targets[0]!.id;
    await storage.entries.apply(targets.map(insert));
    for (let first = 0; first < ENTRIES; first += 500)
      await storage.entries.apply(
        Array.from({ length: 500 }, (_, n) => insert(createPage(first + n, version, targets[n % 20]!.id))),
      );
    database = new Database(url);
    await database.open();
    await database.analyze();
    if (engine.name === 'PostgreSQL') await database.execute(raw('ANALYZE'));
  });
  afterAll(async () => {
    await database.close();
    await storage.close();
  });

  it.each<[string, () => Partial<EntryQuery>, number]>([
    ['in creation order', () => ({}), 0],
    ['in creation order at an offset', () => ({ offset: ENTRIES / 2 }), 0],
    ['newest first', () => ({ sort: sortBy('-created') }), 0],
    ['oldest first', () => ({ sort: sortBy('created') }), PAGE_SORT],
    ['by title', () => ({ sort: sortBy('title') }), 0],
    ['by title at an offset', () => ({ sort: sortBy('title'), offset: ENTRIES / 2 }), 0],
    ['by title, descending', () => ({ sort: sortBy('-title') }), PAGE_SORT],
    [
      'by title for readers without access to unpublished entries',
      () => ({ sort: sortBy('title').map(hidesUnpublished) }),
      PAGE_SORT,
    ],
    [
      'by title, descending, for readers without access to unpublished entries',
      () => ({ sort: sortBy('-title').map(hidesUnpublished) }),
      PAGE_SORT,
    ],
    ['by two keys', () => ({ sort: sortBy('field_rating', '-title') }), KEY_SORT],
    ['of a target, newest first', () => ({ filter: refersTo(target), sort: sortBy('-created') }), 0],
    ['of a rating', () => ({ filter: RATED }), 0],
  ])(
    'a page %s neither scans the table nor sorts more rows than it needs',
    async (_, query, sortedMaximum) => {
      const costs = await explain(() => storage.entries.findIds({ ...ALL, ...query() }));

      expect(costs.length).toBeGreaterThan(0);
      for (const { sortedRows, scansTable } of costs) {
        expect(scansTable).toBe(false);
        expect(sortedRows).toBeLessThanOrEqual(sortedMaximum);
      }
    },
  );

  it('a page of a target, while deleted entries are in linkage, neither scans the table nor sorts many rows', async () => {
    const others = Array.from({ length: 500 }, () => ({ target: randomBytes(16) }));
    for (const statement of insertStatements('unlinking', others)) await database.execute(statement);

    const costs = await explain(() =>
      storage.entries.findIds({ ...ALL, filter: refersTo(target), sort: sortBy('-created') }),
    );

    await database.execute(raw('DELETE FROM unlinking'));
    // The query as it is without any, and the one that leaves them out.
    expect(costs).toHaveLength(2);
    for (const { sortedRows, scansTable } of costs) {
      expect(scansTable).toBe(false);
      expect(sortedRows).toBeLessThanOrEqual(PAGE_SORT);
    }
  });

  it('a page behind a position by title, descending, sorts no more rows than it needs', async () => {
    const query = { ...ALL, sort: sortBy('-title') };
    const { positions } = await storage.entries.findPositions(query);
    const bound = { direction: 'after', position: positions.at(-1)! } as const;

    const costs = await explain(() => storage.entries.findPositions({ ...query, bound }));

    expect(costs.length).toBeGreaterThan(0);
    for (const { sortedRows, scansTable } of costs) {
      expect(scansTable).toBe(false);
      expect(sortedRows).toBeLessThanOrEqual(PAGE_SORT);
    }
  });

  it('a long list of ids is looked up by the key while the statistics are of a small table', async () => {
    const url = await engine.create();
    const small = new TypeOrmStorage(url, { logger: log });
    await small.open();
    await small.migrate();
    const { version } = await putBundle(small, bundle('page'));
    const entries = Array.from({ length: 500 }, () => createEntry(TYPE, version));
    await small.entries.apply(entries.map(insert));
    // Connections read the statistics when they are opened; the last one to be closed has updated them.
    await small.close();
    await small.open();
    const plans = new Database(url);
    await plans.open();
    log.queries = [];

    await small.entries.getMany(entries.map(({ id }) => id));
    await small.entries.findStatuses(entries.map(({ id }) => id));

    const lookups = log.queries.filter(({ text }) => text.includes(' FROM entry '));
    expect(lookups).toHaveLength(2);
    if (engine.name === 'SQLite')
      for (const lookup of lookups)
        expect(await plans.query(sql`EXPLAIN QUERY PLAN ${lookup}`)).toContainEqual(
          expect.objectContaining({ detail: expect.stringMatching(/^SEARCH entry USING .*\(id=\?\)/) }),
        );
    await plans.close();
    await small.close();
  });

  it('the backlog of events and their sequencing read an index while the statistics are of a time when none had a position', async () => {
    const plans = new Database(url);
    await plans.open();
    const { lease } = (await storage.eventConsumers.acquire(SEQUENCER, 'spec', 60))!;
    log.queries = [];

    await storage.events.bounds();
    // Others of the same transactions follow.
    await storage.events.sequence(lease, 10);

    const lookups = log.queries.filter(({ text }) => text.includes('position IS NULL'));
    expect(lookups.length).toBeGreaterThanOrEqual(5);
    if (engine.name === 'SQLite')
      for (const lookup of lookups)
        expect(await plans.query(sql`EXPLAIN QUERY PLAN ${lookup}`)).toContainEqual(
          expect.objectContaining({
            detail: expect.stringMatching(/^SEARCH event_log USING (COVERING )?INDEX .*position=\?/),
          }),
        );
    await storage.eventConsumers.release(lease);
    await plans.close();
  });

  it('a total without a filter reads no entries', async () => {
    log.queries = [];

    expect(await storage.entries.count(ALL)).toBe(ENTRIES + 20);

    expect(log.queries.map(({ text }) => text)).toEqual([expect.stringContaining('FROM entry_count')]);
  });

  /** The costs of the statements that a read sends. */
  async function explain(read: () => Promise<unknown>): Promise<PlanCost[]> {
    const plans = PLANS[engine.name]!;
    log.queries = [];
    await read();
    const statements = log.queries.filter(({ text }) => /FROM.* ix_\d+ /s.test(text));
    return Promise.all(
      statements.map(async (statement) =>
        plans.read(await database.query(sql`${raw(plans.explain)} ${statement}`)),
      ),
    );
  }
});

const ALL: EntryQuery = { type: TYPE, publishedOnly: false, sort: [], offset: 0, limit: LIMIT };

function createPage(n: number, version: number, target: string): ReturnType<typeof createEntry> {
  const attributes = {
    title: `t${(n * 7) % ENTRIES}`,
    field_rating: n % RATINGS,
    created: new Date(1.7e12 + n * 1000).toISOString(),
  };
  return createEntry(TYPE, version, attributes, { field_next: [{ type: TYPE, id: target }] }, n % 100 > 0);
}
