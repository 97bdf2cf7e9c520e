import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { fileKey } from '@content-service/files';
import { COMMAND, toEnvironment } from '../support/content-service.js';
import { launch, readText } from '../support/server-process.js';
import { FileSite, toFileId } from './file-site.js';

/** Two hundred pictures, and four films of 30 MB. */
const SIZES = [
  ...Array.from({ length: 200 }, (_, n) => 5000 + 100 * n),
  ...Array.from({ length: 4 }, () => 30_000_000),
];
const COUNTS = { count: SIZES.length, bytes: SIZES.reduce((sum, bytes) => sum + bytes, 0) };

/** Writes the largest memory of a process, in bytes, when it exits. */
const MEASURE = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, String(1024 * process.resourceUsage().maxRSS)));`;

/** What a command may need beside what it needs without the bytes: some buffers, but no file of 30 MB twice. */
const MEMORY_MAXIMUM = 64 * 1024 * 1024;

describe('a backup of 200 pictures and 4 films', () => {
  let site: FileSite;
  let copy: FileSite;
  let backup: string;
  beforeAll(async () => {
    site = await FileSite.create();
    copy = await FileSite.create();
    backup = site.path('site.tar.gz');
    await site.fill(SIZES);
    writeFileSync(site.path('measure.mjs'), MEASURE);
  });
  afterAll(async () => {
    for (const each of [site, copy]) await each.remove();
  });

  const start = (of: FileSite, node: readonly string[], ...args: readonly string[]): ChildProcess =>
    launch([...node, COMMAND, ...args], {
      ...{ ...toEnvironment(of.database.url), ...of.variables, MEMORY_FILE: site.path('memory') },
    });
  /** Runs a command to its end. @returns the largest memory of its process, in bytes */
  const measure = async (of: FileSite, ...args: readonly string[]): Promise<number> => {
    const child = start(of, ['--import', site.path('measure.mjs')], ...args);
    const errors = readText(child.stderr);
    void readText(child.stdout);
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(await errors);
    return Number(readFileSync(site.path('memory'), 'utf8'));
  };
  /** Starts a command and kills it as soon as something is true. */
  const kill = async (isDue: () => boolean, of: FileSite, ...args: readonly string[]): Promise<void> => {
    const child = start(of, [], ...args);
    const ended = once(child, 'exit');
    while (child.exitCode === null && !isDue()) await wait(1);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  };
  const findPartial = (): string | undefined =>
    readdirSync(site.folder).find((name) => name.endsWith('.partial'));

  it('that is killed leaves no backup, and the next one is complete', async () => {
    const isHalfWritten = (): boolean => {
      const partial = findPartial();
      return partial !== undefined && statSync(site.path(partial)).size > COUNTS.bytes / 2;
    };

    await kill(isHalfWritten, site, 'backup', backup);

    expect(existsSync(backup)).toBe(false);
    expect(await site.json('backup', backup)).toMatchObject({ files: { ...COUNTS, problems: [] } });
    expect(await site.json('restore-drill', backup)).toMatchObject({ files: COUNTS, problems: [] });
  });

  it('is restored by the next command when a restore is killed among the files', async () => {
    const filesOf = (n: number): string => copy.path(`files/${fileKey(toFileId(n))}`);
    const isHalfStored = (): boolean => existsSync(filesOf(150));

    await kill(isHalfStored, copy, 'restore', backup);

    expect(existsSync(filesOf(203))).toBe(false);
    expect(await copy.json('restore', backup)).toMatchObject({
      ...{ counts: { entries: SIZES.length }, files: COUNTS, problems: [] },
    });
    expect(await copy.findComplete(SIZES)).toHaveLength(SIZES.length);
    expect(await copy.json('verify')).toEqual({ drifts: [] });
  });

  it('needs no more memory for the bytes than for a few buffers', async () => {
    const target = await FileSite.create();
    const bare = await FileSite.create();
    try {
      const [one, two] = [site.path('measured.tar.gz'), site.path('bare.tar.gz')];

      const withoutFiles = await measure(site, 'backup', two, '--without-files');
      const withFiles = await measure(site, 'backup', one);
      const restoredWithout = await measure(bare, 'restore', two);
      const restoredWith = await measure(target, 'restore', one);

      expect(withFiles - withoutFiles).toBeLessThan(MEMORY_MAXIMUM);
      expect(restoredWith - restoredWithout).toBeLessThan(MEMORY_MAXIMUM);
    } finally {
      for (const each of [target, bare]) await each.remove();
    }
  });
});
