/** @needs prlimit */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fault, FaultyHttpProxy } from '../../libs/file-store-s3/src/faulty-http-proxy.fixture.js';
import { S3Server } from '../../libs/file-store-s3/src/s3-server.fixture.js';
import { FileClient, listFiles, prepareFileSite, useBucket } from '../files/file-service.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { changeConstants } from '../support/process-variables.js';

const MEBIBYTE = 1_048_576;
const BUCKET = 'content';

/** Status, code and `Retry-After` of a refused upload. */
async function readRefusal(answer: Response): Promise<readonly unknown[]> {
  const { errors } = (await answer.json()) as { errors: readonly { code: string }[] };
  return [answer.status, errors[0]?.code, answer.headers.get('retry-after')];
}

let database: TestDatabase;
let folder: string;
let service: Service;
let client: FileClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-trouble-'));
  database = await createTestDatabase();
  await prepareFileSite(database.url);
});
afterAll(async () => {
  await database.remove();
  await rm(folder, { recursive: true });
});

async function start(variables: Readonly<Record<string, string | undefined>>): Promise<void> {
  service = await startService(database.url, { LOG_LEVEL: 'fatal', TMPDIR: folder, ...variables });
  client = await FileClient.connect(service);
}

async function countEntries(): Promise<number> {
  return (await client.list()).length;
}

describe('a service with its files in a folder', () => {
  beforeAll(() => start({ FILE_STORE: `disk:${folder}` }));
  afterAll(() => service.stop());

  it('has no room: the upload is 507, nothing of it remains, and the next one succeeds', async () => {
    const [before, stored] = [await countEntries(), await listFiles(folder)];
    const large = Buffer.alloc(24 * MEBIBYTE, 'x');
    limitFiles(`${16 * MEBIBYTE}:`);

    const refused = await client.send('large.txt', large);
    const small = await client.send('small.txt', Buffer.from('small'));
    expect(await readRefusal(refused)).toEqual([507, 'file_store_full', null]);
    expect(small.status).toBe(201);
    expect(await countEntries()).toBe(before + 1);
    expect((await listFiles(folder)).length).toBe(stored.length + 1);

    limitFiles('unlimited:');
    expect((await client.send('large.txt', large)).status).toBe(201);
  });

  it('loses its client within an upload, of which nothing remains', async () => {
    const [before, stored] = [await countEntries(), await listFiles(folder)];
    let parts = 0;
    const aborted = new AbortController();
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(Buffer.alloc(MEBIBYTE, 'x'));
        parts += 1;
        if (parts < 5) return;
        // A part of it is on the disk.
        await eventually(async () => (await listFiles(folder)).length > stored.length);
        aborted.abort();
      },
    });

    const upload = client.send('gone.txt', body, 'field_files', { signal: aborted.signal });
    await expect(upload).rejects.toThrow('aborted');
    await eventually(async () => (await listFiles(folder)).length === stored.length);
    expect(await countEntries()).toBe(before);
  });

  /** Limits the size to which files of the process can grow, as a full disk does (setrlimit(2), RLIMIT_FSIZE). */
  function limitFiles(limit: string): void {
    execFileSync('prlimit', ['--pid', String(service.pid), `--fsize=${limit}`]);
  }
});

describe('a service with its files in a bucket', () => {
  let bucket: S3Server;
  let proxy: FaultyHttpProxy;
  let temporary: string;
  beforeAll(async () => {
    temporary = join(folder, 'of-process');
    await mkdir(temporary);
    bucket = await S3Server.start(BUCKET);
    proxy = await FaultyHttpProxy.start(bucket.url);
    await start({
      ...{ ...useBucket(proxy.url, BUCKET), TMPDIR: temporary },
      ...changeConstants({ SILENCE_MS: 500, ANSWER_MS: 3000 }),
    });
    // The check of the start, which would take the faults of a test: it writes, deletes and lists.
    await eventually(() => Promise.resolve(proxy.requests.includes('GET')));
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
    await bucket.stop();
  });

  const FAILED: Fault = { kind: 'status', status: 500, code: 'InternalError' };
  const SILENT: Fault = { kind: 'silent' };
  const TRICKLE: Fault = { kind: 'trickle' };
  /** Also for requests of the test before that are still on their way. */
  const thrice = (fault: Fault): readonly Fault[] => [fault, fault, fault];

  it.each<[trouble: string, faults: readonly Fault[], answer: readonly unknown[]]>([
    ['fails with 500', thrice(FAILED), [503, 'file_store_unavailable', '30']],
    [
      'refuses with 403',
      thrice({ kind: 'status', status: 403, code: 'AccessDenied' }),
      [503, 'file_store_unavailable', '30'],
    ],
    ['does not answer', thrice(SILENT), [503, 'file_store_unavailable', '30']],
    [
      'has reached its quota',
      thrice({ kind: 'status', status: 403, code: 'QuotaExceeded' }),
      [507, 'file_store_full', null],
    ],
  ])('that %s: an upload is refused, and nothing of it remains', async (_, faults, answer) => {
    const before = await countEntries();
    proxy.fail(...faults);

    const refused = await client.send('lost.txt', Buffer.alloc(2 * MEBIBYTE, 'x'));

    expect(await readRefusal(refused)).toEqual(answer);
    expect(await countEntries()).toBe(before);
    expect(await listFiles(temporary)).toEqual([]);
  });

  it('that answers a byte now and then: an upload is refused after the time limit of an answer', async () => {
    const before = await countEntries();
    proxy.fail(...thrice(TRICKLE));

    const refused = await client.send('lost.txt', Buffer.from('lost'));

    expect(await readRefusal(refused)).toEqual([503, 'file_store_unavailable', '30']);
    expect(await countEntries()).toBe(before);
    expect(await listFiles(temporary)).toEqual([]);
  });

  it('that fails or does not answer once: an upload is stored', async () => {
    for (const fault of [FAILED, SILENT]) {
      proxy.fail(fault);
      expect((await client.send('kept.txt', Buffer.alloc(2 * MEBIBYTE, 'x'))).status).toBe(201);
      expect(await listFiles(temporary)).toEqual([]);
    }
  });

  it('that fails or does not answer: a file is 503 for a moment, which no cache keeps', async () => {
    const { id } = await client.upload('kept.txt', Buffer.from('kept'));
    const path = `/files/${id}/kept.txt`;
    for (const fault of [FAILED, SILENT]) {
      proxy.fail(...thrice(fault));
      const answer = await client.api.send('GET', path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        503,
        expect.not.stringContaining('public'),
      ]);
    }
    proxy.fail();
    expect((await client.download(path)).toString()).toBe('kept');
  });

  it('that stops in the middle of a file: the client is told by the end of its connection', async () => {
    const { id } = await client.upload('large.txt', Buffer.alloc(MEBIBYTE, 'x'));
    proxy.fail({ kind: 'stalled-answer', bytes: 1000 });

    const download = client.download(`/files/${id}/large.txt`);

    await expect(download).rejects.toThrow('terminated');
    expect((await client.download(`/files/${id}/large.txt`)).length).toBe(MEBIBYTE);
  });
});
