import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator } from '@content-service/entries';
import { FakeClock } from '@content-service/kernel';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { ImportReport } from './import-report.js';
import { SiteExporter } from './site-exporter.js';
import { article, ARTICLES, createImporter, HEADER, TAGS, toUuid } from './site-package.fixture.js';

const [PUBLISH, UNPUBLISH] = ['2099-01-31T12:00:00+00:00', '2099-12-31T12:00:00+00:00'];

describe('the schedules of entries in a site package', () => {
  it('are exported, and an import stores, changes and leaves them as they are', async () => {
    const [clock, storage] = [new FakeClock(), new RecordStorage(new MemoryRecordStore())];
    const models = new ContentModelService(storage.bundles);
    const importer = createImporter(storage, models, new MonotonicPositionGenerator(clock), clock);
    const load = (...lines: readonly object[]): Promise<ImportReport> =>
      importer.import(lines.map((line) => JSON.stringify(line)));
    const listSchedules = async (): Promise<unknown> =>
      (await storage.entrySchedules.page({}, { limit: 9 })).schedules.map(({ action, dueAt }) => [
        ...[action, dueAt],
      ]);
    const both = [
      ['publish', Date.parse(PUBLISH) / 1000],
      ['unpublish', Date.parse(UNPUBLISH) / 1000],
    ];

    await load(HEADER, TAGS, ARTICLES, article(1, { publish_on: PUBLISH, unpublish_on: UNPUBLISH }));

    expect(await listSchedules()).toEqual(both);
    const [stored] = (await storage.entries.getMany([toUuid(1)])).values();
    expect(stored?.attributes).not.toHaveProperty('publish_on');
    const packed: object[] = [];
    const exporter = new SiteExporter(
      storage.entries,
      storage.entrySchedules,
      models,
      storage.entryRevisions,
    );
    for await (const line of exporter.lines()) packed.push(JSON.parse(line) as object);
    expect(packed.at(-1)).toMatchObject({
      resource: { attributes: { publish_on: PUBLISH, unpublish_on: UNPUBLISH } },
    });

    for (const lines of [packed, [HEADER, article(1)]])
      expect(await load(...lines)).toMatchObject({ unchanged: 1, updated: 0, problems: [] });
    expect(await listSchedules()).toEqual(both);

    const cancelled = article(1, { publish_on: null });
    expect(await load(HEADER, cancelled)).toMatchObject({ unchanged: 0, updated: 1 });
    expect(await listSchedules()).toEqual(both.slice(1));
    expect(await load(HEADER, cancelled)).toMatchObject({ unchanged: 1, updated: 0 });
  });

  it('are read once for a batch of entries that cancel them', async () => {
    const [clock, storage] = [new FakeClock(), new RecordStorage(new MemoryRecordStore())];
    let reads = 0;
    const entrySchedules = Object.create(storage.entrySchedules, {
      page: {
        value: (...call: Parameters<typeof storage.entrySchedules.page>) => {
          reads += 1;
          return storage.entrySchedules.page(...call);
        },
      },
    }) as typeof storage.entrySchedules;
    const counted = Object.create(storage, { entrySchedules: { value: entrySchedules } }) as typeof storage;
    const models = new ContentModelService(storage.bundles);
    const importer = createImporter(counted, models, new MonotonicPositionGenerator(clock), clock);
    const cancelled = Array.from({ length: 50 }, (_, n) => article(n, { publish_on: null }));
    const load = (): Promise<ImportReport> =>
      importer.import([HEADER, TAGS, ARTICLES, ...cancelled].map((line) => JSON.stringify(line)));

    expect(await load()).toMatchObject({ inserted: 50, problems: [] });
    expect(reads).toBe(0);
    expect(await load()).toMatchObject({ unchanged: 50, problems: [] });
    expect(reads).toBe(1);
  });

  it('are refused with other values, and for types without schedules', async () => {
    const [clock, storage] = [new FakeClock(), new RecordStorage(new MemoryRecordStore())];
    const models = new ContentModelService(storage.bundles);
    const importer = createImporter(storage, models, new MonotonicPositionGenerator(clock), clock);
    const term = {
      type: 'taxonomy_term--tags',
      id: toUuid(2),
      attributes: { name: 'A', publish_on: PUBLISH },
    };
    const lines = [HEADER, TAGS, ARTICLES, article(1, { publish_on: 'tomorrow' })];

    const { problems } = await importer.import(
      [...lines, { kind: 'entry', resource: term }].map((line) => JSON.stringify(line)),
    );

    expect(problems.map(({ line }) => line)).toEqual([4, 5]);
  });
});
