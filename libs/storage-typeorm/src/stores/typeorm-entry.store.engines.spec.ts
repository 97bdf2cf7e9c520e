import { DuplicateEntry } from '@content-service/entries';
import { bundle, buildEqualQuery, insert, putBundle, createEntry } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import {
  type Condition,
  type Filter,
  type Operator,
  type PathStep,
  type Sort,
  EntryReader,
  PreviewSigner,
  resolveInclude,
} from '@content-service/entries';
import { isHeavyCount, isHeavyPage } from '../plan/plan-page.js';
import { ContentModel, defineField, type Field, UNLIMITED } from '@content-service/bundles';
import { FakeClock } from '@content-service/kernel';
import { ANONYMOUS } from '@content-service/scopes';

await describeOnEngine('TypeOrmEntryStore', (engine) => {
  const log = new StatementLog();
  let storage: TypeOrmStorage;
  let ids: string[];

  beforeAll(async () => {
    storage = new TypeOrmStorage(await engine.create(), { logger: log });
    await storage.open();
    await storage.migrate();
    const { version } = await putBundle(storage, bundle('page'));
    const entries = Array.from({ length: 60 }, (_, n) => {
      const path = { alias: `/about-${n}`, langcode: 'en' };
      return createEntry('node--page', version, { title: 'x', path });
    });
    ids = entries.map(({ id }) => id);
    await storage.entries.apply(entries.map(insert));
    await storage.entries.getMany(ids);
  });
  afterAll(() => storage.close());

  it.each<[string, () => Promise<unknown>]>([
    ['findIds', () => storage.entries.findIds(buildEqualQuery('node--page', 'title', 'string', 'x'))],
    ['count', () => storage.entries.count(buildEqualQuery('node--page', 'title', 'string', 'x'))],
    ['getMany', () => storage.entries.getMany(ids)],
    ['findStatuses', () => storage.entries.findStatuses(ids)],
    ['findByAliases', () => storage.entries.findByAliases(['/about-1', '/about-2'], 'en')],
  ])('%s sends one statement for any number of entries', async (_, ask) => {
    const before = log.sent.length;

    await ask();

    expect(log.sent.length - before).toBe(1);
  });

  it('apply() of 61 new entries names the one whose id is taken', async () => {
    const { version } = await storage.bundles.load();
    const added = Array.from({ length: 60 }, () => createEntry('node--page', version, { title: 'y' }));
    const [taken] = (await storage.entries.getMany(ids.slice(0, 1))).values();

    const stored = storage.entries.apply([...added, taken!].map(insert));

    await expect(stored).rejects.toThrow(new DuplicateEntry(taken!.id));
    expect(await storage.entries.count(buildEqualQuery('node--page', 'title', 'string', 'y'))).toBe(0);
  });

  it('apply() inserts 50 entries with fewer than 10 statements', async () => {
    const { version } = await storage.bundles.load();
    const entries = Array.from({ length: 50 }, () => createEntry('node--page', version, { title: 'x' }));
    const before = log.sent.length;

    await storage.entries.apply(entries.map(insert));

    expect(log.sent.length - before).toBeLessThan(10);
  });
});

type Kind = 'string' | 'text' | 'boolean' | 'integer';

const step: PathStep = {
  field: 'field_tags',
  sourceTypes: ['node--article'],
  targetTypes: ['taxonomy_term--tags'],
  multiple: true,
  publishedTargetsOnly: false,
};

function path(kind: Kind | 'id', { steps = 0, multiple = false } = {}): Condition['path'] {
  const property = { name: '', kind: kind as Kind, caseSensitive: false, scale: 0 };
  const end = { kind: 'property', field: 'field', property, types: ['node--article'], multiple } as const;
  return { text: 'field', steps: Array<PathStep>(steps).fill(step), end: kind === 'id' ? { kind } : end };
}

function where(operator: Operator, at: Condition['path']): Filter {
  return { kind: 'condition', operator, values: ['a'], path: at };
}

const and = (...members: Filter[]): Filter => ({ kind: 'group', conjunction: 'AND', members });
const or = (...members: Filter[]): Filter => ({ kind: 'group', conjunction: 'OR', members });
const sortBy = (at: Condition['path']): Sort => ({
  path: at,
  direction: 'descending',
  publishedOnly: false,
});

const title = where('=', path('string'));
const contains = where('CONTAINS', path('string'));
const status = where('=', path('boolean'));
const tagId = where('=', path('id', { steps: 1 }));
const tagName = where('=', path('string', { steps: 1 }));
const body = where('CONTAINS', path('text'));

const FILTERS: readonly (readonly [string, Filter | undefined, boolean])[] = [
  ['no filter', undefined, false],
  ['nothing at all', { kind: 'nothing' }, false],
  ['= on an indexed field', title, false],
  ['IN on an indexed field', where('IN', path('integer')), false],
  ['= on a field with several values', where('=', path('string', { multiple: true })), false],
  ['= on the id', where('=', path('id')), false],
  ['= on the ids of a relationship', tagId, false],
  ['= on a boolean', status, true],
  ['CONTAINS', contains, true],
  ['STARTS_WITH', where('STARTS_WITH', path('string')), true],
  ['a range', where('>', path('integer')), true],
  ['a field behind a relationship', tagName, true],
  ['ids behind two relationships', where('=', path('id', { steps: 2 })), true],
  ['an indexed field AND others of the same row', and(title, status, contains), false],
  ['an indexed field AND one behind a relationship', and(title, tagName), true],
  ['an indexed field AND a long text', and(title, body), true],
  ['conditions of which none is narrow', and(status, contains), true],
  ['an empty group', and(), true],
  ['indexed fields joined by OR', or(title, tagId), false],
  ['an indexed field OR another', or(title, contains), true],
];

describe('isHeavyPage', () => {
  it.each(FILTERS)('filter: %s', (_, filter, heavy) => {
    expect(
      isHeavyPage({ type: 'node--article', publishedOnly: true, sort: [], ...(filter && { filter }) }),
    ).toBe(heavy);
  });

  it.each<[string, Sort[], Filter | undefined, number, boolean]>([
    ['an indexed field', [sortBy(path('integer'))], undefined, 0, false],
    ['a boolean', [sortBy(path('boolean'))], undefined, 0, true],
    ['two fields', [sortBy(path('integer')), sortBy(path('string'))], undefined, 0, true],
    ['two fields of a narrow filter', [sortBy(path('integer')), sortBy(path('boolean'))], title, 0, false],
    ['a field behind a relationship', [sortBy(path('string', { steps: 1 }))], title, 0, true],
    ['a field with several values', [sortBy(path('string', { multiple: true }))], title, 0, true],
    ['creation, at a small offset', [], undefined, 1000, false],
    ['creation, at a large offset', [], undefined, 1001, true],
  ])('sort: %s', (_, sort, filter, offset, heavy) => {
    const query = { type: 'node--article', publishedOnly: true, sort, ...(filter && { filter }) };

    expect(isHeavyPage(query, offset)).toBe(heavy);
  });
});

describe('isHeavyPage of groups nested 200 deep', () => {
  it.each(['AND', 'OR'] as const)('%s: visits each member once', (conjunction) => {
    let filter: Filter = status;
    for (let depth = 0; depth < 200; depth += 1)
      filter = { kind: 'group', conjunction, members: [filter, status] };

    expect(isHeavyPage({ type: 'node--article', publishedOnly: true, sort: [], filter })).toBe(true);
  });
});

describe('isHeavyCount', () => {
  it.each(FILTERS)('filter: %s', (_, filter, heavy) => {
    expect(isHeavyCount({ type: 'node--article', publishedOnly: true, ...(filter && { filter }) }, 0)).toBe(
      heavy,
    );
  });

  it('is true above 50,000 known entries', () => {
    const all = { type: 'node--article', publishedOnly: true };

    expect([isHeavyCount(all, 50_000), isHeavyCount(all, 50_001)]).toEqual([false, true]);
  });
});

/** Entries of each kind; every one links to all of the next kind, so that the number of rows is large. */
const AMOUNT = 60;

await describeOnEngine('EntryReader.getPage of 50 entries with three include levels', (engine) => {
  const log = new StatementLog();
  let storage: TypeOrmStorage;
  beforeAll(async () => {
    storage = new TypeOrmStorage(await engine.create(), { logger: log });
    await storage.open();
    await storage.migrate();
    const stores = await fill('store');
    const books = await fill('book', stores);
    const chapters = await fill('chapter', books);
    await fill('page', chapters);
  });
  afterAll(() => storage.close());

  it('sends two statements, one for the count, and one for each level', async () => {
    const { version, bundles } = await storage.bundles.load();
    const model = new ContentModel(version, bundles);
    const type = model.find('node--page')!;
    const include = resolveInclude(['field_next.field_next.field_next'], [type], model, 3);
    const context = { principal: ANONYMOUS, model, include, includedMaximum: 3 * AMOUNT };
    const previews = new PreviewSigner({ keySecret: 's', previousKeySecret: undefined }, new FakeClock());
    const reader = new EntryReader(storage.entries, storage.entryRevisions, previews);
    const before = log.sent.length;

    const page = await reader.getPage({ type, sort: [], offset: 0, limit: 50 }, context);

    expect([page.entries.length, page.count, page.included?.length]).toEqual([50, AMOUNT, 3 * AMOUNT]);
    expect(log.sent.length - before).toBeLessThanOrEqual(2 + 1 + 3);
  });

  /** Makes a bundle with its entries, all of which link to all targets. */
  async function fill(name: string, targets: readonly Target[] = []): Promise<readonly Target[]> {
    const type = `node--${name}`;
    const { version } = await putBundle(storage, bundle(name, linkTo(targets[0]?.type ?? type)));
    const entries = Array.from({ length: AMOUNT }, () =>
      createEntry(type, version, { title: name }, { field_next: targets }),
    );
    await storage.entries.apply(entries.map(insert));
    return entries.map(({ id }) => ({ type, id }));
  }
});

interface Target {
  readonly type: string;
  readonly id: string;
}

function linkTo(type: string): Field {
  return defineField('field_next', 'entity_reference', {
    cardinality: UNLIMITED,
    settings: { targetTypes: [type] },
  });
}
