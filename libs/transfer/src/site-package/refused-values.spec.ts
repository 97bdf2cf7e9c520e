import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator } from '@content-service/entries';
import { FakeClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { ImportReport } from './import-report.js';
import type { SiteImporter } from './site-importer.js';
import { article, ARTICLES, createImporter, HEADER, tag, TAGS, toUuid } from './site-package.fixture.js';

describe('values of a site package that are refused', () => {
  let storage: Storage;
  let importer: SiteImporter;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    const clock = new FakeClock();
    const bundles = new ContentModelService(storage.bundles);
    importer = createImporter(storage, bundles, new MonotonicPositionGenerator(clock), clock);
  });

  const load = (...lines: readonly object[]): Promise<ImportReport> =>
    importer.import(lines.map((line) => JSON.stringify(line)));

  it('stores an entry without a path alias that another one has', async () => {
    const path = { alias: '/same', langcode: 'en' };
    const lines = [HEADER, TAGS, ARTICLES, article(1, { path }), article(2, { path }), article(3)];

    const report = await load(...lines);

    const message = "The path alias was left out: The path alias '/same' is taken in the language 'en'.";
    expect(report).toMatchObject({
      ...{ inserted: 3, problems: [] },
      warnings: [{ line: 5, entry: toUuid(2), message }],
    });
    expect(await load(...lines)).toMatchObject({ unchanged: 3, problems: [], warnings: [{ line: 5 }] });
  });

  it('stores entries without the values that are refused, where it is asked to', async () => {
    const path = { alias: '/same', langcode: 'en' };
    const lines = [
      ...[HEADER, TAGS, ARTICLES],
      tag(1, { weight: 'heavy', nope: 1, description: { value: '<p>x</p>' } }),
      article(2, { body: 7, status: 'maybe', created: 'once' }, [1]),
      article(3, { path: { alias: '/\0' } }),
      article(4, { path }),
      article(5, { path, body: { value: 'a\0b' } }, [4]),
    ];

    const report = await importer.import(
      lines.map((line) => JSON.stringify(line)),
      undefined,
      { leaveOutRefused: true },
    );

    expect(report).toMatchObject({ inserted: 5, problems: [] });
    expect(report.warnings.map(({ line, message }) => `${line} ${message.split(' was ')[0]}`)).toEqual([
      ...['4 weight', '4 nope', '5 status', '5 created', '6 The path alias', '8 The path alias', '8 body'],
      '8 field_tags points at the taxonomy_term--tags 0190b0a0-0000-7000-8000-000000000004, which does not exist; the reference',
    ]);
    const stored = await storage.entries.getMany([1, 2, 5].map(toUuid));
    expect(stored.get(toUuid(1))?.attributes).toMatchObject({
      weight: 0,
      description: { value: '<p>x</p>' },
    });
    // It is not known if the entry was public.
    expect(stored.get(toUuid(2))).toMatchObject({ published: false, attributes: { status: false } });
    expect(stored.get(toUuid(5))).toMatchObject({ attributes: { title: 'Article 5', body: null } });
  });
});
