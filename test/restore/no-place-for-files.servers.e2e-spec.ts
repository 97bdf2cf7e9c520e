import { FileSite } from './file-site.js';

describe('a deployment without a place for files', () => {
  let site: FileSite;
  let copy: FileSite;
  beforeAll(async () => {
    site = await FileSite.create({ storage: 'sqlite' });
    await site.fill([10, 200_000]);
    // A database server has no folder beside it.
    copy = await FileSite.create({ fileStore: '' });
  });
  afterAll(async () => {
    for (const each of [site, copy]) await each.remove();
  });

  it('refuses a backup with bytes of files before anything is changed, unless they are left out', async () => {
    const file = site.path('site.tar.gz');
    await site.json('backup', file);

    await expect(copy.json('restore', file)).rejects.toThrow(
      'The backup has the bytes of 2 files (200.0 kB), and this deployment has no place for them: set FILE_STORE, or leave them out ' +
        'with --without-files. Nothing was changed.',
    );

    expect((await copy.database.contents()).length).toBe(0);
    expect(await copy.json('restore', file, '--without-files')).toMatchObject({
      counts: { entries: 2 },
      problems: [],
    });
  });

  it('refuses a backup that has to have the bytes', async () => {
    const file = copy.path('site.tar.gz');

    await expect(copy.json('backup', file, '--with-files', '--allow-empty')).rejects.toThrow(
      'This deployment stores no files: its configuration lacks FILE_STORE.',
    );
  });
});
