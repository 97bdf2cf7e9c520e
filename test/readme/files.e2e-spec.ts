import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Server } from '../../libs/file-store-s3/src/s3-server.fixture.js';
import { createJpeg } from '../files/file-site.js';
import { listFiles, prepareFileSite, useBucket } from '../files/file-service.js';
import type { ImageLinks } from '../files/front-end.js';
import { startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { answersTo, parseCommands, parseGetToken } from './commands.js';

const PAGE = 'docs/files.md';
const BUCKET = 'content';

describe('the commands of docs/files.md', () => {
  let database: TestDatabase;
  let bucket: S3Server;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    await prepareFileSite(database.url);
    bucket = await S3Server.start(BUCKET);
    folder = await mkdtemp(join(tmpdir(), 'content-service-docs-'));
  });
  afterEach(async () => {
    await bucket.stop();
    await database.remove();
    await rm(folder, { recursive: true });
  });

  const useFolder = () => ({ FILE_STORE: `disk:${join(folder, 'store')}` });
  const countOnDisk = async (): Promise<number> =>
    (await listFiles(join(folder, 'store')).catch(() => [])).length;

  it.each([
    ['a folder', useFolder, 2],
    ['S3', () => useBucket(bucket.url, BUCKET), 0],
  ])('work as printed with %s as the place of files', async (_, chooseStore, filesOnDisk) => {
    const service = await startService(database.url, chooseStore());
    try {
      const photo = await createJpeg();
      await writeFile(join(folder, 'tram.jpg'), photo);
      const commands = [
        ...[parseGetToken(), ...parseCommands(PAGE, 'Upload')],
        ...parseCommands(PAGE, 'Pictures by size'),
      ];
      const [created, list, moved] = await answersTo(service, commands, folder);

      expect((await readFile(join(folder, 'shown.jpg'))).equals(photo)).toBe(true);
      const { id, meta } = JSON.parse(created ?? '').data.relationships.field_photo.data;
      expect(meta).toEqual({ alt: 'A tram', width: 60, height: 40 });
      expect(JSON.parse(list ?? '').included).toMatchObject([{ id, attributes: { filename: 'tram.jpg' } }]);
      const file = JSON.parse(moved ?? '').data;
      expect(file).toMatchObject({ id, attributes: { focal_point: { x: 30, y: 50 } } });
      const { href = '' } = (file.links as ImageLinks)['large'] ?? {};
      const picture = await fetch(href);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
      // The photo and the picture.
      expect(await countOnDisk()).toBe(filesOnDisk);
    } finally {
      await service.stop();
    }
  });
});
