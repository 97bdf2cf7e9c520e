import { randomBytes } from 'node:crypto';
import { defineField, UNLIMITED } from '@content-service/bundles';
import { type Entry, type EntryQuery, unlinkTargets } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import { Database } from '../database/database.js';
import { insertStatements } from '../database/insert.js';
import { bundle, createEntry, insert, putBundle, remove, withTitle } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

const TYPE = 'node--page';
/** More than a statement of SQLite can have parameters (32,766); two such lists are more than one of PostgreSQL can. */
const PENDING = 40_000;
const REFERRERS = 120;
const FIELDS = ['field_next', 'field_related'] as const;

type Field = (typeof FIELDS)[number];

function toPath(field: Field): EntryQuery['sort'][number]['path'] {
  const step = { field, sourceTypes: [TYPE], targetTypes: [TYPE], multiple: field === 'field_related' };
  return { text: field, steps: [{ ...step, publishedTargetsOnly: false }], end: { kind: 'id' } };
}

function refersTo(field: Field, ...values: readonly Uuid[]): EntryQuery {
  const operator = values.length === 0 ? 'IS NOT NULL' : '=';
  const filter = { kind: 'condition', operator, values, path: toPath(field) } as const;
  return { type: TYPE, publishedOnly: false, sort: [], offset: 0, limit: 1000, filter };
}

await describeOnEngine('deleted entries in linkage, more than a statement has parameters for', (engine) => {
  const log = new StatementLog();
  let storage: TypeOrmStorage;
  let stays: Entry;
  let gone: Entry;
  let referrers: readonly Entry[];

  beforeAll(async () => {
    const url = await engine.create();
    storage = new TypeOrmStorage(url, { logger: log, limits: { sqliteReaders: 0 } });
    await storage.open();
    await storage.migrate();
    const settings = { targetTypes: [TYPE] };
    const { version } = await putBundle(
      storage,
      bundle(
        'page',
        defineField('field_next', 'entity_reference', { settings }),
        defineField('field_related', 'entity_reference', { settings, cardinality: UNLIMITED }),
      ),
    );
    [stays, gone] = [createEntry(TYPE, version), createEntry(TYPE, version)];
    const toLinkage = (...targets: readonly Entry[]): Entry['relationships'][string] =>
      targets.map(({ type, id }) => ({ type, id }));
    referrers = Array.from({ length: REFERRERS }, () =>
      createEntry(TYPE, version, {}, { field_next: toLinkage(gone), field_related: toLinkage(gone, stays) }),
    );
    await storage.entries.apply([stays, gone, ...referrers].map(insert));
    await storage.entries.apply([remove(gone)]);
    const database = new Database(url);
    await database.open();
    const rows = Array.from({ length: PENDING }, () => ({ target: randomBytes(16) }));
    for (const statement of insertStatements('unlinking', rows)) await database.execute(statement);
    await database.close();
  });
  afterAll(() => storage.close());

  it.each(FIELDS)('a filter by %s finds no deleted target, in two statements', async (field) => {
    expect(await countStatements(() => storage.entries.findIds(refersTo(field, gone.id)))).toEqual({
      answer: { ids: [], more: false },
      statements: 2,
    });
    expect(await storage.entries.count(refersTo(field, gone.id))).toBe(0);
  });

  it('a filter by another target finds the referrers, in two statements', async () => {
    const { answer, statements } = await countStatements(() =>
      storage.entries.findIds(refersTo('field_related', stays.id)),
    );

    expect(answer.ids).toEqual(referrers.map(({ id }) => id));
    expect(statements).toBe(2);
    expect(await storage.entries.count(refersTo('field_related', stays.id))).toBe(REFERRERS);
    expect(await storage.entries.count(refersTo('field_next'))).toBe(0);
    expect(await storage.entries.count(refersTo('field_related'))).toBe(REFERRERS);
  });

  it.each(FIELDS)('a sort by %s takes deleted targets as absent, in two statements', async (field) => {
    const sort = [{ path: toPath(field), direction: 'descending', publishedOnly: false }] as const;

    const { answer, statements } = await countStatements(() =>
      storage.entries.findIds({ type: TYPE, publishedOnly: false, sort, offset: 0, limit: 1000 }),
    );

    const [first, others] = field === 'field_next' ? [stays, referrers] : [referrers[0], referrers.slice(1)];
    const last = field === 'field_next' ? [] : [stays];
    expect(answer.ids).toEqual([first, ...others, ...last].map((entry) => entry?.id));
    expect(statements).toBe(2);
  });

  it('a read looks up the targets of its entries, in three statements', async () => {
    const ids = referrers.map(({ id }) => id);

    const { answer, statements } = await countStatements(() => storage.entries.getMany(ids));

    expect([...answer.values()].map(toState)).toEqual(expect.arrayContaining(referrers.map(toReadState)));
    expect(answer.size).toBe(REFERRERS);
    expect(statements).toBe(3);
  });

  it('the referrers of a deleted entry are none, and those of another are all', async () => {
    expect(await storage.entries.findReferrers(gone.id, { limit: 10 })).toEqual([]);
    expect(await storage.entries.findReferrers(stays.id, { limit: 1000 })).toHaveLength(REFERRERS);
  });

  it('an update of an entry without deleted targets sends no more statements than without any in linkage', async () => {
    const free = createEntry(TYPE, stays.modelVersion);
    await storage.entries.apply([insert(free)]);
    const entry = withTitle(free, 'Edited');

    const { statements } = await countStatements(() =>
      storage.entries.apply([{ kind: 'update', entry, expectedVersion: 1, previous: free }]),
    );

    expect(
      log.sent.slice(-statements).filter((text) => /^SELECT .* FROM (entry|unlinking) /s.test(text)),
    ).toEqual([]);
    expect((await storage.entries.getMany([free.id])).get(free.id)?.attributes['title']).toBe('Edited');
    await storage.entries.apply([remove(entry)]);
  });

  it('an update of an entry with a deleted target goes on from what readers see', async () => {
    const { id } = referrers.at(-1)!;
    const read = (await storage.entries.getMany([id])).get(id)!;
    const cleared = withTitle(read, 'Edited');

    const { statements } = await countStatements(() =>
      storage.entries.apply([
        { kind: 'update', entry: cleared, expectedVersion: read.version, previous: read },
      ]),
    );

    expect(statements).toBeLessThan(30);
    expect((await storage.entries.getMany([id])).get(id)).toMatchObject({
      version: read.version + 1,
      relationships: {},
    });
    expect((await storage.verifyIndex()).drifts).toEqual([]);
  });

  const toState = ({ id, version, relationships }: Entry): unknown => ({ id, version, relationships });
  const toReadState = (entry: Entry): unknown => toState(unlinkTargets(entry, new Set([gone.id])));

  async function countStatements<T>(
    task: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly statements: number }> {
    const before = log.sent.length;
    const answer = await task();
    return { answer, statements: log.sent.length - before };
  }
});
