import { Readable } from 'node:stream';
import { FakeClock } from '@content-service/kernel';
import type { SpoolStore } from '@content-service/jobs';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { SpooledLines } from '@content-service/transfer/site-package';
import { uploadSitePackage } from './upload-site-package.js';

const SPOOL = '0190b0a0-0000-7000-8000-000000000001';
const HEADER = '{"kind":"header","format":"content-service/site@1"}';

describe('uploadSitePackage', () => {
  let spools: SpoolStore;
  beforeEach(async () => {
    ({ spools } = new RecordStorage(new MemoryRecordStore()));
  });

  const reserve = (): void => undefined;
  const { signal } = new AbortController();
  const upload = (chunks: Iterable<Buffer>, maximumBytes = 10_000_000): Promise<number> =>
    uploadSitePackage(Readable.from(chunks), SPOOL, {
      ...{ spools, clock: new FakeClock(), maximumBytes, reserve, signal },
    });
  const read = async (total: number, done = 0): Promise<string[]> => {
    const lines: string[] = [];
    for await (const line of new SpooledLines(spools, SPOOL, total).readBehind(done)) lines.push(line);
    return lines;
  };
  const isStored = async (): Promise<boolean> => (await spools.find(SPOOL, 0)) !== undefined;

  it.each([1, 7, 1000, 65_536])('keeps all lines that arrive in chunks of %d bytes', async (size) => {
    const lines = [HEADER, '', 'ä“𝄞', 'x'.repeat(2000), '', 'last'];
    const bytes = Buffer.from(lines.join('\n'));
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );

    expect(await upload(chunks)).toBe(6);
    expect(await read(6)).toEqual(lines);
  });

  it.each([
    ['a byte order mark', Buffer.from(`\ufeff${HEADER}\nä`)],
    ['UTF-16', Buffer.from(`\ufeff${HEADER}\nä`, 'utf16le')],
  ])('reads a body with %s', async (_, bytes) => {
    expect(await upload([bytes.subarray(0, 1), bytes.subarray(1)])).toBe(2);
    expect(await read(2)).toEqual([HEADER, 'ä']);
  });

  it('cuts parts at ends of lines, from each of which reading continues', async () => {
    const lines = [HEADER, ...Array.from({ length: 900 }, (_, n) => `${n} ${'x'.repeat(997)}`)];

    const total = await upload([Buffer.from(`${lines.join('\n')}\n`)].flatMap(toChunks));

    expect(total).toBe(901);
    expect(await spools.find(SPOOL, 1)).toBeDefined();
    const reader = new SpooledLines(spools, SPOOL, total);
    for await (const line of reader.readBehind(0)) expect(line.length).toBeLessThan(2000);
    for (const done of [0, 1, 262, 263, 264, 600, 900]) {
      const continued = new SpooledLines(spools, SPOOL, total, reader.findStart(done));
      const rest: string[] = [];
      for await (const line of continued.readBehind(done)) rest.push(line);
      expect(rest).toEqual(lines.slice(done));
    }
  });

  it.each([
    ['a body above the maximum', [Buffer.from(HEADER), Buffer.alloc(100, 'x')], 100, 'body_too_large'],
    ['another first line', [Buffer.from('{}\n'), Buffer.alloc(100, 'x')], 1000, 'no_site_package'],
    ['bytes that are not UTF-8', [Buffer.from(`${HEADER}\n`), Buffer.from([0xff])], 1000, 'invalid_body'],
    ['a long line', [Buffer.from(`${HEADER}\n`), Buffer.alloc(4_300_000, 'x')], 10_000_000, 'line_too_long'],
  ])('refuses %s, and keeps nothing of it', async (_, chunks, maximumBytes, code) => {
    await expect(upload(chunks, maximumBytes)).rejects.toMatchObject({ code });

    expect(await isStored()).toBe(false);
  });

  it('keeps nothing of a body that breaks off', async () => {
    const body = new Readable({ read: () => undefined });
    body.push(`${HEADER}\n${'x'.repeat(300_000)}\n`);
    const uploading = uploadSitePackage(body, SPOOL, {
      ...{ spools, clock: new FakeClock(), maximumBytes: 1e9, reserve, signal },
    });
    setImmediate(() => body.destroy());

    await expect(uploading).rejects.toMatchObject({ code: 'invalid_body' });

    expect(await isStored()).toBe(false);
  });

  it('ends with the reason of the signal, and keeps nothing', async () => {
    const body = new Readable({ read: () => undefined });
    body.push(`${HEADER}\n${'x'.repeat(300_000)}\n`);
    const slow = new AbortController();
    const uploading = uploadSitePackage(body, SPOOL, {
      ...{ spools, clock: new FakeClock(), maximumBytes: 1e9, reserve, signal: slow.signal },
    });
    setImmediate(() => {
      slow.abort(new Error('too slow'));
    });

    await expect(uploading).rejects.toThrow('too slow');

    expect(await isStored()).toBe(false);
  });
});

function toChunks(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) chunks.push(bytes.subarray(at, at + 65_536));
  return chunks;
}
