import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { FaultyHttpProxy } from '../../libs/file-store-s3/src/faulty-http-proxy.fixture.js';
import { S3Server } from '../../libs/file-store-s3/src/s3-server.fixture.js';
import { BEHIND_ONE_ADDRESS } from '../durability/processes.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { shiftClock } from '../support/process-variables.js';
import { FileClient, prepareFileSite, useBucket } from './file-service.js';
import type { ImageLinks } from './front-end.js';

const BUCKET = 'content';
const THREE_DAYS = 3 * 24 * 60 * 60;

describe('two processes with one bucket', () => {
  let database: TestDatabase;
  let bucket: S3Server;
  /** Counts the requests to the bucket. */
  let proxy: FaultyHttpProxy;
  let services: readonly Service[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareFileSite(database.url);
    bucket = await S3Server.start(BUCKET);
    proxy = await FaultyHttpProxy.start(bucket.url);
    services = await start();
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await proxy.stop();
    await bucket.stop();
    await database.remove();
  });

  const start = (variables = {}): Promise<readonly Service[]> => {
    const all = { ...BEHIND_ONE_ADDRESS, ...useBucket(proxy.url, BUCKET), ...variables };
    return Promise.all([1, 2].map(() => startService(database.url, all)));
  };
  const connect = (): Promise<readonly [FileClient, FileClient]> =>
    Promise.all(services.map((service) => FileClient.connect(service))) as Promise<[FileClient, FileClient]>;
  const photograph = (): Promise<Buffer> =>
    sharp({ create: { width: 1600, height: 900, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();

  it('serve what the other has received, and make each picture once at most', async () => {
    const [one, other] = await connect();
    const bytes = await photograph();
    const file = await one.upload('tram.jpg', bytes, 'field_photo');
    await one.link(file);
    expect(bytes.equals(await other.download(`/files/${file.id}/tram.jpg`))).toBe(true);

    const answer = await other.api.send('GET', `/api/file/file/${file.id}`);
    const { data } = (await answer.json()) as { data: { links: ImageLinks } };
    const path = new URL(data.links['large']?.href ?? '').pathname;
    proxy.fail();
    const pictures = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : other).download(path)),
    );

    expect(pictures.every((picture) => picture.equals(pictures[0] ?? Buffer.alloc(0)))).toBe(true);
    expect(proxy.requests.filter((method) => method === 'PUT').length).toBeLessThanOrEqual(2);
  });

  it('answer 404 two seconds after one of them has unpublished a file', async () => {
    const [one, other] = await connect();
    const file = await one.upload('tram.jpg', await photograph(), 'field_photo');
    await one.link(file);
    const read = (): Promise<readonly number[]> =>
      Promise.all(
        [one, other].map(async ({ url }) => (await fetch(`${url}/files/${file.id}/tram.jpg`)).status),
      );
    expect(await read()).toEqual([200, 200]);

    await one.api.update(file, { attributes: { status: false } });
    await sleep(2000);
    expect(await read()).toEqual([404, 404]);
  });

  it('sweep at the same time, and remove what is unused only', async () => {
    const [one] = await connect();
    const kept = await one.upload('kept.jpg', await photograph(), 'field_photo');
    await one.link(kept);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await one.upload(name, Buffer.from(name));
    await Promise.all(services.map((service) => service.stop()));
    services = await start(shiftClock(THREE_DAYS));
    // Otherwise bytes whose entry is not stored yet are taken for leftovers.
    bucket.clockOffsetSeconds = THREE_DAYS;
    const clients = await connect();

    const uploadMeanwhile = async (client: FileClient): Promise<void> => {
      for (let n = 0; n < 5; n += 1)
        await client.link(await client.upload('tram.jpg', await photograph(), 'field_photo'));
    };
    const [results] = await Promise.all([
      Promise.all(clients.map((client) => client.sweep())),
      ...clients.map(uploadMeanwhile),
    ]);

    expect(results).toEqual([
      expect.objectContaining({ missing: 0 }),
      expect.objectContaining({ missing: 0 }),
    ]);
    const files = await clients[1].list();
    const names = files.map(({ attributes }) => attributes['filename']);
    expect([names.includes('kept.jpg'), names.filter((name) => String(name).endsWith('.txt'))]).toEqual([
      true,
      [],
    ]);
    for (const { id, attributes } of files)
      expect((await clients[0].download(`/files/${id}/${String(attributes['filename'])}`)).length).toBe(
        attributes['filesize'],
      );
  });
});
