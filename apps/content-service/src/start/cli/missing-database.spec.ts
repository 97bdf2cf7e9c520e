import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { createProgram, runCommandLine } from './run-command-line.js';
import { PROCESS_TERMINAL } from './terminal.js';

/** Commands that may create a database, and those that use none. */
const CREATING = ['serve', 'work', 'demo', 'migrate', 'import', 'import-jsonapi', 'restore'];
const WITHOUT_DATABASE = ['health', 'config check', 'restore-drill'];

const ID = '0190163d-8694-739b-aea5-966c26f8ad91';

/** Command lines of all others. */
const OTHERS: readonly string[] = [
  'create-client --label Website',
  'update-client website --enable',
  'show-client website',
  'list-clients',
  'delete-client website',
  'rotate-secret website',
  'rotate-keys',
  'create-user --name mira --password a-long-and-quiet-evening',
  'unlock-user mira',
  'delete-user mira',
  'settings get',
  'settings set publicAccess true',
  'explain /api/node/article',
  `revisions list ${ID}`,
  `revisions show ${ID} 1`,
  `revisions restore ${ID}`,
  'export',
  'backup site.tar.gz',
  'audit export',
  'events tail',
  'events replay --from 4711-0190163d',
  'job list',
  'job run index.verify',
  `job show ${ID}`,
  `job cancel ${ID}`,
  `job resume ${ID}`,
  `job wait ${ID}`,
  'schedule list',
  'schedule set prune --enable',
  'schedule run prune',
  'webhook list',
  `webhook show ${ID}`,
  'webhook create --label Search --url https://search.example/changed',
  `webhook update ${ID} --enable`,
  `webhook delete ${ID}`,
  `webhook rotate-secret ${ID}`,
  `webhook test ${ID}`,
  `webhook deliveries ${ID}`,
  `webhook redeliver ${ID} ${ID}`,
  `webhook replay ${ID} --from 4711-0190163d`,
  'rebuild-index',
  'verify',
  // It copies the file.
  'backup --to copy.sqlite',
];

describe('a command in a folder without a database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const run = async (commandLine: string, DATABASE_URL: string): Promise<[number, string]> => {
    const text = new PassThrough();
    const code = await runCommandLine(commandLine.split(' '), {
      variables: () => ({ DATABASE_URL, KEY_SECRET: 'k'.repeat(32), LOG_LEVEL: 'silent' }),
      input: new PassThrough(),
      output: text,
      errors: text,
    });
    text.end();
    return [code, (await text.toArray()).join('')];
  };

  it('is known to this test', async () => {
    const { commands } = await createProgram(PROCESS_TERMINAL);
    const known = [...CREATING, ...WITHOUT_DATABASE, ...OTHERS];

    expect(
      commands.flatMap(listNames).filter((name) => !known.some((line) => `${line} `.startsWith(`${name} `))),
    ).toEqual([]);
  });

  it.each(OTHERS)('says by absolute path which one it looked for, and makes none: %s', async (line) => {
    const file = join(folder, 'data/content.sqlite');

    const [code, text] = await run(line, `sqlite:${relative(process.cwd(), file)}`);

    expect(code).toBe(1);
    expect(text).toContain(`content-service: There is no database at ${file} (DATABASE_URL).`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, number]>([
    ['migrate --check', 3],
    ['migrate --plan', 0],
    ['migrate --status', 0],
  ])('shows what a migration of a new one does, and makes none: %s', async (line, exitCode) => {
    const file = join(folder, 'data/content.sqlite');

    const [code, text] = await run(line, `sqlite:${file}`);

    expect(code).toBe(exitCode);
    expect(text).toContain(`content-service: There is no database at ${file} (DATABASE_URL).`);
    expect(text).toMatch(/^pending +expand /m);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses an empty file and one of another application', async () => {
    const file = join(folder, 'content.sqlite');
    writeFileSync(file, '');

    expect(await run('verify', `sqlite:${file}`)).toEqual([
      1,
      expect.stringContaining(`no database at ${file}`),
    ]);
    expect(readdirSync(folder)).toEqual(['content.sqlite']);
    expect(await run('migrate', `sqlite:${file}`)).toEqual([0, expect.anything()]);
    expect(await run('verify', `sqlite:${file}`)).toEqual([0, expect.anything()]);
  });

  it('refuses memory:, of which every process has another one', async () => {
    expect(await run('settings set publicAccess true', 'memory:')).toEqual([
      1,
      expect.stringContaining('There is no database of the service in memory: (DATABASE_URL).'),
    ]);
  });

  it('does not make the folder of a database that cannot be made', async () => {
    expect(await run('migrate', 'sqlite:/proc/content-service/content.sqlite')).toEqual([
      1,
      expect.stringContaining('The database of DATABASE_URL cannot be opened: ENOENT'),
    ]);
  });

  it('backs up no database without entries unless it is told to', async () => {
    const file = join(folder, 'content.sqlite');
    const backup = join(folder, 'site.tar.gz');
    await run('migrate', `sqlite:${file}`);

    const refused = `content-service: ${file} has no entries, so nothing was written`;
    expect(await run(`backup ${backup}`, `sqlite:${file}`)).toEqual([1, expect.stringContaining(refused)]);
    expect(await run(`backup --to ${backup}`, `sqlite:${file}`)).toEqual([
      1,
      expect.stringContaining(refused),
    ]);
    expect(existsSync(backup)).toBe(false);
    expect(await run(`backup ${backup} --allow-empty`, `sqlite:${file}`)).toEqual([
      0,
      expect.stringContaining(`0 webhooks, 0 revisions of ${file}.`),
    ]);
  });
});

function listNames(command: Command): readonly string[] {
  const { commands } = command;
  return commands.length === 0
    ? [command.name()]
    : commands.map((subcommand) => `${command.name()} ${subcommand.name()}`);
}
