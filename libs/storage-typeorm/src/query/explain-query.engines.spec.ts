import { defineField, type ValueKind } from '@content-service/bundles';
import type { Condition, EntryQuery, FieldPath, Filter, Operator, Sort } from '@content-service/entries';
import { bundle, createEntry, insert, putBundle } from '../testing/sample-content.js';
import { QueryLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const TYPE = 'node--page';
const ENTRIES = 600;
/** Half of the entries refer to it: for a page of `LIMIT` rows √(4 · 602 / 5) are many. */
const TARGETS = 2;
const LIMIT = 3;

const KINDS: Readonly<Record<string, ValueKind>> = {
  title: 'string',
  created: 'timestamp',
  field_rating: 'integer',
  field_done: 'boolean',
};

function toPath(field: string): FieldPath {
  const property = { name: '', kind: KINDS[field]!, caseSensitive: false, scale: 0 };
  return {
    text: field,
    steps: [],
    end: { kind: 'property', field, property, types: [TYPE], multiple: false },
  };
}

function where(field: string, operator: Operator, value: string | number): Condition {
  return { kind: 'condition', operator, values: [value], path: toPath(field) };
}

function sortBy(...names: readonly string[]): Sort[] {
  return names.map((name) => ({
    path: toPath(name.replace('-', '')),
    direction: name.startsWith('-') ? 'descending' : 'ascending',
    publishedOnly: false,
  }));
}

const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

await describeOnEngine('explain', (engine) => {
  const log = new QueryLog();
  let storage: TypeOrmStorage;
  let target: string;

  beforeAll(async () => {
    const limits = { sqliteReaders: 0, largeType: 100 };
    storage = new TypeOrmStorage(await engine.create(), { logger: log, limits });
    await storage.open();
    await storage.migrate();
    const { version } = await putBundle(
      storage,
      bundle(
        'page',
        defineField('field_rating', 'integer'),
        defineField('field_done', 'boolean'),
        defineField('field_next', 'entity_reference', { cardinality: -1, settings: { targetTypes: [TYPE] } }),
      ),
    );
    const targets = Array.from({ length: TARGETS }, () => createEntry(TYPE, version));
    target = targets[0]!.id;
    const entries = Array.from({ length: ENTRIES }, (_, n) =>
      createEntry(
        TYPE,
        version,
        { title: `t${n}`, field_rating: n % 3, created: new Date(1.7e12 + n * 1000).toISOString() },
        { field_next: [{ type: TYPE, id: targets[n % TARGETS]!.id }] },
      ),
    );
    await storage.entries.apply(targets.map(insert));
    await storage.entries.apply(entries.map(insert));
    // A process knows the number of entries since it counted them.
    await storage.entries.count(ALL);
  });
  afterAll(() => storage.close());

  it.each<[string, () => Partial<EntryQuery>]>([
    ['in creation order', () => ({})],
    ['by title, descending', () => ({ sort: sortBy('-title') })],
    ['in the order of two keys', () => ({ sort: sortBy('field_rating', '-title') })],
    ['of a target, newest first', () => ({ filter: refersTo(target), sort: sortBy('-created') })],
    ['of a title', () => ({ filter: where('title', '=', 't5') })],
    ['of a part of a title', () => ({ filter: where('title', 'CONTAINS', 't5') })],
  ])('tells the statements that a read of a page %s sends', async (_, members) => {
    const query = { ...ALL, ...members() };
    log.queries = [];
    await storage.entries.findIds(query);
    await storage.entries.count(query);
    const sent = log.queries
      .map(({ text }) => toLine(text))
      .filter((text) => !text.includes('FROM event_log'));

    const { statements } = await storage.entries.explain!({ pagination: 'offset', query });

    const told = statements.map(({ text }) => text);
    expect(told).toEqual(expect.arrayContaining(sent));
    for (const { enginePlan } of statements) expect(enginePlan).not.toEqual([]);
  });

  it('runs neither the statement of the page nor that of the total', async () => {
    log.queries = [];

    const { statements } = await storage.entries.explain!({
      pagination: 'offset',
      query: { ...ALL, filter: refersTo(target), sort: sortBy('-created') },
    });

    const ran = new Set(log.queries.map(({ text }) => toLine(text)));
    expect(statements.map(({ purpose, text }) => [purpose, ran.has(text)])).toEqual([
      ['group size', true],
      ['reach', true],
      ['page', false],
      ['page', false],
      ['total', false],
    ]);
  });

  it('describes the plan with its estimates', async () => {
    const explanation = await storage.entries.explain!({
      pagination: 'offset',
      query: { ...ALL, filter: refersTo(target), sort: sortBy('-created') },
    });

    expect(explanation).toMatchObject({
      entries: ENTRIES + TARGETS,
      page: [
        {
          access: 'group',
          details: [
            expect.stringMatching(
              `^group: field_next has a target with field_next.id = '${target}' .*; each row is looked up`,
            ),
            expect.stringMatching(/^reach: the first \d+ rows of the order$/),
            expect.stringMatching(/^order: created \(column c\d+\) descending, creation, id$/),
          ],
        },
        { access: 'lookup' },
      ],
      total: { access: 'list' },
      advice: [],
    });
    expect(explanation.page[0]?.estimatedRows).toBeGreaterThan(LIMIT);
  });

  it('describes a sort by values behind a relationship, and advises on it', async () => {
    const step = { field: 'field_next', sourceTypes: [TYPE], targetTypes: [TYPE], multiple: true };
    const path = {
      ...toPath('title'),
      text: 'field_next.title',
      steps: [{ ...step, publishedTargetsOnly: false }],
    };
    const sort = [{ path, direction: 'descending', publishedOnly: false } as const];

    const { page, advice } = await storage.entries.explain!({
      pagination: 'offset',
      query: { ...ALL, sort },
    });

    expect(page).toMatchObject([
      {
        access: 'scan',
        details: [
          'order: field_next.title (the greatest value, by a subquery for each row) descending, creation, id',
        ],
        estimatedRows: ENTRIES + TARGETS,
      },
    ]);
    expect(advice).toEqual([
      { path: 'field_next.title', message: expect.stringContaining('behind a relationship') },
    ]);
  });

  it('explains a page behind a position', async () => {
    const query = { type: TYPE, publishedOnly: false, sort: sortBy('title'), limit: LIMIT };
    // The targets come first, since they have no title.
    const { positions } = await storage.entries.findPositions(query);
    const bound = { direction: 'after', position: positions.at(-1)! } as const;

    const { page, statements } = await storage.entries.explain!({
      pagination: 'keyset',
      query: { ...query, bound },
    });

    expect(page).toMatchObject([
      { access: 'order', details: [expect.any(String), 'begins after a position'], estimatedRows: LIMIT + 1 },
    ]);
    expect(statements.find(({ purpose }) => purpose === 'page')?.parameters).toContain('t0');
  });

  it.each<[string, Partial<EntryQuery>, string, string]>([
    ['CONTAINS', { filter: where('title', 'CONTAINS', 'x') }, 'title', 'No index finds values by a part.'],
    ['booleans', { filter: where('field_done', '=', 1) }, 'field_done', 'Booleans have no index'],
    ['a sort by booleans', { sort: sortBy('field_done') }, 'field_done', 'Booleans have no index'],
    ['a large offset', { offset: 1001 }, 'page[offset]', 'cursor pagination'],
  ])('advises on %s', async (_, members, path, message) => {
    const { advice } = await storage.entries.explain!({
      pagination: 'offset',
      query: { ...ALL, ...members },
    });

    expect(advice).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it('explains a type without a table as one without entries', async () => {
    const explanation = await storage.entries.explain!({
      pagination: 'offset',
      query: { ...ALL, type: 'node--unknown' },
    });

    expect(explanation).toMatchObject({ entries: 0, page: [], total: { access: 'none' }, statements: [] });
  });
});

const ALL: EntryQuery = { type: TYPE, publishedOnly: false, sort: [], offset: 0, limit: LIMIT };

function refersTo(id: string): Filter {
  const step = { field: 'field_next', sourceTypes: [TYPE], targetTypes: [TYPE], multiple: true };
  const path: FieldPath = {
    text: 'field_next.id',
    steps: [{ ...step, publishedTargetsOnly: false }],
    end: { kind: 'id' },
  };
  return { kind: 'condition', operator: '=', values: [id], path };
}
