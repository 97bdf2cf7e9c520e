import { Workshop } from '../restore/backup-site.js';
import { createSite } from './drupal-site.js';
import { DrupalSource } from './drupal-source.js';

describe('content-service import-jsonapi on a deployment without a place for files', () => {
  const workshop = new Workshop();
  afterAll(() => workshop.remove());

  it('says so before it starts, and imports everything else with --without-files', async () => {
    const source = await DrupalSource.start(createSite(1));
    try {
      const { url } = await workshop.database();
      const command = ['import-jsonapi', source.url, '--folder', workshop.path('import')] as const;

      const refused = await workshop.run(url, ...command);

      expect(refused).toMatchObject({
        code: 1,
        errors:
          'content-service: This deployment stores no files: its configuration lacks FILE_STORE. ' +
          '--without-files imports everything else.\n',
      });
      expect(source.requests).toEqual([]);
      expect(await workshop.run(url, ...command, '--without-files')).toMatchObject({ code: 0, errors: '' });
    } finally {
      await source.stop();
    }
  });
});
