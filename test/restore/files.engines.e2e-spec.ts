import { readdirSync } from 'node:fs';
import { fileKey } from '@content-service/files';
import { S3Server } from '../../libs/file-store-s3/src/s3-server.fixture.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { ApiClient } from '../support/api-client.js';
import { createContent, FileSite, toFileId } from './file-site.js';

const SIZES = [10, 200_000, 0, 3_000_000];
const COUNTS = { count: 4, bytes: 3_200_010 };

describe('a backup of a site with files', () => {
  let site: FileSite;
  const copies: FileSite[] = [];
  const createCopy = async (options: Parameters<typeof FileSite.create>[0] = {}): Promise<FileSite> => {
    const copy = await FileSite.create(options);
    copies.push(copy);
    return copy;
  };
  beforeAll(async () => {
    site = await FileSite.create();
    await site.fill(SIZES);
  });
  afterAll(async () => {
    for (const each of [site, ...copies]) await each.remove();
  });

  it('is the same after a restore into this engine, whose service serves the files', async () => {
    const file = site.path('site.tar.gz');
    const made = await site.json('backup', file);
    const copy = await createCopy();

    const report = await copy.json('restore', file);

    expect(made).toMatchObject({
      files: { ...COUNTS, problems: [] },
      manifest: { format: 'content-service/backup@2', files: COUNTS },
    });
    expect(report).toMatchObject({ counts: { entries: 4 }, files: COUNTS, problems: [] });
    const again = copy.path('again.tar.gz');
    expect(await copy.json('backup', again)).toMatchObject({ files: { ...COUNTS, problems: [] } });
    expect(await site.json('restore-drill', again)).toMatchObject({ files: COUNTS, problems: [] });
    const service = await startService(copy.database.url, copy.variables);
    try {
      const answer = await fetch(`${service.url}/files/${toFileId(1)}/picture%201.jpg`);
      expect(answer.status).toBe(200);
      expect(createContent(1, 200_000).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
    } finally {
      await service.stop();
    }
  });

  it('says how many files it has, and that it has none', async () => {
    const [full, without] = [site.path('full.tar.gz'), site.path('without.tar.gz')];

    expect((await site.run('backup', full)).output).toContain('4 files with 3.2 MB');
    const { code, output } = await site.run('backup', without, '--without-files');

    expect([code, output]).toEqual([0, expect.stringContaining('Without the bytes of files:')]);
    const copy = await createCopy();
    expect((await copy.run('restore', full)).output).toContain('4 files with 3.2 MB.');
  });

  it('with files that lost their bytes exits with 1 and names them', async () => {
    const broken = await createCopy({ storage: 'sqlite' });
    await broken.fill([10, 20]);
    await broken.store.remove([fileKey(toFileId(1))]);
    const file = broken.path('site.tar.gz');

    const { code, output } = await broken.run('backup', file);

    const sentence = `problem: The file 'picture 1.jpg' (${toFileId(1)}) has no bytes in the`;
    expect([code, output]).toEqual([1, expect.stringContaining(`${sentence} place of files.`)]);
    const restored = await (await createCopy({ storage: 'sqlite' })).run('restore', file);
    expect([restored.code, restored.output]).toEqual([1, expect.stringContaining(`${sentence} backup.`)]);
  });

  it('is copied to a place that has no files with --to', async () => {
    const embedded = await createCopy({ storage: 'sqlite' });
    await embedded.fill([10]);

    const { output } = await embedded.run('backup', '--to', embedded.path('copy.sqlite'));

    expect(output).toContain(`Copy the files in ${embedded.path('files')} as well.`);
  });

  it('is exported with the bytes and imported into another site by the command line', async () => {
    const [full, without] = [site.path('site.ndjson'), site.path('without.ndjson')];
    await site.run('export', full);
    await site.run('export', without, '--without-files');
    const copy = await createCopy();

    const bare = await copy.json('import', without);
    const report = await copy.json('import', full);

    expect(bare).toMatchObject({ inserted: 4, files: 0, warnings: [{}, {}, {}, {}] });
    expect(report).toMatchObject({
      ...{ inserted: 0, unchanged: 4, files: 4, fileBytes: 3_200_010 },
      ...{ problems: [], warnings: [] },
    });
    expect(await copy.findComplete(SIZES)).toEqual([0, 1, 2, 3]);
    expect(readdirSync(copy.path('files/temporary'))).toEqual([]);
  });

  describe('in a bucket of S3', () => {
    let server: S3Server;
    let bucket: FileSite;
    beforeAll(async () => {
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
      server = await S3Server.start('content');
      bucket = await createCopy({ fileStore: `s3://content/one?endpoint=${server.url}` });
      await bucket.json('restore', await backUp());
    });
    afterAll(async () => {
      delete process.env['AWS_ACCESS_KEY_ID'];
      delete process.env['AWS_SECRET_ACCESS_KEY'];
      await server.stop();
    });

    const backUp = async (): Promise<string> => {
      const file = site.path('for-s3.tar.gz');
      await site.json('backup', file);
      return file;
    };

    it('has the bytes only on request, and brings them into a folder', async () => {
      const [full, without] = [bucket.path('full.tar.gz'), bucket.path('without.tar.gz')];

      const left = await bucket.run('backup', without);
      const made = await bucket.json('backup', full, '--with-files');

      expect(left.output).toContain('Without the bytes of files:');
      expect(made).toMatchObject({ files: { ...COUNTS, problems: [] } });
      const copy = await createCopy();
      expect(await copy.json('restore', full)).toMatchObject({ files: COUNTS, problems: [] });
      expect(await copy.findComplete(SIZES)).toEqual([0, 1, 2, 3]);
    });

    it('is served from the bucket after a restore of the rest', async () => {
      const without = bucket.path('rest.tar.gz');
      await bucket.json('backup', without);
      const copy = await createCopy({ fileStore: `s3://content/one?endpoint=${server.url}` });

      await copy.json('restore', without);

      const service = await startService(copy.database.url, {
        ...{ ...copy.variables, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
      });
      try {
        expect((await fetch(`${service.url}/files/${toFileId(1)}/picture%201.jpg`)).status).toBe(200);
      } finally {
        await service.stop();
      }
    });
  });

  it('is imported by a job of the management API', async () => {
    const copy = await createCopy();
    const service = await startService(copy.database.url, copy.variables);
    try {
      await copy.json('settings', 'set', 'allowedOperations', 'read_write');
      const api = await ApiClient.withCredentials(service.url, FIRST_CLIENT);
      const body = (await site.run('export')).output;
      const headers = { 'Content-Type': 'application/x-ndjson', Accept: 'application/json' };
      const queued = await fetch(`${service.url}/manage/imports`, {
        ...{ method: 'POST', body },
        headers: { ...headers, Authorization: `Bearer ${api.token ?? ''}` },
      });
      const { id } = (await queued.json()) as { id: string };

      const job = await copy.json('job', 'wait', id);

      expect(job).toMatchObject({
        state: 'succeeded',
        result: { inserted: 4, files: 4, fileBytes: 3_200_010, problems: 0, warnings: 0 },
      });
      expect(await copy.findComplete(SIZES)).toEqual([0, 1, 2, 3]);
    } finally {
      await service.stop();
    }
  });
});
