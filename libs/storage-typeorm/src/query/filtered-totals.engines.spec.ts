import type { Entry, EntrySelection, PathStep } from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { sqlite } from '../dialects/sqlite.js';
import { sql } from '../database/sql.js';
import {
  buildEqualQuery,
  bundle,
  createEntry,
  insert,
  putBundle,
  remove,
  update,
  withTitle,
} from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { FilteredTotals } from './filtered-totals.js';

const PAGES = 1100;

await describeOnEngine('totals of filtered selections', (engine) => {
  const log = new StatementLog();
  const selection = buildEqualQuery('node--page', 'title', 'string', 'x');
  let storage: TypeOrmStorage;
  let other: TypeOrmStorage;
  let version: number;
  let pages: Entry[];

  beforeAll(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url, { logger: log });
    other = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    await other.open();
    await putBundle(storage, bundle('note'));
    ({ version } = await putBundle(storage, bundle('page')));
    pages = Array.from({ length: PAGES }, () => createEntry('node--page', version, { title: 'x' }));
    await storage.entries.apply(pages.map(insert));
  });
  afterAll(async () => {
    await storage.close();
    await other.close();
  });

  beforeEach(async () => {
    await sequence();
    expect(await count()).toMatchObject({ total: PAGES });
  });

  it('are counted once while no entry changes', async () => {
    expect(await count()).toEqual({ total: PAGES, statements: 0 });
  });

  it('hold when entries of other types change', async () => {
    const note = createEntry('node--note', version, { title: 'x' });

    await other.entries.apply([insert(note)]);

    expect(await count()).toEqual({ total: PAGES, statements: 0 });
    await sequence();
    expect(await count()).toEqual({ total: PAGES, statements: 0 });
  });

  it('follow an insertion and a deletion of another process at once, and when they have their positions', async () => {
    const page = createEntry('node--page', version, { title: 'x' });

    await other.entries.apply([insert(page)]);
    expect(await count()).toEqual({ total: PAGES + 1, statements: 1 });
    await sequence();
    expect(await count()).toMatchObject({ total: PAGES + 1 });
    await other.entries.apply([remove(page)]);

    expect(await count()).toEqual({ total: PAGES, statements: 1 });
  });

  it('follow a change of a value', async () => {
    const [page] = pages as [Entry];
    const edited = withTitle(page, 'y');

    await other.entries.apply([update(edited)]);
    expect(await count()).toEqual({ total: PAGES - 1, statements: 1 });
    await other.entries.apply([update(withTitle(edited, 'x'))]);

    expect(await count()).toEqual({ total: PAGES, statements: 1 });
  });

  it('are counted again after more events than are read', async () => {
    const notes = Array.from({ length: 101 }, () => createEntry('node--note', version, { title: 'x' }));

    await other.entries.apply(notes.map(insert));

    expect(await count()).toEqual({ total: PAGES, statements: 1 });
  });

  async function count(): Promise<{ total: number; statements: number }> {
    const before = log.sent.length;
    const total = await storage.entries.count(selection);
    const statements = log.sent.slice(before).filter((text) => text.includes('COUNT(*)')).length;
    return { total, statements };
  }

  async function sequence(): Promise<void> {
    const { lease } = (await other.eventConsumers.acquire(SEQUENCER, 'spec', 60))!;
    while ((await other.events.sequence(lease, 1000)) > 0);
    await other.eventConsumers.release(lease);
  }
});

describe('FilteredTotals', () => {
  const STATEMENT = sql`SELECT COUNT(*) FROM article WHERE tag = ${1n} AND id > ${Buffer.from('a')}`;
  const step: PathStep = {
    field: 'field_tags',
    sourceTypes: ['node--article'],
    targetTypes: ['taxonomy_term--tags'],
    multiple: true,
    publishedTargetsOnly: true,
  };

  it.each<[string, string, 'IS NULL' | 'IS NOT NULL', number | undefined]>([
    ['holds', 'node--page', 'IS NOT NULL', 5000],
    ['does not hold', 'taxonomy_term--tags', 'IS NOT NULL', undefined],
    ['does not hold', 'node--page', 'IS NULL', undefined],
  ])('%s after a change of %s when a target is tested by %s', async (_, type, operator, expected) => {
    const totals = new FilteredTotals({
      dialect: sqlite,
      query: respondWith({ type: Buffer.from(type), id: Buffer.from('x'), position: 8 }),
    });
    totals.keep(STATEMENT, { total: 5000, position: 7 });

    expect(await totals.find(STATEMENT, selectTargets(operator))).toBe(expected);
  });

  it.each([
    ['is small', { total: 999, position: 7 }],
    ['was counted before the first event', { total: 5000, position: null }],
  ])('keeps no total that %s', async (_, counted) => {
    const totals = new FilteredTotals({ dialect: sqlite, query: respondWith() });

    totals.keep(STATEMENT, counted);

    expect(await totals.find(STATEMENT, selectTargets('IS NULL'))).toBeUndefined();
  });

  function selectTargets(operator: 'IS NULL' | 'IS NOT NULL'): EntrySelection {
    const path = { text: 'field_tags.id', steps: [step], end: { kind: 'id' } } as const;
    const filter = { kind: 'condition', operator, values: [], path } as const;
    return { type: 'node--article', publishedOnly: true, filter };
  }

  function respondWith(...rows: readonly object[]): <Found>() => Promise<Found[]> {
    return <Found>() => Promise.resolve([...rows] as Found[]);
  }
});
