import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileClient, listFiles, prepareFileSite } from '../files/file-service.js';
import type { Resource } from '../support/api-client.js';
import { runCommand, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { shiftClock } from '../support/process-variables.js';
import { printFigures, scaled } from './scale.js';

const ROUNDS = scaled(4, 20);
const UPLOADERS = 4;
const PART_BYTES = 65_536;
/** Some are killed while they arrive, some while they are stored. */
const PARTS_MAXIMUM = 32;
/** After so long, at most, a process is killed. */
const LIFE_MS = 400;
const THREE_DAYS = 3 * 24 * 60 * 60;

describe('a service that is killed at a random point of uploads', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-killed-'));
    database = await createTestDatabase();
    await prepareFileSite(database.url);
  });
  afterAll(async () => {
    await database.remove();
    await rm(folder, { recursive: true });
  });

  const start = (variables = {}): ReturnType<typeof startService> =>
    startService(database.url, { FILE_STORE: `disk:${folder}`, ...variables });

  it('has no entry without its bytes, and after a sweep no bytes without their entry', async () => {
    const acknowledged: Resource[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = await start();
      const client = await FileClient.connect(service);
      const uploads = Array.from({ length: UPLOADERS }, () => uploadUntilKilled(client, acknowledged));
      await sleep(Math.random() * LIFE_MS);
      await service.kill();
      await Promise.all(uploads);
    }

    const before = await listFiles(folder);
    const survivor = await start();
    const files = await readWhole(await FileClient.connect(survivor));
    await survivor.stop();
    const ids = files.map(({ id }) => id);
    expect(acknowledged.filter(({ id }) => !ids.includes(id))).toEqual([]);

    const later = await start(shiftClock(THREE_DAYS));
    const client = await FileClient.connect(later);
    const result = await client.sweep();
    // The temporary folder is swept with the first upload of a process.
    const last = await client.upload('last.txt', Buffer.from('last'));
    const remaining = await client.list();
    await later.stop();

    printFigures('killed uploads', {
      ...{ rounds: ROUNDS, acknowledged: acknowledged.length, files: files.length },
      ...{ objectsBefore: before.length, ...result },
    });
    expect(result).toMatchObject({ missing: 0 });
    expect(remaining.map(({ id }) => id)).toEqual([last.id]);
    expect(await listFiles(folder)).toEqual([expect.stringContaining(last.id)]);
    expect(await runCommand(database.url, 'verify')).toEqual({ drifts: [] });
  }, 600_000);
});

async function uploadUntilKilled(client: FileClient, acknowledged: Resource[]): Promise<void> {
  for (;;) {
    const parts = 1 + Math.floor(Math.random() * PARTS_MAXIMUM);
    const body = ReadableStream.from(
      Array.from({ length: parts }, () => Buffer.alloc(PART_BYTES, randomUUID())),
    );
    const file = await client.upload('noise.txt', body).catch((error: unknown) => {
      // An answer would be one of the service that lives.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (file === undefined) return;
    acknowledged.push(file);
  }
}

/** All files. @throws Error when the bytes of one are others than those that its entry describes */
async function readWhole(client: FileClient): Promise<readonly Resource[]> {
  const files = await client.list();
  for (const { attributes } of files) {
    const { uri, filesize, checksum } = attributes as {
      readonly uri: { readonly url: string };
      readonly filesize: number;
      readonly checksum: string;
    };
    const bytes = await client.download(uri.url);
    const found = [bytes.length, createHash('sha256').update(bytes).digest('hex')];
    expect(found).toEqual([filesize, checksum]);
  }
  return files;
}
