import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { fileKey, FileStoreUnavailable, MemoryFileStore } from '@content-service/files';
import { FakeClock, NO_MONITOR } from '@content-service/kernel';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { FileStore } from '@content-service/files';
import type { Storage } from '@content-service/storage';
import { toUuid } from '../site-package/site-package.fixture.js';
import { BackupFile } from './backup-file.js';
import { type CreatedBackup, createBackup } from './create-backup.js';
import { createFileSite, putBytes, readBytes } from './file-site.fixture.js';
import { restoreBackup, type RestoreReport } from './restore-backup.js';
import { drillRestore } from './restore-drill.js';
import { createRestoreTarget } from './restore-target.fixture.js';

const CONTENTS = ['the first picture', 'x'.repeat(200_000), '', 'the last picture'];
const TOTAL = CONTENTS.join('').length;

const name = (n: number): string => fileKey(toUuid(n));

describe('a backup of files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  let paths = 0;
  const createPath = (): string => join(folder, `${++paths}.tar.gz`);

  const backUp = (storage: Storage, fileStore: FileStore, file: string): Promise<CreatedBackup> =>
    createBackup(storage, {
      ...{ file, fileStore, withCredentials: false, engine: 'memory', serviceVersion: '1.2.3' },
      ...{ clock: new FakeClock(), monitor: NO_MONITOR },
    });
  const restore = async (
    path: string,
    fileStore: FileStore = new MemoryFileStore(),
    withoutFiles = false,
  ): Promise<{ report: RestoreReport; fileStore: FileStore; storage: Storage }> => {
    const storage = new RecordStorage(new MemoryRecordStore());
    const target = { ...createRestoreTarget(storage), fileStore };
    const backup = await BackupFile.open(path, NO_MONITOR);
    const report = await restoreBackup(target, backup, NO_MONITOR, { withoutFiles });
    return { report, fileStore, storage };
  };
  const drill = (path: string): ReturnType<typeof drillRestore> => {
    const storage = new RecordStorage(new MemoryRecordStore());
    return drillRestore(path, () => Promise.resolve(createRestoreTarget(storage)), NO_MONITOR);
  };
  const readAll = (store: FileStore, count = CONTENTS.length): Promise<(string | undefined)[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => readBytes(store, n + 1)));

  it('has the bytes behind the manifest, in the order of the entries, and a restore brings them', async () => {
    const { storage, store } = await createFileSite(CONTENTS);
    const path = createPath();

    const { manifest, files } = await backUp(storage, store, path);
    const { report, fileStore, storage: copy } = await restore(path);

    const counts = { count: 4, bytes: TOTAL };
    expect(files).toEqual({ ...counts, problems: [] });
    expect(manifest).toMatchObject({ format: 'content-service/backup@2', files: counts });
    const names = (await readMembers(path)).map(({ header }) => header.name);
    expect(names.slice(names.indexOf('manifest.json'))).toEqual(['manifest.json', ...[1, 2, 3, 4].map(name)]);
    expect(report).toMatchObject({ files: counts, problems: [], counts: { entries: 4 } });
    expect((await copy.jobs.page({}, { limit: 1 })).jobs).toMatchObject([
      { state: 'succeeded', result: { entries: 4, files: { ...counts, problems: 0 } } },
    ]);
    expect(await readAll(fileStore)).toEqual(CONTENTS);
    expect(await drill(path)).toMatchObject({ files: counts, problems: [], compared: 4 });
    expect(readdirSync(folder).filter((found) => found.includes('.partial'))).toEqual([]);
  });

  it('is in the format of backups without files when there are none, or they are left out', async () => {
    const [empty, left] = [createPath(), createPath()];
    const site = await createFileSite(CONTENTS);

    const created = await backUp((await createFileSite([])).storage, new MemoryFileStore(), empty);
    const without = await createBackup(site.storage, {
      ...{ file: left, withCredentials: false, engine: 'memory', serviceVersion: '1.2.3' },
      ...{ clock: new FakeClock(), monitor: NO_MONITOR },
    });

    for (const { manifest, files } of [created, without]) {
      expect([manifest.format, manifest.files, files]).toEqual([
        'content-service/backup@1',
        undefined,
        undefined,
      ]);
    }
    expect((await restore(left)).report).toMatchObject({ problems: [], counts: { entries: 4 } });
  });

  it('keeps that nothing has linked a file yet', async () => {
    const { storage, store } = await createFileSite(['x']);
    const before = (await storage.entries.getMany([toUuid(1)])).get(toUuid(1))!;
    expect(before.attributes['temporary']).toBe(false);
    const path = createPath();
    await backUp(storage, store, path);
    const changed = await rewrite(path, createPath(), (members) =>
      members.map((member) => changeText(member, '"temporary":false', '"temporary":true')),
    );

    const { storage: copy } = await restore(changed);

    expect((await copy.entries.getMany([toUuid(1)])).get(toUuid(1))?.attributes['temporary']).toBe(true);
  });

  it('names files whose bytes are missing or damaged in the place of files, and has the others', async () => {
    const { storage, store } = await createFileSite(CONTENTS);
    await store.remove([fileKey(toUuid(1))]);
    await putBytes(store, 4, 'another content!');
    const path = createPath();

    const { files } = await backUp(storage, store, path);
    const { report, fileStore } = await restore(path);

    const [first, last] = [
      `The file 'picture 1.jpg' (${toUuid(1)})`,
      `The file 'picture 4.jpg' (${toUuid(4)})`,
    ];
    expect(files).toMatchObject({
      count: 2,
      problems: [
        `${first} has no bytes in the place of files.`,
        `${last} has other bytes in the place of files than its checksum says.`,
      ],
    });
    expect(report).toMatchObject({
      counts: { entries: 4 },
      files: { count: 2, bytes: 200_000 },
      problems: [`${first} has no bytes in the backup.`, `${last} has no bytes in the backup.`],
    });
    expect(await readAll(fileStore)).toEqual([undefined, CONTENTS[1], '', undefined]);
  });

  it('passes over a file that is deleted while it is written', async () => {
    const { storage, store } = await createFileSite(CONTENTS);
    const { version = 0 } = (await storage.entries.getMany([toUuid(2)])).get(toUuid(2)) ?? {};
    const open = store.open.bind(store);
    store.open = async (key, range) => {
      if (key === name(1)) {
        await storage.entries.apply([{ kind: 'delete', id: toUuid(2), expectedVersion: version }]);
        await store.remove([fileKey(toUuid(2))]);
      }
      return open(key, range);
    };

    const { files } = await backUp(storage, store, createPath());

    expect(files).toMatchObject({ count: 3, problems: [] });
  });

  it('reads a file again whose connection breaks, and names one that can never be read', async () => {
    const { storage, store } = await createFileSite(CONTENTS);
    const open = store.open.bind(store);
    let broken = 0;
    store.open = async (key, range) => {
      if (key === name(4)) throw new FileStoreUnavailable(new Error('EIO'));
      if (key !== name(2) || ++broken > 2) return open(key, range);
      return Readable.from(breakOff());
    };

    const { files } = await backUp(storage, store, createPath());

    expect(files).toMatchObject({
      count: 3,
      problems: [`The file 'picture 4.jpg' (${toUuid(4)}) cannot be read from the place of files.`],
    });
  });

  it('fails, and leaves nothing, when the place of files is gone', async () => {
    const { storage, store } = await createFileSite(CONTENTS);
    const fail = (): Promise<never> => Promise.reject(new FileStoreUnavailable(new Error('ECONNREFUSED')));
    Object.assign(store, { open: fail, list: fail });
    const path = createPath();

    await expect(backUp(storage, store, path)).rejects.toThrow(FileStoreUnavailable);

    expect(readdirSync(folder).filter((found) => found.startsWith(`${paths}.tar`))).toEqual([]);
  });

  it('lists the first hundred problems and counts the others', async () => {
    const { storage } = await createFileSite(Array.from({ length: 105 }, (_, n) => `picture ${n}`));

    const { files } = await backUp(storage, new MemoryFileStore(), createPath());

    expect(files?.problems).toHaveLength(101);
    expect(files?.problems.at(-1)).toBe('5 more problems of files are not listed.');
  });

  describe('restored', () => {
    let path: string;
    beforeAll(async () => {
      const { storage, store } = await createFileSite(CONTENTS);
      path = createPath();
      await backUp(storage, store, path);
    });

    it('is refused without a place for files before anything is stored, unless the bytes are left out', async () => {
      const storage = new RecordStorage(new MemoryRecordStore());
      const backup = await BackupFile.open(path, NO_MONITOR);

      await expect(restoreBackup(createRestoreTarget(storage), backup, NO_MONITOR)).rejects.toThrow(
        'The backup has the bytes of 4 files (200.0 kB), and this deployment has no place for them: set FILE_STORE, or ' +
          'leave them out with --without-files. Nothing was changed.',
      );

      expect(await storage.isEmpty()).toBe(true);
      const { report, fileStore } = await restore(path, new MemoryFileStore(), true);
      expect(report).toMatchObject({ counts: { entries: 4 }, problems: [] });
      expect(report).not.toHaveProperty('files');
      expect(await fileStore.list(undefined, 10)).toEqual([]);
    });

    it('is refused before anything is stored when no file can be stored', async () => {
      const storage = new RecordStorage(new MemoryRecordStore());
      const fileStore = new MemoryFileStore();
      fileStore.check = () => Promise.reject(new FileStoreUnavailable(new Error('EACCES')));
      const target = { ...createRestoreTarget(storage), fileStore };

      await expect(
        restoreBackup(target, await BackupFile.open(path, NO_MONITOR), NO_MONITOR),
      ).rejects.toThrow(FileStoreUnavailable);

      expect(await storage.isEmpty()).toBe(true);
    });

    it('stores no bytes a second time that are there, and replaces damaged ones', async () => {
      const fileStore = new MemoryFileStore();
      await putBytes(fileStore, 1, CONTENTS[0] ?? '');
      await putBytes(fileStore, 4, 'the lost picture');
      const stored: string[] = [];
      const put = fileStore.put.bind(fileStore);
      fileStore.put = (key, file) => {
        stored.push(key);
        return put(key, file);
      };

      const { report } = await restore(path, fileStore);

      expect(stored).toEqual([2, 3, 4].map(name));
      expect(await readAll(fileStore)).toEqual(CONTENTS);
      expect(report.files).toEqual({ count: 4, bytes: TOTAL });
    });

    it('finds a changed byte by the name of its file, and restores everything else', async () => {
      const damaged = await rewrite(path, createPath(), (members) =>
        members.map((member) => (member.header.name === name(2) ? flip(member) : member)),
      );
      const expected = `The file 'picture 2.jpg' (${toUuid(2)}) has other bytes in the backup than its checksum says; they were left out.`;

      const { report, fileStore } = await restore(damaged);

      expect(report).toMatchObject({ counts: { entries: 4 }, problems: [expected], files: { count: 3 } });
      expect(await readAll(fileStore)).toEqual([CONTENTS[0], undefined, '', CONTENTS[3]]);
      expect((await drill(damaged)).problems).toEqual([expected]);
    });

    it('finds a changed byte of the file on the disk', async () => {
      const damaged = createPath();
      // Bytes of files are not compressed, so their text is found in the archive.
      const bytes = await buffer(createReadStream(path));
      bytes[bytes.indexOf('x'.repeat(1000)) + 500] = 0x79;
      await pipeline(Readable.from([bytes]), createWriteStream(damaged));

      const { report, fileStore } = await restore(damaged);

      expect(report.problems).toContain(
        `The file 'picture 2.jpg' (${toUuid(2)}) has other bytes in the backup than its checksum says; they were left out.`,
      );
      expect(report.problems.some((problem) => problem.includes('incorrect data check'))).toBe(true);
      expect((await readAll(fileStore))[0]).toBe(CONTENTS[0]);
      expect((await drill(damaged)).problems).toEqual(report.problems);
    });

    it('names the files behind the place where the archive is cut off', async () => {
      const cut = createPath();
      const bytes = await buffer(createReadStream(path));
      await pipeline(Readable.from([bytes.subarray(0, bytes.length - 250_000)]), createWriteStream(cut));

      const { report } = await restore(cut);

      expect(report.counts).toMatchObject({ entries: 4 });
      expect(report.problems).toEqual([
        `The backup cannot be read any further at ${name(2)}: Unexpected end of data.`,
        ...[2, 3, 4].map((n) => `The file 'picture ${n}.jpg' (${toUuid(n)}) has no bytes in the backup.`),
      ]);
    });

    it('of a hostile archive stores nothing that is not the bytes of one of its files', async () => {
      const file = (header: Member['header'], content = 'hostile'): Member => ({
        header,
        content: Buffer.from(content),
      });
      const link = (linkName: string, linkname: string, type: Header['type']): Member =>
        file({ name: linkName, type, linkname }, '');
      const extra = [
        file({ name: '../../../../etc/cron.d/hostile' }),
        file({ name: '/etc/cron.d/hostile' }),
        file({ name: `files/01/../../../${toUuid(1)}` }),
        file({ name: `files/ff/${toUuid(1)}` }),
        file({ name: `styles/01/${toUuid(1)}/large-0123abcd.webp` }),
        file({ name: 'files/01', type: 'directory' }, ''),
        link(name(1), '/etc/passwd', 'symlink'),
        link(name(1), 'manifest.json', 'link'),
        file({ name: 'manifest.json' }, '{}'),
        file({ name: 'users-000001.ndjson' }, '{}'),
      ];
      const hostile = await rewrite(path, createPath(), (members) => {
        const at = members.findIndex(({ header }) => header.name === 'manifest.json') + 1;
        return [...members.slice(0, at), ...extra, ...members.slice(at), file({ name: name(77) })];
      });

      const { report, fileStore } = await restore(hostile);

      expect(report.counts).toMatchObject({ entries: 4, users: 0 });
      expect(report.problems).toEqual(
        [...extra.map(({ header }) => header.name), name(77)].map(
          (member) => `'${member}' in the backup is not the bytes of a file; it was left out.`,
        ),
      );
      expect(await readAll(fileStore)).toEqual(CONTENTS);
      expect((await fileStore.list(undefined, 100)).map(({ key }) => key)).toEqual([1, 2, 3, 4].map(name));
    });

    it('of an archive with a link in the place of a part is refused', async () => {
      const hostile = await rewrite(path, createPath(), (members) =>
        members.map((member) =>
          member.header.name === 'site-000001.ndjson'
            ? {
                header: { name: 'site-000001.ndjson', type: 'symlink', linkname: '/etc/passwd' },
                content: Buffer.alloc(0),
              }
            : member,
        ),
      );

      await expect(BackupFile.open(hostile, NO_MONITOR)).rejects.toThrow(
        'The backup is damaged at site-000001.ndjson: it is a link or a folder.',
      );
    });
  });
});

interface Member {
  readonly header: Pick<Header, 'name'> & Partial<Pick<Header, 'type' | 'linkname'>>;
  readonly content: Buffer;
}

async function readMembers(path: string): Promise<readonly Member[]> {
  const members: Member[] = [];
  const archive = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), archive);
  for await (const entry of archive) members.push({ header: entry.header, content: await buffer(entry) });
  await reading;
  return members;
}

/** Writes a changed archive whose manifest fits to its parts. @returns the path of the copy */
async function rewrite(
  path: string,
  copy: string,
  change: (members: readonly Member[]) => readonly Member[],
): Promise<string> {
  const members = change(await readMembers(path));
  const archive = pack();
  const writing = pipeline(archive, createGzip({ level: 0 }), createWriteStream(copy));
  for (const { header, content } of members) {
    const { name: memberName, type, linkname } = header;
    const text =
      memberName === 'manifest.json' && content.length > 2 ? withChecksums(content, members) : content;
    archive.entry({ name: memberName, type: type ?? 'file', ...(linkname ? { linkname } : {}) }, text);
  }
  archive.finalize();
  await writing;
  return copy;
}

function withChecksums(manifest: Buffer, members: readonly Member[]): Buffer {
  const parsed = JSON.parse(manifest.toString()) as { parts: { name: string }[] };
  const parts = parsed.parts.map((part) => {
    const { content = Buffer.alloc(0) } = members.find(({ header }) => header.name === part.name) ?? {};
    return { ...part, sha256: createHash('sha256').update(content).digest('hex') };
  });
  return Buffer.from(JSON.stringify({ ...parsed, parts }));
}

function changeText(member: Member, before: string, after: string): Member {
  return { ...member, content: Buffer.from(member.content.toString().replace(before, after)) };
}

function flip({ header, content }: Member): Member {
  const changed = Buffer.from(content);
  changed[100] = (changed[100] ?? 0) ^ 1;
  return { header, content: changed };
}

async function* breakOff(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from('xxx'));
  throw new Error('ECONNRESET');
}
