import { existsSync, statSync } from 'node:fs';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { getManifest, readArchive, type ArchiveFiles } from './backup-archive.js';
import { fillSite, Workshop } from './backup-site.js';

/** What stored credentials look like: hashes of passwords and client secrets, sealed texts, private keys. */
const CREDENTIALS = [
  /\$argon2/,
  /v1\$sha256\$/,
  /"v1\$[\w-]+\$[\w-]+\$[\w-]+"/,
  /PRIVATE KEY/,
  /header-secret/,
];

const COUNTS = { bundles: 5, entries: 89, roles: 1, users: 2, clients: 1, webhooks: 1 };
/** The photographs of the demo content. */
const FILES = { count: 7, bytes: expect.any(Number) as number };

describe('a backup', () => {
  const workshop = new Workshop(true);
  let site: string;
  let scratch: string;
  beforeAll(async () => {
    ({ url: site } = await workshop.database());
    ({ url: scratch } = await workshop.database('sqlite'));
    await fillSite(workshop, site);
  });
  afterAll(() => workshop.remove());

  const backUp = async (databaseUrl: string, name: string, ...options: string[]): Promise<ArchiveFiles> => {
    const file = workshop.path(name);
    await workshop.json(databaseUrl, 'backup', file, ...options);
    return readArchive(file);
  };

  it('with credentials is the same after a restore into SQLite and from there into this engine', async () => {
    const { url: second } = await workshop.database();

    const first = await backUp(site, 'first.tar.gz', '--with-credentials');
    const restored = await workshop.json(scratch, 'restore', workshop.path('first.tar.gz'));
    const inSqlite = await backUp(scratch, 'sqlite.tar.gz', '--with-credentials');
    await workshop.json(second, 'restore', workshop.path('sqlite.tar.gz'));
    const last = await backUp(second, 'last.tar.gz', '--with-credentials');

    expect(restored).toEqual({ counts: COUNTS, files: FILES, problems: [], notes: [] });
    expect(getManifest(first)).toMatchObject({
      format: 'content-service/backup@2',
      counts: COUNTS,
      credentials: true,
      serviceVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schema: expect.stringMatching(/\w/),
    });
    for (const copy of [inSqlite, last]) {
      expect([...copy.keys()]).toEqual([...first.keys()]);
      expect(getManifest(copy).parts).toEqual(getManifest(first).parts);
    }
    expect(await workshop.json(second, 'verify')).toEqual({ drifts: [] });
  });

  it('with credentials lets clients log in to the restored site, whose webhooks get no events of the restore', async () => {
    const service = await startService(scratch);
    try {
      const api = await ApiClient.withCredentials(service.url, FIRST_CLIENT);

      const answer = await api.send('GET', '/manage/webhooks', { headers: { Accept: 'application/json' } });
      const { items } = (await answer.json()) as { items: { id: string; enabled: boolean }[] };
      const deliveries = await api.send('GET', `/manage/webhooks/${items[0]?.id ?? ''}/deliveries`, {
        headers: { Accept: 'application/json' },
      });

      expect(items).toMatchObject([{ label: 'Search', enabled: true }]);
      expect(await deliveries.json()).toMatchObject({ items: [] });
    } finally {
      await service.stop();
    }
  });

  it('has the history and the trash, unless they are left out', async () => {
    const present = await backUp(site, 'history.tar.gz');
    const without = await backUp(site, 'no-history.tar.gz', '--without-history');

    expect(getManifest(present)).toMatchObject({ revisions: 2 });
    expect(getManifest(without)).not.toHaveProperty('revisions');
    const isHistory = (name: string): boolean => name.startsWith('revisions-');
    expect([...present.keys()].filter((name) => !without.has(name))).toEqual(['revisions-000001.ndjson']);
    expect([...without.keys()].filter(isHistory)).toEqual([]);
    const tracks = [...(present.get('revisions-000001.ndjson') ?? '').matchAll(/"track":"(\w+)"/g)];
    expect(tracks.map(([, track]) => track).toSorted()).toEqual(['deleted', 'live']);
  });

  it('of a site package has the working copies with --drafts, which an import into another site saves', async () => {
    const { url: target } = await workshop.database('sqlite');
    const file = workshop.path('drafts.ndjson');
    const exportSite = async (database: string): Promise<string> =>
      (await workshop.run(database, 'export', '--without-files', '--drafts')).output;

    await workshop.run(site, 'export', file, '--without-files', '--drafts');
    const report = await workshop.json(target, 'import', file);

    expect(report).toMatchObject({ updated: 1, problems: [] });
    const copies = (text: string): string[] =>
      text.split('\n').filter((line) => line.includes('"workingCopy"'));
    expect(copies(await exportSite(target))).toEqual(copies(await exportSite(site)));
    expect(copies(await exportSite(site))).toEqual([expect.stringContaining('"Copied"')]);
  });

  it('has no credentials by default, and a restore says what has to be done', async () => {
    const { url: empty } = await workshop.database('sqlite');
    const archive = await backUp(site, 'default.tar.gz');
    const text = [...archive.values()].join('');

    const report = await workshop.json(empty, 'restore', workshop.path('default.tar.gz'));

    for (const pattern of CREDENTIALS) expect(text).not.toMatch(pattern);
    expect(text).toContain('"mira"');
    expect(report).toEqual({
      counts: COUNTS,
      files: FILES,
      problems: [],
      notes: [
        expect.stringContaining('no passwords'),
        expect.stringContaining('no secrets of API clients'),
        expect.stringContaining('with a new secret and without headers: 1.'),
      ],
    });
    const { client_id } = FIRST_CLIENT;
    const { client_secret } = (await workshop.json(empty, 'rotate-secret', client_id)) as typeof FIRST_CLIENT;
    const service = await startService(empty);
    await expect(ApiClient.withCredentials(service.url, FIRST_CLIENT)).rejects.toThrow('invalid_client');
    expect((await ApiClient.withCredentials(service.url, { client_id, client_secret })).token).toBeDefined();
    await service.stop();
  });

  it('with credentials has all of them', async () => {
    const text = [...(await backUp(site, 'credentials.tar.gz', '--with-credentials')).values()].join('');

    for (const pattern of CREDENTIALS.slice(0, 3)) expect(text).toMatch(pattern);
    for (const pattern of CREDENTIALS.slice(3)) expect(text).not.toMatch(pattern);
  });

  it('is readable by its owner alone and does not replace a file', async () => {
    await backUp(site, 'private.tar.gz');

    await expect(backUp(site, 'private.tar.gz')).rejects.toThrow('exists already');

    expect(statSync(workshop.path('private.tar.gz')).mode & 0o777).toBe(0o600);
  });

  it('is not restored into a database with content', async () => {
    await backUp(site, 'again.tar.gz');

    await expect(workshop.json(site, 'restore', workshop.path('again.tar.gz'))).rejects.toThrow(
      'The database of DATABASE_URL is not empty',
    );
  });

  it('needs a file or --to', async () => {
    expect((await workshop.run(site, 'backup')).errors).toContain('Name a file for the backup');
  });

  it('--to copies a SQLite database, and refuses a server without leaving a file', async () => {
    const copy = workshop.path('copy.sqlite');
    const { code, output, errors } = await workshop.run(site, 'backup', '--to', copy);

    if (!site.startsWith('sqlite:')) {
      expect([code, errors]).toEqual([1, expect.stringContaining('Only a SQLite database can be copied')]);
      expect(existsSync(copy)).toBe(false);
      return;
    }
    expect(output).toContain('Keep KEY_SECRET as well');
    const exported = async (database: string): Promise<string> =>
      (await workshop.run(database, 'export', '--without-files')).output;
    expect(await exported(`sqlite:${copy}`)).toBe(await exported(site));
    expect(await workshop.json(`sqlite:${copy}`, 'verify')).toEqual({ drifts: [] });
  });
});
