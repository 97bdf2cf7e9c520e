import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { FakeClock, NO_MONITOR } from '@content-service/kernel';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { BackupFile } from './backup-file.js';
import { createBackup } from './create-backup.js';
import { restoreBackup } from './restore-backup.js';
import { createRestoreTarget } from './restore-target.fixture.js';

const ID = '0190b0a0-0000-7000-8000-000000000001';
const USER = {
  ...{ id: ID, name: 'Ada', nameKey: 'ada', role: 'administrator', enabled: true, passwordHash: 'x' },
  ...{ accessEpoch: 1, createdAt: 1_700_000_000, version: 1 },
};

type Files = readonly (readonly [name: string, text: string])[];

describe('a backup whose files were changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  const original = join(folder, 'site.tar.gz');
  let changes = 0;
  beforeAll(async () => {
    const storage = new RecordStorage(new MemoryRecordStore());
    await storage.accounts.insert(USER);
    await storage.siteSettings.save({ publicAccess: true }, 0);
    await createBackup(storage, {
      ...{ file: original, withCredentials: true, engine: 'memory', serviceVersion: '1.2.3' },
      ...{ clock: new FakeClock(), monitor: NO_MONITOR },
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** A copy of the backup with other files. */
  const change = async (how: (files: Files) => Files): Promise<string> => {
    const file = join(folder, `${++changes}.tar.gz`);
    await writeFiles(file, how(await readFiles(original)));
    return file;
  };
  const restore = async (file: string) => {
    const copy = new RecordStorage(new MemoryRecordStore());
    const restoring = BackupFile.open(file, NO_MONITOR).then((backup) =>
      restoreBackup(createRestoreTarget(copy), backup, NO_MONITOR),
    );
    return { copy, restoring };
  };

  it('is restored when nothing was', async () => {
    const { copy, restoring } = await restore(await change((files) => files));

    expect((await restoring).problems).toEqual([]);
    expect(await copy.accounts.find(ID)).toEqual(USER);
    expect((await copy.siteSettings.load()).values).toEqual({ publicAccess: true });
  });

  it.each(['users-000001.ndjson', 'manifest.json'])('is refused when it has %s twice', async (name) => {
    const file = await change((files) =>
      name === 'manifest.json' ? [...files, [name, '{}']] : [[name, '{}\n'], ...files],
    );

    await expect(BackupFile.open(file, NO_MONITOR)).rejects.toThrow(
      `The backup is damaged at ${name}: it is there twice. Nothing was restored.`,
    );
  });

  it('is refused by the name of the part in which one byte of the uncompressed archive is another one', async () => {
    const file = join(folder, 'flipped.tar.gz');
    const plain = await buffer(createReadStream(original).pipe(createGunzip()));
    const stored = gzipSync(plain, { level: 0 });
    stored[stored.indexOf('"nameKey":"ada"') + 12] = 0x62;
    writeFileSync(file, stored);

    await expect(BackupFile.open(file, NO_MONITOR)).rejects.toThrow(
      'The backup is damaged at users-000001.ndjson: its SHA-256 is',
    );
  });

  it('ends the restore when it is replaced after the check', async () => {
    const file = await change((files) => files);
    const backup = await BackupFile.open(file, NO_MONITOR);
    const other = replace(await readFiles(file), 'users-000001.ndjson', (text) => text.replace('Ada', 'Eve'));
    await writeFiles(file, other);

    const copy = new RecordStorage(new MemoryRecordStore());
    await expect(restoreBackup(createRestoreTarget(copy), backup, NO_MONITOR)).rejects.toThrow(
      'The backup was changed at users-000001.ndjson after it had been checked.',
    );
    expect(await copy.isEmpty()).toBe(true);
  });

  it.each<[string, string, string, string]>([
    ['settings', '"publicAccess":true', '"publicAccess":"yes"', 'publicAccess must be true or false'],
    ['settings', '"publicAccess":true', '"pageLimitMaximum":1e9', 'pageLimitMaximum must be a whole number'],
    ['settings', '"publicAccess":true', '"noSuch":true', "'noSuch'"],
    ['users', '"name":"Ada"', '"name":7', 'name must be a text.'],
    ['users', '"name":"Ada"', '"name":"<b>"', 'name must have 1 to 60 letters'],
    ['users', '"nameKey":"ada"', '"nameKey":"eve"', 'nameKey must be that of the name.'],
    ['users', '"enabled":true,', '', 'enabled must be true or false.'],
    ['users', ID, 'x', 'id must be a UUID'],
    ['users', '{', '[', 'JSON'],
  ])(
    'restores nothing of it for an invalid line of the %s (%s becomes %s)',
    async (kind, text, by, reason) => {
      const file = await change((files) =>
        replace(files, `${kind}-000001.ndjson`, (before) => before.replace(text, by)),
      );

      const { copy, restoring } = await restore(file);

      await expect(restoring).rejects.toThrow(`Line 1 of the ${kind} of the backup: `);
      await expect(restoring).rejects.toThrow(reason);
      expect(await copy.isEmpty()).toBe(true);
    },
  );
});

async function readFiles(path: string): Promise<Files> {
  const files: [string, string][] = [];
  const archive = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), archive);
  for await (const entry of archive) {
    let text = '';
    for await (const chunk of entry) text += String(chunk);
    files.push([entry.header.name, text]);
  }
  await reading;
  return files;
}

async function writeFiles(path: string, files: Files): Promise<void> {
  const archive = pack();
  const writing = pipeline(archive, createGzip(), createWriteStream(path));
  for (const [name, text] of files) archive.entry({ name }, text);
  archive.finalize();
  await writing;
}

/** Changes one file, and its checksum in the manifest. */
function replace(files: Files, name: string, by: (text: string) => string): Files {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const before = files.find((file) => file[0] === name)?.[1] ?? '';
  if (by(before) === before) throw new Error(`${name} does not change.`);
  return files.map(([other, text]) => {
    if (other === 'manifest.json') return [other, text.replace(hash(before), hash(by(before)))];
    return other === name ? [other, by(text)] : [other, text];
  });
}
