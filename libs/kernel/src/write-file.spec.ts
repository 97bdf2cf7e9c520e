import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFileAtomically, writeFileAtomically } from './write-file.js';

describe('writeFileAtomically', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('creates a file that only its owner may read, and returns the result', async () => {
    const path = join(folder, 'new');

    const result = await writeFileAtomically(path, async (temporary) => {
      expect(readdirSync(folder)).toEqual([`new.${process.pid}.partial`]);
      await writeFile(temporary, 'text');
      return 'result';
    });

    expect([result, readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([
      'result',
      'text',
      0o600,
    ]);
    expect(readdirSync(folder)).toEqual(['new']);
  });

  it('leaves nothing when writing fails', async () => {
    const writing = writeFileAtomically(join(folder, 'new'), () => Promise.reject(new Error('No room.')));

    await expect(writing).rejects.toThrow('No room.');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses to replace a file', async () => {
    const path = join(folder, 'present');
    writeFileSync(path, 'before');

    await expect(writeFileAtomically(path, () => Promise.resolve())).rejects.toThrow('exists already');
    expect(readFileSync(path, 'utf8')).toBe('before');
  });
});

describe('replaceFileAtomically', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const replace = (path: string): Promise<void> =>
    replaceFileAtomically(path, 0o640, (temporary) => writeFile(temporary, 'new'));
  const readMode = (path: string): number => statSync(path).mode & 0o777;

  it('creates a file with the permissions', async () => {
    const path = join(folder, 'new');

    await replace(path);

    expect([readFileSync(path, 'utf8'), readMode(path)]).toEqual(['new', 0o640]);
    expect(readdirSync(folder)).toEqual(['new']);
  });

  it('replaces the target of a link, which keeps its permissions, and leaves the link', async () => {
    const [target, link] = [join(folder, 'target'), join(folder, 'link')];
    writeFileSync(target, 'before', { mode: 0o604 });
    symlinkSync(target, link);

    await replace(link);

    expect([readFileSync(target, 'utf8'), readMode(target), readlinkSync(link)]).toEqual([
      'new',
      0o604,
      target,
    ]);
  });

  it('leaves the file as it was when writing fails', async () => {
    const path = join(folder, 'present');
    writeFileSync(path, 'before');

    const writing = replaceFileAtomically(path, 0o600, async (temporary) => {
      await writeFile(temporary, 'half');
      throw new Error('No room.');
    });

    await expect(writing).rejects.toThrow('No room.');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['before', ['present']]);
  });

  it('writes to a device directly', async () => {
    await replace('/dev/null');

    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
