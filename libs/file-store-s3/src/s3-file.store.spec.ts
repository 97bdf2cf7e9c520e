import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileKey, type FileKey, FileStoreFull, FileStoreUnavailable } from '@content-service/files';
import { describeFileStore } from '@content-service/files/conformance';
import { formatCauses } from '@content-service/kernel';
import { type Fault, FaultyHttpProxy } from './faulty-http-proxy.fixture.js';
import { S3Server } from './s3-server.fixture.js';
import { S3FileStore } from './s3-file.store.js';

const BUCKET = 'content';
const SIZE = 1024 * 1024;

let server: S3Server;
let proxy: FaultyHttpProxy;
beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
  server = await S3Server.start(BUCKET);
  proxy = await FaultyHttpProxy.start(server.url);
});
afterAll(async () => {
  delete process.env['AWS_ACCESS_KEY_ID'];
  delete process.env['AWS_SECRET_ACCESS_KEY'];
  await proxy.stop();
  await server.stop();
});

function createStore(endpoint: string, prefix: string, silenceMs = 15_000): S3FileStore {
  return new S3FileStore({
    ...{ bucket: BUCKET, prefix, region: 'us-east-1', endpoint, pathStyle: true },
    timeouts: { connectMs: 3000, silenceMs, answerMs: 60_000 },
  });
}

describeFileStore('S3FileStore', () => {
  const prefix = `${randomUUID()}/`;
  return {
    createStore: () => createStore(process.env['TEST_S3_URL'] ?? server.url, prefix),
    remove: () => undefined,
  };
});

describe('S3FileStore behind a line with faults', () => {
  let store: S3FileStore;
  let key: FileKey;
  beforeEach(() => {
    // Short, since tests wait for it.
    store = createStore(proxy.url, `${randomUUID()}/`, 300);
    key = fileKey(randomUUID());
    proxy.fail();
  });
  afterEach(() => store.close());

  async function put(content: Buffer): Promise<string> {
    const path = join(await store.temporaryFolder(), randomUUID());
    await writeFile(path, content);
    await store.put(key, { path, bytes: content.length, type: 'text/plain' }).finally(() => {
      expect(existsSync(path)).toBe(false);
    });
    return path;
  }

  const read = async (): Promise<Buffer> => buffer((await store.open(key)) ?? Readable.from([]));

  const getCauses = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'no error',
      (error: unknown) => `${(error as Error).name}: ${formatCauses(error)}`,
    );

  const REFUSED: Fault = { kind: 'status', status: 403, code: 'AccessDenied' };
  const FAILED: Fault = { kind: 'status', status: 500, code: 'InternalError' };
  const SILENT: Fault = { kind: 'silent' };
  const CUT: Fault = { kind: 'cut-request', bytes: SIZE / 4 };

  it.each<[string, Fault]>([
    ['an answer 500', FAILED],
    ['an answer 503', { kind: 'status', status: 503, code: 'SlowDown' }],
    ['no answer', SILENT],
    ['a connection that ends within the body', CUT],
  ])('stores a file after %s to the first request, whole', async (_, fault) => {
    const content = Buffer.alloc(SIZE, 'abcdefg');
    proxy.fail(fault);

    await put(content);

    expect(proxy.requests).toEqual(['PUT', 'PUT']);
    expect(content.equals(await read())).toBe(true);
  });

  it.each<[string, Fault, RegExp]>([
    [
      '500',
      FAILED,
      /^FileStoreUnavailable: .*PUT s3:\/\/content\/\S+: answered 500, InternalError: As the test/,
    ],
    ['silence', SILENT, /^FileStoreUnavailable: .*PUT s3:\/\/content\/\S+: no answer, TimeoutError: /],
    ['cut connections', CUT, /^FileStoreUnavailable: .*PUT s3:\/\/content\/\S+: no answer, /],
  ])(
    'gives up after three requests with %s, and leaves the object that was there',
    async (_, fault, message) => {
      await put(Buffer.from('before'));
      proxy.fail(fault, fault, fault);

      const causes = await getCauses(put(Buffer.alloc(SIZE)));

      expect(causes).toMatch(message);
      expect(proxy.requests).toEqual(['PUT', 'PUT', 'PUT']);
      expect((await read()).toString()).toBe('before');
      expect((await store.list(undefined, 10)).map(({ bytes }) => bytes)).toEqual([6]);
    },
  );

  it('does not repeat what is refused, and says what the server answered', async () => {
    proxy.fail(REFUSED);

    const causes = await getCauses(put(Buffer.alloc(SIZE)));

    expect(causes).toMatch(/PUT s3:\/\/content\/\S+: answered 403, AccessDenied: As the test wants\.$/);
    expect(proxy.requests).toEqual(['PUT']);
    expect(await store.stat(key)).toBeUndefined();
  });

  it.each([
    [507, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ])('is full when the server answers %i %s', async (status, code) => {
    proxy.fail({ kind: 'status', status, code });

    await expect(put(Buffer.alloc(10))).rejects.toThrow(FileStoreFull);
    expect(proxy.requests).toEqual(['PUT']);
  });

  it('is unavailable for each method while the server refuses', async () => {
    proxy.fail(...Array.from({ length: 6 }, () => REFUSED));

    await expect(store.open(key)).rejects.toThrow(FileStoreUnavailable);
    await expect(store.stat(key)).rejects.toThrow(FileStoreUnavailable);
    await expect(store.remove([key])).rejects.toThrow(FileStoreUnavailable);
    await expect(store.list(undefined, 1)).rejects.toThrow(FileStoreUnavailable);
    await expect(store.check()).rejects.toThrow(FileStoreUnavailable);
  });

  it('is unavailable, and has no missing objects, when there is no such bucket', async () => {
    const other = new S3FileStore({
      ...{ bucket: 'missing', prefix: '', region: 'us-east-1', endpoint: server.url, pathStyle: true },
    });

    expect(await getCauses(other.check())).toMatch(/answered 404, NoSuchBucket: /);
    await expect(other.open(key)).rejects.toThrow(FileStoreUnavailable);
    await other.close();
  });

  it('ends a stream with an error when the connection ends before the object does', async () => {
    await put(Buffer.alloc(4 * SIZE));
    proxy.fail({ kind: 'cut-answer', bytes: SIZE });

    const stream = await store.open(key);

    await expect(buffer(stream ?? Readable.from([]))).rejects.toThrow();
  });

  it('is unavailable where no server listens', async () => {
    const unreachable = createStore('http://127.0.0.1:1', '');

    expect(await getCauses(unreachable.stat(key))).toMatch(/^FileStoreUnavailable: .*ECONNREFUSED/);
    await unreachable.close();
  });

  it('writes an object at the first check only, and removes it', async () => {
    await store.check();
    expect(proxy.requests).toEqual(['PUT', 'DELETE', 'GET']);

    await store.check();

    expect(proxy.requests).toEqual(['PUT', 'DELETE', 'GET', 'GET']);
  });
});
