import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentModelService } from '@content-service/bundles';
import { Entry, type EntryCopy, MonotonicPositionGenerator } from '@content-service/entries';
import { FakeClock, NO_MONITOR } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import {
  article,
  ARTICLES,
  createImporter,
  disabledRedirect,
  HEADER,
  tag,
  TAGS,
  toUuid,
} from '../site-package/site-package.fixture.js';
import { BackupFile } from './backup-file.js';
import { createBackup } from './create-backup.js';
import { restoreBackup, type RestoreReport } from './restore-backup.js';
import { createRestoreTarget } from './restore-target.fixture.js';

/** Articles with a required tag. */
const TAGGED = {
  ...ARTICLES,
  fields: ARTICLES.fields.map((field) => ({ ...field, required: field.name === 'field_tags' })),
};

describe('restoreBackup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  let files = 0;
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const createSite = async (...others: readonly object[]): Promise<Storage> => {
    const storage = new RecordStorage(new MemoryRecordStore());
    const clock = new FakeClock();
    const positions = new MonotonicPositionGenerator(clock);
    const importer = createImporter(storage, new ContentModelService(storage.bundles), positions, clock);
    const lines = [HEADER, TAGS, TAGGED, tag(1), article(2, {}, [1]), ...others];
    await importer.import(lines.map((line) => JSON.stringify(line)));
    return storage;
  };
  const backUp = async (
    storage: Storage,
    options: { withoutHistory?: boolean } = {},
  ): Promise<BackupFile> => {
    const file = join(folder, `${++files}.tar.gz`);
    await createBackup(storage, {
      ...{ file, withCredentials: false, engine: 'memory', serviceVersion: '1.2.3' },
      ...{ clock: new FakeClock(), monitor: NO_MONITOR, ...options },
    });
    return BackupFile.open(file, NO_MONITOR);
  };
  const restore = (storage: Storage, backup: BackupFile): Promise<RestoreReport> =>
    restoreBackup(createRestoreTarget(storage), backup, NO_MONITOR);

  it('restores an entry whose required target was deleted', async () => {
    const site = await createSite();
    const { version = 0 } = (await site.entries.getMany([toUuid(1)])).get(toUuid(1)) ?? {};
    await site.entries.apply([{ kind: 'delete', id: toUuid(1), expectedVersion: version }]);
    const copy = new RecordStorage(new MemoryRecordStore());

    const { problems, counts } = await restore(copy, await backUp(site));

    expect(problems).toEqual([]);
    expect(counts).toEqual({ bundles: 2, entries: 1, roles: 0, users: 0, clients: 0, webhooks: 0 });
    const [before, after] = await Promise.all(
      [site, copy].map(async ({ entries }) => (await entries.getMany([toUuid(2)])).get(toUuid(2))),
    );
    expect(after?.attributes).toEqual(before?.attributes);
    expect(after?.relationships).toEqual({ field_tags: [], uid: [] });
  });

  it('restores working copies, and names one whose entry is missing', async () => {
    const site = await createSite(article(3, {}, [1]));
    const [id, otherId] = [toUuid(2), toUuid(3)];
    const copies = await Promise.all(
      [id, otherId].map(async (entryId, n) => {
        const entry = (await site.entries.getMany([entryId])).get(entryId)!;
        const copy: EntryCopy = {
          ...{ entryId, type: entry.type, version: 7, savedAt: 1_764_000_000_000_000 + n },
          head: { actor: { kind: 'user', userId: toUuid(9) }, base: { title: 'a'.repeat(64) } },
          content: { attributes: { title: 'Not published yet' }, relationships: {} },
        };
        const { version: entryVersion } = entry;
        await site.entries.apply([{ kind: 'saveCopy', copy, expectedVersion: 0, entryVersion }]);
        return copy;
      }),
    );
    const target = new RecordStorage(new MemoryRecordStore());
    const backup = await backUp(site);
    const withoutEntry = Object.assign(Object.create(backup) as BackupFile, {
      async *lines(...parameters: Parameters<BackupFile['lines']>) {
        for await (const line of backup.lines(...parameters))
          if (parameters[0] !== 'site' || !line.includes(otherId)) yield line;
      },
    });

    const { problems } = await restore(target, withoutEntry);

    expect(problems).toContain(`The working copy of ${copies[1]!.type} ${otherId} has no entry.`);
    expect([...(await target.entryRevisions.findCopies([id, otherId])).values()]).toEqual([copies[0]]);
  });

  it('restores the history, also of deleted entries, unless it was left out', async () => {
    const site = await createSite();
    const entry = (await site.entries.getMany([toUuid(2)])).get(toUuid(2))!;
    const { id, type, published, created, changed, position, modelVersion, version } = entry;
    const metadata = { id, type, published, created, changed, position, modelVersion, version: version + 1 };
    const edited = Entry.of(metadata, { ...entry.attributes, title: 'Edited' }, entry.relationships);
    const change = { cause: 'request', changed: ['title'], note: 'A misprint' } as const;
    await site.entries.apply([{ kind: 'update', entry: edited, expectedVersion: version }], {
      superseded: [{ entryId: id, number: 1_764_000_000_000_001, change }],
    });
    await site.entries.apply([{ kind: 'delete', id, expectedVersion: version + 1 }], {
      superseded: [
        { entryId: id, number: 1_764_000_000_000_002, change: { cause: 'schedule', changed: [] } },
      ],
    });
    const [target, other] = [1, 2].map(() => new RecordStorage(new MemoryRecordStore()));

    const backup = await backUp(site);
    const { problems } = await restore(target!, backup);
    await restore(other!, await backUp(site, { withoutHistory: true }));

    expect(problems).toEqual([]);
    expect(backup.manifest.revisions).toBe(2);
    const read = async ({ entryRevisions }: Storage): Promise<readonly object[]> =>
      (await entryRevisions.scan(undefined, 10)).map(({ entry: { attributes }, ...revision }) => ({
        ...{ ...revision, attributes },
      }));
    expect(await read(target!)).toEqual(await read(site));
    expect(await read(target!)).toMatchObject([
      { attributes: { title: 'Article 2' }, change },
      { track: 'deleted' },
    ]);
    expect(await read(other!)).toEqual([]);
  });

  it('restores an entry that refers to an entry of a removed bundle, without the reference', async () => {
    const site = await createSite();
    const { version } = await site.bundles.load();
    const removed = { kind: 'remove', entityType: 'taxonomy_term', bundle: 'tags' } as const;
    await site.bundles.applyChange(removed, version);

    const copy = new RecordStorage(new MemoryRecordStore());
    const { problems, counts } = await restore(copy, await backUp(site));

    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ bundles: 1, entries: 1 });
  });

  it('restores the schedules of entries, and what was decided about those of jobs', async () => {
    const site = await createSite();
    const entry = (await site.entries.getMany([toUuid(2)])).get(toUuid(2))!;
    const { id, type, published, created, changed, position, modelVersion } = entry;
    const version = entry.version + 1;
    const metadata = { id, type, published, created, changed, position, modelVersion, version };
    const edited = Entry.of(metadata, entry.attributes, entry.relationships);
    const schedule = { publish: 4_000_000_000, unpublish: 4_000_000_060 };
    await site.entries.apply([{ kind: 'update', entry: edited, expectedVersion: entry.version, schedule }]);
    const [decided, unchanged] = ['verify-index', 'prune-jobs'];
    const run = { nextDue: 5, lastDue: 4, lastRun: 4, lastJob: toUuid(9), version: 7 };
    await site.jobSchedules.add({ name: decided, cron: '1 2 * * *', enabled: true, ...run });
    await site.jobSchedules.add({ name: unchanged, ...run });
    const copy = new RecordStorage(new MemoryRecordStore());

    const { problems } = await restore(copy, await backUp(site));

    expect(problems).toEqual([]);
    expect(await copy.entrySchedules.page({}, { limit: 9 })).toEqual(
      await site.entrySchedules.page({}, { limit: 9 }),
    );
    expect((await copy.entrySchedules.page({}, { limit: 9 })).schedules).toHaveLength(2);
    expect(await copy.jobSchedules.list()).toEqual([
      { name: decided, cron: '1 2 * * *', enabled: true, version: 1 },
    ]);
  });

  it('restores redirects with sources, targets, status codes and states', async () => {
    const site = await createSite(disabledRedirect(3));
    const copy = new RecordStorage(new MemoryRecordStore());

    const { problems } = await restore(copy, await backUp(site));

    expect(problems).toEqual([]);
    const [before, after] = await Promise.all(
      [site, copy].map(async ({ entries }) => (await entries.getMany([toUuid(3)])).get(toUuid(3))),
    );
    expect(after).toMatchObject({ published: false, type: 'redirect--redirect' });
    expect(after?.attributes).toEqual(before?.attributes);
    expect(after?.attributes).toMatchObject({
      ...{ source: '/Old/Straße', target: { uri: 'internal:/new?page=2' }, status_code: 308 },
      ...{ langcode: 'de', automatic: true, created: '2023-11-14T22:13:20+00:00' },
    });
  });

  it('keeps the result with its job, and refuses a second restore', async () => {
    const backup = await backUp(await createSite());
    const copy = new RecordStorage(new MemoryRecordStore());

    await restore(copy, backup);

    const { jobs } = await copy.jobs.page({}, { limit: 10 });
    expect(jobs).toMatchObject([{ kind: 'backup.restore', state: 'succeeded', result: { entries: 2 } }]);
    await expect(restore(copy, backup)).rejects.toThrow('is not empty');
  });
});
