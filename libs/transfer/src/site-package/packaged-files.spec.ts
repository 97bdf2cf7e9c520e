import { readdir } from 'node:fs/promises';
import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator } from '@content-service/entries';
import { fileKey, type FileStore, MemoryFileStore } from '@content-service/files';
import { FakeClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { createFileSite, putBytes, readBytes, toFileLine } from '../backup/file-site.fixture.js';
import { FileProblems } from '../file-bytes/file-problems.js';
import type { ImportReport } from './import-report.js';
import { SiteExporter } from './site-exporter.js';
import { createImporter, HEADER, toUuid } from './site-package.fixture.js';

const CONTENTS = ['the first picture', 'x'.repeat(1_000_000), ''];

describe('a site package with files', () => {
  let storage: Storage;
  let fileStore: MemoryFileStore;
  beforeEach(() => {
    storage = new RecordStorage(new MemoryRecordStore());
    fileStore = new MemoryFileStore();
  });
  afterEach(() => fileStore.close());

  const importLines = (
    lines: readonly (string | object)[],
    store: FileStore | null = fileStore,
  ): Promise<ImportReport> => {
    const clock = new FakeClock();
    const models = new ContentModelService(storage.bundles);
    const importer = createImporter(storage, models, new MonotonicPositionGenerator(clock), clock);
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    return importer.import(texts, undefined, store === null ? {} : { fileStore: store });
  };
  const exportSite = async (
    contents: readonly string[] = CONTENTS,
    change: (store: FileStore) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ lines: string[]; problems: readonly string[] }> => {
    const site = await createFileSite(contents);
    await change(site.store);
    const models = new ContentModelService(site.storage.bundles);
    await models.refresh();
    const exporter = new SiteExporter(
      site.storage.entries,
      site.storage.entrySchedules,
      models,
      site.storage.entryRevisions,
    );
    const problems = new FileProblems();
    const lines: string[] = [];
    for await (const line of exporter.lines({ files: { store: site.store, problems } })) lines.push(line);
    return { lines, problems: problems.sentences };
  };
  const toBytes = (n: number, content: string, offset = 0): object => ({
    ...{ kind: 'bytes', id: toUuid(n), offset },
    data: Buffer.from(content).toString('base64'),
  });
  const countTemporary = async (): Promise<number> =>
    (await readdir(await fileStore.temporaryFolder())).length;

  it('has the bytes of each file in front of its entry, and an import stores them', async () => {
    const { lines, problems } = await exportSite();

    const report = await importLines(lines);

    const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
    const bytes = (count: number): string[] => Array.from({ length: count }, () => 'bytes');
    expect(kinds).toEqual(['header', ...bytes(1), 'entry', ...bytes(3), 'entry', ...bytes(1), 'entry']);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(530_000);
    expect(problems).toEqual([]);
    expect(report).toMatchObject({
      ...{ inserted: 3, files: 3, fileBytes: 1_000_017, problems: [], warnings: [] },
    });
    expect(await Promise.all([1, 2, 3].map((n) => readBytes(fileStore, n)))).toEqual(CONTENTS);
    expect(await countTemporary()).toBe(0);
  });

  it('is imported again without storing anything twice', async () => {
    const { lines } = await exportSite();
    await importLines(lines);
    fileStore.put = () => Promise.reject(new Error('It is stored again.'));

    expect(await importLines(lines)).toMatchObject({ unchanged: 3, files: 3, warnings: [], problems: [] });
  });

  it('stores the bytes of a file whose entry is there already', async () => {
    const { lines } = await exportSite();
    await importLines(lines.filter((line) => !line.startsWith('{"kind":"bytes"')));

    expect(await importLines(lines)).toMatchObject({ unchanged: 3, files: 3, warnings: [], problems: [] });

    expect(await readBytes(fileStore, 1)).toBe(CONTENTS[0]);
  });

  it('without bytes has a warning for each file that the place of files lacks', async () => {
    await putBytes(fileStore, 2, 'two');

    const report = await importLines([HEADER, toFileLine(1, 'one'), toFileLine(2, 'two')]);

    expect(report).toMatchObject({ inserted: 2, files: 0, problems: [] });
    expect(report.warnings).toEqual([
      {
        ...{ line: 2, entry: toUuid(1) },
        message: 'The package has no bytes of the file, nor has the place of files.',
      },
    ]);
  });

  it('with bytes that are not those of the checksum imports the entry, and stores no bytes', async () => {
    const report = await importLines([HEADER, toBytes(1, 'other'), toFileLine(1, 'right')]);

    expect(report).toMatchObject({
      ...{ inserted: 1, files: 0, problems: [] },
      warnings: [
        { message: 'The bytes in front of the line are not those of the checksum; they were left out.' },
      ],
    });
    expect(await readBytes(fileStore, 1)).toBeUndefined();
    expect(await countTemporary()).toBe(0);
  });

  it('never changes the bytes of a stored file', async () => {
    await importLines([HEADER, toBytes(1, 'before'), toFileLine(1, 'before')]);

    const report = await importLines([HEADER, toBytes(1, 'after!'), toFileLine(1, 'after!')]);

    expect(report).toMatchObject({ updated: 0, unchanged: 0, files: 0 });
    expect(report.problems).toEqual([
      {
        ...{ line: 3, entry: toUuid(1) },
        message: `The file ${toUuid(1)} is stored with other bytes, and bytes never change. Delete it first, or give this one another id.`,
      },
    ]);
    expect(await readBytes(fileStore, 1)).toBe('before');
  });

  it.each<[string, readonly object[], RegExp]>([
    [
      'with a part missing',
      [toBytes(1, 'one', 0), toBytes(1, 'two', 4)],
      /The bytes of the file .+ before 4 are not/,
    ],
    ['that begin in the middle', [toBytes(1, 'two', 3)], /The bytes of the file .+ before 3 are not/],
    [
      'of another file between',
      [toBytes(1, 'one'), toBytes(2, 'x'), toBytes(1, 'two', 3)],
      /before 3 are not/,
    ],
    ['that are no base64', [{ kind: 'bytes', id: toUuid(1), offset: 0, data: '../_' }], /must be base64/],
    ['of no UUID', [{ kind: 'bytes', id: '../../x', offset: 0, data: '' }], /must be a UUID/],
    ['behind a negative number', [toBytes(1, 'x', -1)], /before -1 are not/],
  ])('refuses bytes %s, and goes on', async (_, lines, message) => {
    const report = await importLines([HEADER, ...lines, toFileLine(1, 'onetwo'), toFileLine(3, '')]);

    expect(report.inserted).toBe(2);
    expect(report.problems).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
    expect(await fileStore.list(undefined, 10)).toEqual([]);
    expect(await countTemporary()).toBe(0);
  });

  it('refuses bytes once for each file where there is no place for them, and imports the entries', async () => {
    const { lines } = await exportSite();

    const report = await importLines(lines, null);

    expect(report).toMatchObject({ inserted: 3, files: 0 });
    expect(report.problems.map(({ message }) => message)).toEqual(
      [1, 2, 3].map(() => 'This deployment stores no files: its configuration lacks FILE_STORE.'),
    );
  });

  it('stores no bytes without an entry', async () => {
    await importLines([HEADER, toBytes(1, 'one')]);

    expect(await fileStore.list(undefined, 10)).toEqual([]);
    expect(await countTemporary()).toBe(0);
  });

  it('names the files whose bytes cannot be exported', async () => {
    const { lines, problems } = await exportSite(['one', 'two', 'three'], async (store) => {
      await store.remove([fileKey(toUuid(1))]);
      await putBytes(store, 2, 'TWO');
    });

    expect(problems).toEqual([
      `The file 'picture 1.jpg' (${toUuid(1)}) has no bytes in the place of files.`,
      `The file 'picture 2.jpg' (${toUuid(2)}) has other bytes in the place of files than its checksum says.`,
    ]);
    expect(await importLines(lines)).toMatchObject({ inserted: 3, files: 1 });
  });
});
