import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessFolder } from './temporary-files.js';

describe('the folder of a process for temporary files', () => {
  let system: string;
  const given = process.env['TMPDIR'];
  beforeEach(() => {
    system = mkdtempSync(join(tmpdir(), 'content-service-test-'));
    process.env['TMPDIR'] = system;
  });
  afterEach(() => {
    if (given === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = given;
    rmSync(system, { recursive: true });
  });

  const TWO_DAYS_AGO = Date.now() / 1000 - 2 * 86_400;
  const age = (path: string): void => {
    utimesSync(path, TWO_DAYS_AGO, TWO_DAYS_AGO);
  };

  it('is one for all calls, which nobody else can read', async () => {
    const folder = new ProcessFolder();
    const paths = new Set(await Promise.all([folder.path(), folder.path(), folder.path()]));

    expect(paths.size).toBe(1);
    for (const path of paths) expect(lstatSync(path).mode & 0o777).toBe(0o700);
  });

  it('is made again when it is gone', async () => {
    const folder = new ProcessFolder();
    rmSync(await folder.path(), { recursive: true });

    const [one, other] = await Promise.all([folder.path(), folder.path()]);
    await writeFile(join(one, 'upload'), '');
    expect(await readdir(other)).toEqual(['upload']);
  });

  it('is made at a later call when that was not possible', async () => {
    const folder = new ProcessFolder();
    process.env['TMPDIR'] = join(system, 'missing');
    await expect(folder.path()).rejects.toThrow('ENOENT');
    process.env['TMPDIR'] = system;

    await expect(folder.path()).resolves.toContain(system);
  });

  it('stays as long as its process runs, however long nothing is stored', async () => {
    const idle = await new ProcessFolder().path();
    age(idle);
    const other = await new ProcessFolder().path();

    expect(await readdir(system)).toEqual(
      expect.arrayContaining([idle, other].map((path) => path.slice(system.length + 1))),
    );
  });

  it('is removed by another process a day after a kill', async () => {
    const child = spawn('true');
    await once(child, 'exit');
    const left = mkdtempSync(join(system, `content-service-files-${child.pid}-`));
    const recent = mkdtempSync(join(system, `content-service-files-${child.pid}-`));
    age(left);
    const own = await new ProcessFolder().path();

    expect((await readdir(system)).sort()).toEqual(
      [recent, own].map((path) => path.slice(system.length + 1)).sort(),
    );
  });
});
