import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentModelService } from '@content-service/bundles';
import { Entry, MonotonicPositionGenerator } from '@content-service/entries';
import { SEQUENCER } from '@content-service/events';
import { FakeClock, NO_MONITOR } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { parseConfig } from '../../platform/config/config.js';
import {
  article,
  ARTICLES,
  createImporter,
  HEADER,
  tag,
  TAGS,
  toUuid,
} from '../../transfer/site-package/site-package.fixture.js';
import { BackupFile } from '../../transfer/backup/backup-file.js';
import { createBackup } from '../../transfer/backup/create-backup.js';
import { restoreBackup, type RestoreReport } from '../../transfer/backup/restore-backup.js';
import { connectForRestore } from './open-storage.js';

const CONFIG = parseConfig({ DATABASE_URL: 'memory:', KEY_SECRET: 'k'.repeat(32) });
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

  const createSite = async (): Promise<Storage> => {
    const storage = new RecordStorage(new MemoryRecordStore());
    const clock = new FakeClock();
    const positions = new MonotonicPositionGenerator(clock);
    const importer = createImporter(storage, new ContentModelService(storage.bundles), positions, clock);
    const lines = [HEADER, TAGS, TAGGED, tag(1), article(2, {}, [1])];
    await importer.import(lines.map((line) => JSON.stringify(line)));
    return storage;
  };
  const backUp = async (storage: Storage): Promise<BackupFile> => {
    const file = join(folder, `${++files}.tar.gz`);
    const options = { withCredentials: false, engine: 'memory', clock: new FakeClock(), monitor: NO_MONITOR };
    await createBackup(storage, { file, ...options });
    return BackupFile.open(file, NO_MONITOR);
  };
  const restore = (storage: Storage, backup: BackupFile): Promise<RestoreReport> =>
    restoreBackup(storage, backup, CONFIG, NO_MONITOR);

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

  it('records no events of the restored entries', async () => {
    const copy = await connectForRestore(CONFIG);

    await restore(copy, await backUp(await createSite()));

    const sequencer = await copy.eventConsumers.acquire(SEQUENCER, 'test', 10);
    if (sequencer === undefined) throw new Error('The lease is taken.');
    expect(await copy.events.sequence(sequencer.lease, 10)).toBe(0);
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
