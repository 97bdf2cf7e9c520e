import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileClient, prepareFileSite } from '../files/file-service.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { printFigures, scaled } from './scale.js';

const MEBIBYTE = 1_048_576;
const SIZE = scaled(256, 2048) * MEBIBYTE;
const ADDED_MAXIMUM = 64 * MEBIBYTE;

describe('a service that receives a large file', () => {
  let database: TestDatabase;
  let folder: string;
  let service: Service;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-large-'));
    database = await createTestDatabase();
    await prepareFileSite(database.url);
    service = await startService(database.url, {
      FILE_STORE: `disk:${folder}`,
      UPLOAD_LIMIT_BYTES: String(4096 * MEBIBYTE),
    });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
    await rm(folder, { recursive: true });
  });

  it('needs at most 64 MiB of memory more than before', async () => {
    const client = await FileClient.connect(service);
    // The code of an upload is loaded, and compiled, by the first one.
    await client.upload('small.txt', createBody(8 * MEBIBYTE));
    const before = readMemory('VmRSS');

    const { attributes } = await client.upload('large.txt', createBody(SIZE));

    const added = readMemory('VmHWM') - before;
    printFigures('large upload', { mebibytes: SIZE / MEBIBYTE, addedMebibytes: added / MEBIBYTE });
    expect(attributes['filesize']).toBe(SIZE);
    expect(added).toBeLessThan(ADDED_MAXIMUM);
  }, 600_000);

  /** Bytes of memory of the service: `VmRSS` now, `VmHWM` at most so far (proc(5)). */
  function readMemory(name: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  }
});

function createBody(bytes: number): ReadableStream {
  const part = Buffer.alloc(MEBIBYTE, 'x');
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left === 0) controller.close();
      else controller.enqueue(part);
      left -= left === 0 ? 0 : MEBIBYTE;
    },
  });
}
