import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEQUENCER } from '@content-service/events';
import { FakeClock, NO_MONITOR } from '@content-service/kernel';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { BackupFile, createBackup, restoreBackup } from '@content-service/transfer/backup';
import { parseConfig } from '../../platform/config/config.js';
import { writeEvents } from '../../platform/events/write-events.fixture.js';
import { openRestoreTarget } from './restore-target.js';

describe('openRestoreTarget', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('connects a database that records no events of the restored entries', async () => {
    const site = new RecordStorage(new MemoryRecordStore());
    await writeEvents(site, 2);
    const file = join(folder, 'site.tar.gz');
    await createBackup(site, {
      ...{ file, withCredentials: false, engine: 'memory', serviceVersion: '1.2.3' },
      ...{ clock: new FakeClock(), monitor: NO_MONITOR },
    });

    const target = await openRestoreTarget(
      parseConfig({ DATABASE_URL: 'memory:', KEY_SECRET: 'k'.repeat(32) }),
    );
    const { counts } = await restoreBackup(target, await BackupFile.open(file, NO_MONITOR), NO_MONITOR);

    expect(counts.entries).toBe(2);
    const sequencer = await target.storage.eventConsumers.acquire(SEQUENCER, 'test', 10);
    if (sequencer === undefined) throw new Error('The lease is taken.');
    expect(await target.storage.events.sequence(sequencer.lease, 10)).toBe(0);
  });
});
