import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator, toReturningVersion } from '@content-service/entries';
import { FakeClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { SiteImporter } from './site-importer.js';
import {
  article,
  ARTICLES,
  createImporter,
  HEADER,
  serializeLines,
  tag,
  TAGS,
  toUuid,
} from './site-package.fixture.js';

/** More lines than a batch has. */
const MANY = 501;

describe('batches of an import', () => {
  let storage: Storage;
  let importer: SiteImporter;
  let clock: FakeClock;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    clock = new FakeClock();
    const bundles = new ContentModelService(storage.bundles);
    importer = createImporter(storage, bundles, new MonotonicPositionGenerator(clock), clock);
  });

  const load = (...lines: readonly object[]) => importer.import(lines.map((line) => JSON.stringify(line)));
  const tags = Array.from({ length: MANY }, (_, n) => tag(n + 1));

  it('store the later of two lines with one id that are in successive batches', async () => {
    const report = await load(HEADER, TAGS, ...tags, tag(MANY - 1, { name: 'Again' }));

    const stored = await storage.entries.getMany([toUuid(MANY - 1)]);
    expect(report).toMatchObject({ inserted: MANY, updated: 1, problems: [] });
    expect(stored.get(toUuid(MANY - 1))).toMatchObject({
      version: toReturningVersion(clock.now()) + 1,
      attributes: { name: 'Again' },
    });
  });

  it('omit a reference whose target is deleted between two batches', async () => {
    const importing = async function* (): AsyncGenerator<object> {
      // A definition ends a batch.
      yield* [HEADER, TAGS, ARTICLES, tag(1), TAGS, article(2, {}, [1]), TAGS];
      const expectedVersion = toReturningVersion(clock.now());
      await storage.entries.apply([{ kind: 'delete', id: toUuid(1), expectedVersion }]);
      yield article(3, {}, [1]);
    };

    const report = await importer.import(serializeLines(importing()));

    expect(report).toMatchObject({ inserted: 3, problems: [], warnings: [{ line: 8, entry: toUuid(3) }] });
  });

  it.each<[string, unknown, string]>([
    [
      'of another host',
      { alias: '//evil.example', langcode: 'en' },
      'path.alias must be a path such as /about/us',
    ],
    ['as a text', '/<script>', 'path.alias must be a path such as /about/us'],
    [
      'of the service',
      { alias: '/user/login', langcode: 'en' },
      'path.alias must not begin with /user, a path of this service',
    ],
  ])('store an entry without a refused path alias, with a warning: %s', async (_, path, reason) => {
    const report = await load(HEADER, ARTICLES, article(1, { path }));

    expect(report).toMatchObject({
      inserted: 1,
      problems: [],
      warnings: [
        {
          line: 3,
          entry: toUuid(1),
          message: expect.stringContaining(`The path alias was left out: ${reason}`),
        },
      ],
    });
    const stored = (await storage.entries.getMany([toUuid(1)])).get(toUuid(1));
    expect(stored?.attributes['path']).toEqual({ alias: null, langcode: 'en' });
  });

  it('report problems in the order of the lines', async () => {
    const lines = [HEADER, TAGS, tag(1, { name: null }), { kind: 'nope' }, ...tags, { kind: 'nope' }];

    const { problems } = await load(...lines);

    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5 + MANY]);
  });

  it('are all stored or none when the input breaks off', async () => {
    const importing = async function* (): AsyncGenerator<object> {
      yield* [HEADER, TAGS, ...tags];
      await Promise.reject(new Error('The input has ended.'));
    };

    await expect(importer.import(serializeLines(importing()))).rejects.toThrow('The input has ended.');

    const stored = await storage.entries.findStatuses(tags.map((_, n) => toUuid(n + 1)));
    expect(stored.size).toBe(MANY - 1);
  });
});
