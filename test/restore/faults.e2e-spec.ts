import { once } from 'node:events';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TOPIC } from '../durability/prepared-site.js';
import { launchCommand } from '../support/content-service.js';
import { readArchive, replaceFile, withRightChecksums, writeArchive } from './backup-archive.js';
import { Workshop } from './backup-site.js';

const SITE = fileURLToPath(new URL('../durability/site.ndjson', import.meta.url));
const ENTRIES = 4000;

const toId = (n: number): string => `0190b0a0-0000-7000-8000-1${String(n).padStart(11, '0')}`;

/** A site package with many entries, so that a restore takes long enough to be killed. */
function createPackage(): string {
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    kind: 'entry',
    published: true,
    resource: {
      type: 'node--tally',
      id: toId(n),
      attributes: { title: `Tally ${n}`, field_count: n, field_notes: ['one', 'two'] },
      relationships: { field_topic: { data: TOPIC } },
    },
  }));
  return readFileSync(SITE, 'utf8') + entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

describe('a restore', () => {
  const workshop = new Workshop();
  const backup = workshop.path('site.tar.gz');
  beforeAll(async () => {
    const { url } = await workshop.database('sqlite');
    const file = workshop.path('site.ndjson');
    writeFileSync(file, createPackage());
    await workshop.json(url, 'import', file);
    await workshop.json(url, 'backup', backup);
  });
  afterAll(() => workshop.remove());

  const emptyDatabase = async (): Promise<string> => (await workshop.database()).url;
  const change = async (name: string, text: string, by: string): Promise<string> => {
    const file = workshop.path(`changed-${name}.tar.gz`);
    await writeArchive(
      file,
      replaceFile(await readArchive(backup), name, (before) => before.replace(text, by)),
    );
    return file;
  };

  it('refuses a backup with a changed part by its name, and changes nothing', async () => {
    const database = await workshop.database();
    const damaged = await change('site-000001.ndjson', 'Tally 100"', 'Tally 999"');

    await expect(workshop.json(database.url, 'restore', damaged)).rejects.toThrow(
      'The backup is damaged at site-000001.ndjson: its SHA-256 is',
    );

    expect((await database.contents()).length).toBe(0);
  });

  it.each<[string, RegExp, (file: string) => Promise<void> | void]>([
    [
      'without a part',
      /damaged at settings-000001\.ndjson: it is missing/,
      async (file) => {
        const files = await readArchive(backup);
        await writeArchive(file, new Map([...files].filter(([name]) => name !== 'settings-000001.ndjson')));
      },
    ],
    [
      'without a manifest',
      /damaged at manifest\.json: it is missing/,
      async (file) => {
        const files = await readArchive(backup);
        await writeArchive(file, new Map([...files].filter(([name]) => name !== 'manifest.json')));
      },
    ],
    [
      'of another format',
      /its format is "content-service\/backup@9"/,
      async (file) => {
        const files = await readArchive(backup);
        await writeArchive(
          file,
          replaceFile(files, 'manifest.json', (text) => text.replace('backup@1', 'backup@9')),
        );
      },
    ],
    [
      'with a changed byte',
      // What was packed behind the byte may repeat what was unpacked wrongly (RFC 1951, «compressed blocks»): also the manifest, the last file.
      /damaged at (?:site-000001\.ndjson|manifest\.json)/,
      (file) => {
        const bytes = readFileSync(backup);
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = 0xff ^ (bytes[middle] ?? 0);
        writeFileSync(file, bytes);
      },
    ],
    [
      'that is cut off',
      /damaged at site-000001\.ndjson/,
      (file) => {
        writeFileSync(file, readFileSync(backup));
        truncateSync(file, Math.floor(readFileSync(backup).length / 2));
      },
    ],
    [
      'that is no archive',
      /damaged at its beginning/,
      (file) => {
        writeFileSync(file, 'no archive');
      },
    ],
  ])(
    'refuses a backup %s',
    async (title, message, write) => {
      const file = workshop.path(`${title.replaceAll(' ', '-')}.tar.gz`);
      await write(file);

      const database = `sqlite:${workshop.path('untouched.sqlite')}`;

      const { code, errors } = await workshop.run(database, 'restore', file);

      expect(code).toBe(1);
      expect(errors).toMatch(message);
      expect(existsSync(workshop.path('untouched.sqlite'))).toBe(false);
    },
    300_000,
  );

  it('that is killed is continued by the next one', async () => {
    const { url, contents } = await workshop.database();
    const restoring = launchCommand(url, 'restore', backup);
    const ended = once(restoring, 'exit');
    while (restoring.exitCode === null && !(await contents()).includes('Tally 300')) await wait(20);
    restoring.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect((await contents()).includes(`Tally ${ENTRIES - 1}`)).toBe(false);
    const other = workshop.path('other.tar.gz');
    await workshop.json((await workshop.database('sqlite')).url, 'backup', other, '--allow-empty');

    await expect(workshop.json(url, 'restore', other)).rejects.toThrow('The restore of another backup');
    const report = await workshop.json(url, 'restore', backup);

    const counts = { bundles: 2, entries: ENTRIES + 1, roles: 0, users: 0, clients: 0, webhooks: 0 };
    expect(report).toMatchObject({ counts, problems: [] });
    expect(await workshop.json(url, 'verify')).toEqual({ drifts: [] });
    const copy = workshop.path('copy.tar.gz');
    await workshop.json(url, 'backup', copy);
    const [restored, original] = await Promise.all([copy, backup].map(readArchive));
    expect(restored?.get('site-000001.ndjson')).toBe(original?.get('site-000001.ndjson'));
    await expect(workshop.json(url, 'restore', backup)).rejects.toThrow('is not empty');
    const log = (await workshop.run(url, 'audit', 'export')).output.trim().split('\n');
    const ends = log
      .filter((line) => line.includes('job.finished'))
      .map((line) => JSON.parse(line) as object);
    expect(ends).toMatchObject([{ details: { kind: 'backup.restore', state: 'succeeded' } }]);
  });

  describe('drill', () => {
    it('exits with 0 when everything is restored, in a temporary database and in a given one', async () => {
      const scratch = await emptyDatabase();

      const reports = [
        await workshop.json('sqlite:/nowhere/content.sqlite', 'restore-drill', backup),
        await workshop.json(
          'sqlite:/nowhere/content.sqlite',
          'restore-drill',
          backup,
          '--database-url',
          scratch,
        ),
      ];

      for (const report of reports)
        expect(report).toMatchObject({ compared: 1000, problems: [], seconds: expect.any(Number) });
      expect((await workshop.run(scratch, 'export')).output).toContain(`Tally ${ENTRIES - 1}`);
    });

    it('exits with 1 for a damaged backup', async () => {
      const damaged = await change('manifest.json', '"sha256": "', '"sha256": "0');

      await expect(workshop.json(await emptyDatabase(), 'restore-drill', damaged)).rejects.toThrow(
        'is damaged at',
      );
    });

    it('exits with 1 when the backup has an entry that cannot be restored', async () => {
      const file = workshop.path('refused.tar.gz');
      const name = 'site-000001.ndjson';
      const files = replaceFile(await readArchive(backup), name, (text) =>
        text.replace('"field_count":7,', '"field_nope":7,'),
      );
      await writeArchive(file, withRightChecksums(files));

      const drill = workshop.json(await emptyDatabase(), 'restore-drill', file);

      await expect(drill).rejects.toThrow(/node--tally has no attribute 'field_nope'/);
      await expect(drill).rejects.toThrow(/The backup has 4001 entries, the database has 4000/);
    });
  });
});
