import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FakeClock } from '@content-service/kernel';
import { createBytes, createKey, put, read, readText } from './conformance/file-store-fixture.js';
import { describeFileStore } from './conformance/index.js';
import { DiskFileStore } from './disk-file.store.js';
import { derivativeKey } from './file-key.js';
import { FileStoreUnavailable } from './file-store.errors.js';

const run = promisify(execFile);

/** Puts a file of 200,000 bytes in a process of its own, and prints the name of the error. */
const PUT = [
  process.execPath,
  ...['--import', './.config/typescript-modules/register.js', '--conditions=@content-service/source'],
  ...['--input-type=module', '-e'],
  `import { DiskFileStore } from '@content-service/files';
   const [folder, key, path] = process.argv.slice(1);
   const store = new DiskFileStore(folder + '/files');
   await store.put(key, { path, bytes: 200_000, type: '' }).catch(({ name }) => process.stdout.write(name));`,
];

describeFileStore('DiskFileStore', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-file-store-'));
  return {
    createStore: () => new DiskFileStore(join(folder, 'made', 'with the first file')),
    remove: () => rm(folder, { recursive: true }),
  };
});

describe('DiskFileStore', () => {
  let folder: string;
  let store: DiskFileStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'disk-file-store-'));
    store = new DiskFileStore(join(folder, 'files'), new FakeClock());
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** The folder of the tests is in memory or on the disk. */
  async function findOtherFileSystem(): Promise<string> {
    const { dev } = await stat(folder);
    for (const other of ['/dev/shm', '/var/tmp']) if ((await stat(other)).dev !== dev) return other;
    throw new Error(`${folder} is on the file system of /dev/shm and of /var/tmp.`);
  }

  const getMode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

  it('makes nothing before the first file, and then files of mode 0640 in folders of mode 0750', async () => {
    const key = createKey();
    expect(await store.stat(key)).toBeUndefined();
    await store.remove([key]);
    await store.check();
    expect(await readdir(folder)).toEqual([]);

    await put(store, key, 'x');

    const path = join(folder, 'files', key);
    expect(await getMode(path)).toBe(0o640);
    for (let at = dirname(path); at !== folder; at = dirname(at)) expect(await getMode(at)).toBe(0o750);
    expect(await store.stat(key)).toEqual({ bytes: 1, storedAt: new FakeClock().now() });
  });

  it('moves a file of its temporary folder instead of copying it', async () => {
    const key = createKey();
    const path = join(await store.temporaryFolder(), randomUUID());
    await writeFile(path, 'x');
    const { ino } = await stat(path);

    await store.put(key, { path, bytes: 1, type: 'text/plain' });

    expect((await stat(join(folder, 'files', key))).ino).toBe(ino);
  });

  it('copies a file of another file system, and leaves nothing else', async () => {
    const key = createKey();
    const content = createBytes(3_000_000);
    const path = join(await findOtherFileSystem(), randomUUID());
    await writeFile(path, content);

    await store.put(key, { path, bytes: content.length, type: 'text/plain' });

    expect(content.equals((await read(store, key)) ?? Buffer.alloc(0))).toBe(true);
    expect([existsSync(path), await readdir(await store.temporaryFolder())]).toEqual([false, []]);
  });

  it('is full when the copy of a file has no room, and leaves nothing of it', async () => {
    const key = createKey();
    const path = join(await findOtherFileSystem(), randomUUID());
    await writeFile(path, createBytes(200_000));

    // A limit of 100 KiB for each file of the process (EFBIG) stands for a full disk (ENOSPC).
    const { stdout } = await run('bash', ['-c', 'ulimit -f 100; exec "$0" "$@"', ...PUT, folder, key, path]);

    expect(stdout).toBe('FileStoreFull');
    expect([existsSync(path), await store.stat(key), await readdir(await store.temporaryFolder())]).toEqual([
      ...[false, undefined, []],
    ]);
  });

  it('removes the folder of derivatives with the last of them', async () => {
    const id = randomUUID();
    const [large, square] = ['large', 'square'].map((style) =>
      derivativeKey(id, { style, version: '0123abcd', extension: 'webp' }),
    ) as [ReturnType<typeof derivativeKey>, ReturnType<typeof derivativeKey>];
    await put(store, large, 'x');
    await put(store, square, 'x');

    await store.remove([large]);
    expect(existsSync(dirname(join(folder, 'files', square)))).toBe(true);
    await store.remove([square]);

    expect(existsSync(dirname(join(folder, 'files', square)))).toBe(false);
  });

  it('removes temporary files that are older than a day, and no others', async () => {
    const temporary = await store.temporaryFolder();
    const dayAgo = Date.now() / 1000 - 86_410;
    for (const name of ['left', 'new']) await writeFile(join(temporary, name), 'x');
    await utimes(join(temporary, 'left'), dayAgo, dayAgo);

    await new DiskFileStore(join(folder, 'files')).check();

    expect(await readdir(temporary)).toEqual(['new']);
  });

  it('passes over files and links that it has not made', async () => {
    const key = createKey();
    await put(store, key, 'x');
    const beside = dirname(join(folder, 'files', key));
    await writeFile(join(beside, 'other.txt'), 'x');
    await writeFile(join(folder, 'files', 'files', 'README'), 'x');
    await symlink(join(folder, 'files', key), join(beside, key.slice(-36, -6) + '00' + key.slice(-4)));

    expect((await store.list(undefined, 10)).map((object) => object.key)).toEqual([key]);
  });

  it('may be in a folder that is reached by a symbolic link of the operator', async () => {
    await mkdir(join(folder, 'volume'));
    await symlink(join(folder, 'volume'), join(folder, 'files'));
    const key = createKey();

    await put(store, key, 'x');

    expect(await readText(store, key)).toBe('x');
    expect(await readFile(join(folder, 'volume', key), 'utf8')).toBe('x');
  });

  it('follows no symbolic link below its folder', async () => {
    const key = createKey();
    await put(store, key, 'x');
    const parent = dirname(join(folder, 'files', key));
    await rename(parent, join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), parent);

    await expect(put(store, key, 'other')).rejects.toThrow(FileStoreUnavailable);
    await expect(store.open(key)).rejects.toThrow(FileStoreUnavailable);
    await expect(store.stat(key)).rejects.toThrow(FileStoreUnavailable);
    await expect(store.remove([key])).rejects.toThrow(FileStoreUnavailable);

    expect(await store.list(undefined, 10)).toEqual([]);
    expect(await readFile(join(folder, 'elsewhere', key.slice(-36)), 'utf8')).toBe('x');
  });

  it('does not read an object that is a symbolic link, and replaces the link instead of its target', async () => {
    const key = createKey();
    await put(store, key, 'x');
    const target = join(folder, 'target');
    await writeFile(target, 'secret');
    await rm(join(folder, 'files', key));
    await symlink(target, join(folder, 'files', key));

    await expect(store.open(key)).rejects.toThrow(FileStoreUnavailable);
    expect(await store.stat(key)).toBeUndefined();
    await put(store, key, 'y');

    expect([await readText(store, key), await readFile(target, 'utf8')]).toEqual(['y', 'secret']);
  });

  it('is unavailable where a file is in the way of its folders', async () => {
    await writeFile(join(folder, 'files'), 'no folder');
    const key = createKey();
    const path = join(folder, 'source');
    await writeFile(path, 'x');

    await expect(store.put(key, { path, bytes: 1, type: 'text/plain' })).rejects.toThrow(
      FileStoreUnavailable,
    );
    await expect(store.temporaryFolder()).rejects.toThrow(FileStoreUnavailable);
    await expect(store.check()).rejects.toThrow(FileStoreUnavailable);

    expect(await readdir(folder)).toEqual(['files']);
  });

  it('is unavailable below folders in which nothing can be made', async () => {
    await expect(new DiskFileStore('/proc/files').check()).rejects.toThrow(FileStoreUnavailable);
    await expect(new DiskFileStore('/proc/files').temporaryFolder()).rejects.toThrow(FileStoreUnavailable);
  });
});
